// How GitHub shows a label.
import { repositoryUrl, type Scene } from '../call.ts';
import { nodeId, numericId } from './digest.ts';

/** A label of an issue, in the color that GitHub gives to one that was made by naming it. */
export function labelShape(scene: Scene, name: string): Record<string, unknown> {
  const id = numericId(`label ${name}`);
  return {
    id,
    node_id: nodeId('Label', id),
    url: `${repositoryUrl(scene)}/labels/${encodeURIComponent(name)}`,
    name,
    color: 'ededed',
    default: false,
    description: null,
  };
}
