import { isObject, own } from '../../../support/json.js';
import { RestDoor } from '../rest-door.js';
import type { CiJob, Comment, Comments } from '../system.js';

/** Characters that GitLab takes. */
const MAX_NOTE = 1_000_000;

/** A merge request, and who writes there. */
export interface GitlabMergeRequest {
  /** Address of the REST interface, without a slash at its end. */
  api: string;
  /** The project's number, or its path with its groups. */
  project: string;
  number: number;
  token: string;
}

/** The notes of a merge request. */
export class GitlabComments implements Comments {
  readonly maxLength = MAX_NOTE;
  private readonly door: RestDoor;
  private readonly notes: string;

  constructor(
    job: CiJob,
    private readonly request: GitlabMergeRequest,
  ) {
    const { api, project, number, token } = request;
    this.notes = `${api}/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`;
    this.door = new RestDoor(job, { 'private-token': token });
  }

  async *own(): AsyncGenerator<Comment> {
    const { value: user } = await this.door.call({ method: 'GET', url: `${this.request.api}/user` });
    const author = isObject(user) ? own(user, 'id') : undefined;
    for await (const entry of this.door.entries(`${this.notes}?sort=asc&order_by=created_at&`)) {
      const comment = noteBy(author, entry);
      if (comment) yield comment;
    }
  }

  async create(text: string): Promise<void> {
    await this.door.call({ method: 'POST', url: this.notes, body: { body: text } });
  }

  async edit(id: string, text: string): Promise<boolean> {
    const { status } = await this.door.call({ method: 'PUT', url: `${this.notes}/${id}`, body: { body: text }, expected: [404] });
    return status < 300;
  }

  async remove(id: string): Promise<void> {
    await this.door.call({ method: 'DELETE', url: `${this.notes}/${id}`, expected: [404] });
  }
}

/** Undefined for notes of others, and for what GitLab itself notes. */
function noteBy(author: unknown, entry: unknown): Comment | undefined {
  if (!isObject(entry) || own(entry, 'system') === true) return undefined;
  const [id, body, writer] = [own(entry, 'id'), own(entry, 'body'), own(entry, 'author')];
  const isOwn = typeof author === 'number' && isObject(writer) && own(writer, 'id') === author;
  return isOwn && typeof id === 'number' && Number.isSafeInteger(id) && typeof body === 'string'
    ? { id: String(id), text: body }
    : undefined;
}
