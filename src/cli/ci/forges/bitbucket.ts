import { isObject, own } from '../../../support/json.js';
import { type Paging, RestDoor } from '../rest-door.js';
import type { CiJob, Comment, Comments } from '../system.js';

export const BITBUCKET_API = 'https://api.bitbucket.org/2.0';

/** Characters that Bitbucket takes. */
const MAX_COMMENT = 32_768;

/** Bitbucket's lists. */
const PAGING: Paging = { size: 'pagelen', entriesOf: (answer) => (isObject(answer) ? own(answer, 'values') : undefined) };

/** A pull request of Bitbucket Cloud, and who writes there. */
export interface BitbucketPull {
  /** Address of the REST interface, without a slash at its end. */
  api: string;
  /** `WORKSPACE/REPOSITORY`. */
  repository: string;
  number: number;
  token: string;
}

/** The comments of a pull request. */
export class BitbucketComments implements Comments {
  readonly maxLength = MAX_COMMENT;
  readonly showsHtml = true;
  private readonly door: RestDoor;
  private readonly comments: string;

  constructor(
    job: CiJob,
    private readonly pull: BitbucketPull,
  ) {
    this.comments = `${pull.api}/repositories/${pull.repository}/pullrequests/${pull.number}/comments`;
    this.door = new RestDoor(job, bitbucketHeaders(pull.token));
  }

  async *own(): AsyncGenerator<Comment> {
    const author = await this.author();
    for await (const entry of this.door.entries(`${this.comments}?sort=created_on&`, PAGING)) {
      const comment = commentBy(author, entry);
      if (comment) yield comment;
    }
  }

  async create(text: string): Promise<void> {
    await this.door.call({ method: 'POST', url: this.comments, body: { content: { raw: text } } });
  }

  async edit(id: string, text: string): Promise<boolean> {
    const url = `${this.comments}/${id}`;
    const { status } = await this.door.call({ method: 'PUT', url, body: { content: { raw: text } }, expected: [404, 410] });
    return status < 300;
  }

  async remove(id: string): Promise<void> {
    await this.door.call({ method: 'DELETE', url: `${this.comments}/${id}`, expected: [404, 410] });
  }

  /** The id of the person whose token it is; undefined for the access token of a repository, which is nobody's. */
  private async author(): Promise<string | undefined> {
    const { value } = await this.door.call({ method: 'GET', url: `${this.pull.api}/user`, expected: [401, 403, 404] });
    const id = isObject(value) ? own(value, 'uuid') : undefined;
    return typeof id === 'string' ? id : undefined;
  }
}

/** An access token as it is; `NAME:TOKEN` as a person signs in. */
export function bitbucketHeaders(token: string): Record<string, string> {
  return { authorization: token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}` };
}

/** Undefined for comments of others, for those at a line, and for what was deleted. */
function commentBy(author: string | undefined, entry: unknown): Comment | undefined {
  if (!isObject(entry) || own(entry, 'deleted') === true || own(entry, 'inline') !== undefined) return undefined;
  const [id, content, user] = [own(entry, 'id'), own(entry, 'content'), own(entry, 'user')];
  const text = isObject(content) ? own(content, 'raw') : undefined;
  // Access tokens write as an app of the repository.
  const isOwn = isObject(user) && (author === undefined ? own(user, 'type') === 'app_user' : own(user, 'uuid') === author);
  return isOwn && Number.isSafeInteger(id) && typeof text === 'string' ? { id: String(id), text } : undefined;
}
