// How GitHub names the pull requests of a commit inside check runs and workflow runs.
import { repositoryUrl, type ServerContext } from '../call.ts';
import { numericId } from './digest.ts';
import { repositoryIdOf } from './repository.ts';

/** `pull-request-minimal` of the description, of the open ones with this head. Those from forks are left out, as on GitHub. */
export function minimalPullShapes(context: ServerContext, sha: string): Record<string, unknown>[] {
  const { owner, name, pulls } = context.state;
  const fullName = `${owner}/${name}`;
  const repo = { id: repositoryIdOf(fullName), url: repositoryUrl(context), name };
  return pulls
    .filter(({ state, head }) => state === 'open' && head.sha === sha && head.repository === fullName)
    .map(({ number, head, base }) => ({
      id: numericId(`pull ${number}`),
      number,
      url: `${repositoryUrl(context)}/pulls/${number}`,
      head: { ref: head.ref, sha: head.sha, repo },
      base: { ref: base.ref, sha: base.sha, repo },
    }));
}
