import { isObject, own } from '../../../support/json.js';
import { RestDoor } from '../rest-door.js';
import type { CiJob, Comment, Comments } from '../system.js';

/** Characters that Azure DevOps takes. */
const MAX_COMMENT = 150_000;

/** Spoken by Azure DevOps Services, and by the Server since 2020. */
const VERSION = 'api-version=6.0';

/** A pull request of Azure Repos, and who writes there. */
export interface AzurePull {
  /** Address of the organization or collection, without a slash at its end. */
  collection: string;
  /** Name or id. */
  project: string;
  repository: string;
  number: number;
  token: string;
}

/** The comments of a pull request: each of ours begins a thread, which is closed, so that it never keeps anybody from completing. */
export class AzureComments implements Comments {
  readonly maxLength = MAX_COMMENT;
  private readonly door: RestDoor;
  private readonly threads: string;

  constructor(
    job: CiJob,
    private readonly pull: AzurePull,
  ) {
    const [project, repository] = [pull.project, pull.repository].map(encodeURIComponent);
    this.threads = `${pull.collection}/${project}/_apis/git/repositories/${repository}/pullRequests/${pull.number}/threads`;
    this.door = new RestDoor(job, { authorization: `Bearer ${pull.token}` });
  }

  async *own(): AsyncGenerator<Comment> {
    const { value: connection } = await this.door.call({ method: 'GET', url: `${this.pull.collection}/_apis/connectionData` });
    const user = isObject(connection) ? own(connection, 'authenticatedUser') : undefined;
    const author = isObject(user) ? own(user, 'id') : undefined;
    const { value: answer } = await this.door.call({ method: 'GET', url: `${this.threads}?${VERSION}` });
    const listed = isObject(answer) ? own(answer, 'value') : undefined;
    const threads = (Array.isArray(listed) ? listed : []).flatMap((thread) => threadBy(author, thread) ?? []);
    // No order is promised; ids only grow.
    for (const { thread, id, text } of threads.sort((a, b) => a.thread - b.thread)) yield { id: `${thread}/comments/${id}`, text };
  }

  async create(text: string): Promise<void> {
    const comments = [{ parentCommentId: 0, content: text, commentType: 'text' }];
    await this.door.call({ method: 'POST', url: `${this.threads}?${VERSION}`, body: { comments, status: 'closed' } });
  }

  async edit(id: string, text: string): Promise<boolean> {
    const url = `${this.threads}/${id}?${VERSION}`;
    const { status } = await this.door.call({ method: 'PATCH', url, body: { content: text }, expected: [404] });
    return status < 300;
  }

  async remove(id: string): Promise<void> {
    await this.door.call({ method: 'DELETE', url: `${this.threads}/${id}?${VERSION}`, expected: [404] });
  }
}

/** The comment that a thread begins with; undefined for threads of others, of Azure DevOps itself, and for what was deleted. */
function threadBy(author: unknown, entry: unknown): { thread: number; id: number; text: string } | undefined {
  const listed = isObject(entry) && own(entry, 'isDeleted') !== true ? own(entry, 'comments') : undefined;
  const first: unknown = Array.isArray(listed) ? listed[0] : undefined;
  if (!isObject(entry) || !isObject(first) || own(first, 'isDeleted') === true || own(first, 'commentType') === 'system') return undefined;
  const writer = own(first, 'author');
  const isOwn = typeof author === 'string' && isObject(writer) && own(writer, 'id') === author;
  const [thread, id, text] = [own(entry, 'id'), own(first, 'id'), own(first, 'content')];
  const isWhole = (number: unknown): number is number => Number.isSafeInteger(number);
  return isOwn && isWhole(thread) && isWhole(id) && typeof text === 'string' ? { thread, id, text } : undefined;
}
