// The issues and pull requests of the repository, which share one series of numbers.
import { repositoryPage, type ServerContext } from './call.ts';
import type { IssueData, PullData } from './data.ts';
import type { GitHubState } from './state.ts';

export type Conversation = IssueData | PullData;

/** The issue or pull request with a number. */
export function findConversation(state: GitHubState, number: number): Conversation | undefined {
  return [...state.pulls, ...state.issues].find((candidate) => candidate.number === number);
}

export function isPullRequest(conversation: Conversation): conversation is PullData {
  return 'head' in conversation;
}

/** The address of a conversation for people. */
export function conversationPage(context: ServerContext, conversation: Conversation): string {
  const kind = isPullRequest(conversation) ? 'pull' : 'issues';
  return `${repositoryPage(context)}/${kind}/${conversation.number}`;
}
