import { isObject, own } from '../../../support/json.js';
import { RestDoor } from '../rest-door.js';
import type { CiJob, Comment, Comments } from '../system.js';

/** Characters that GitHub takes. */
const MAX_COMMENT = 65_536;

/** A pull request, and who writes there. */
export interface GithubPull {
  /** Address of the REST interface, without a slash at its end. */
  api: string;
  /** `OWNER/NAME`. */
  repository: string;
  number: number;
  token: string;
}

/** The comments of a pull request, by the REST interface for issues, which pull requests are. */
export class GithubComments implements Comments {
  readonly maxLength = MAX_COMMENT;
  private readonly door: RestDoor;

  constructor(
    job: CiJob,
    private readonly pull: GithubPull,
  ) {
    this.door = new RestDoor(job, {
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
      authorization: `Bearer ${pull.token}`,
    });
  }

  async *own(): AsyncGenerator<Comment> {
    const author = await this.author();
    for await (const entry of this.door.entries(this.url(`issues/${this.pull.number}/comments?`))) {
      const comment = commentIn(entry);
      if (comment && isBy(author, entry)) yield comment;
    }
  }

  async create(text: string): Promise<void> {
    await this.door.call({ method: 'POST', url: this.url(`issues/${this.pull.number}/comments`), body: { body: text } });
  }

  async edit(id: string, text: string): Promise<boolean> {
    const url = this.url(`issues/comments/${id}`);
    const { status } = await this.door.call({ method: 'PATCH', url, body: { body: text }, expected: [404, 410] });
    return status < 300;
  }

  async remove(id: string): Promise<void> {
    await this.door.call({ method: 'DELETE', url: this.url(`issues/comments/${id}`), expected: [404, 410] });
  }

  /** The login that a person's token belongs to; undefined for the token of a job, which may not ask and writes as a bot. */
  private async author(): Promise<string | undefined> {
    const { value } = await this.door.call({ method: 'GET', url: `${this.pull.api}/user`, expected: [401, 403, 404] });
    const login = isObject(value) ? own(value, 'login') : undefined;
    return typeof login === 'string' ? login : undefined;
  }

  private url(rest: string): string {
    return `${this.pull.api}/repos/${this.pull.repository}/${rest}`;
  }
}

function commentIn(entry: unknown): Comment | undefined {
  if (!isObject(entry)) return undefined;
  const [id, body] = [own(entry, 'id'), own(entry, 'body')];
  return typeof id === 'number' && Number.isSafeInteger(id) && typeof body === 'string' ? { id: String(id), text: body } : undefined;
}

function isBy(author: string | undefined, entry: unknown): boolean {
  const user = isObject(entry) ? own(entry, 'user') : undefined;
  if (!isObject(user)) return false;
  return author === undefined ? own(user, 'type') === 'Bot' : own(user, 'login') === author;
}
