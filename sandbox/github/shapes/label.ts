// How GitHub shows a label.
import { addressBelow, repositoryUrl, type ServerContext } from '../call.ts';
import { nodeId, numericId } from './digest.ts';

/** A label of an issue, in the color that GitHub gives to one that was made by naming it. */
export function labelShape(context: ServerContext, name: string): Record<string, unknown> {
  const id = numericId(`label ${name}`);
  return {
    id,
    node_id: nodeId('Label', id),
    url: addressBelow(`${repositoryUrl(context)}/labels`, name),
    name,
    color: 'ededed',
    default: false,
    description: null,
  };
}
