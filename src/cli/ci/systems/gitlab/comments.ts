import { OperationalError } from '../../../../support/errors.js';
import { isObject, own } from '../../../../support/json.js';
import { RestDoor, serviceAddress } from '../../rest-door.js';
import type { Change, CiJob, Comment, Comments } from '../../system.js';
import { projectOf } from './project.js';

/** Characters that GitLab takes. */
const MAX_NOTE = 1_000_000;

/** The notes of a merge request. */
export class GitlabComments implements Comments {
  readonly maxLength = MAX_NOTE;
  private readonly door: RestDoor;
  private readonly api: string;
  private readonly notes: string;

  /** Throws OperationalError where the job lacks what a note needs. */
  constructor(job: CiJob, change: Change) {
    const { GITLAB_TOKEN, CI_API_V4_URL } = job.environment;
    // GitLab's token of a job may not write notes.
    const token = job.token?.reveal() ?? GITLAB_TOKEN ?? '';
    if (token === '') throw new OperationalError({ message: 'there is no token; give CASTELLAN_CI_TOKEN, or GITLAB_TOKEN' });
    const project = projectOf(job.environment) ?? '';
    if (!/^\d+$/.test(project)) throw new OperationalError({ where: 'CI_MERGE_REQUEST_PROJECT_ID', message: 'expected a number' });
    this.api = serviceAddress(CI_API_V4_URL ?? '', 'CI_API_V4_URL');
    this.notes = `${this.api}/projects/${project}/merge_requests/${change.number}/notes`;
    this.door = new RestDoor(job, { 'private-token': token });
  }

  async *own(): AsyncGenerator<Comment> {
    const { value: user } = await this.door.call({ method: 'GET', url: `${this.api}/user` });
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
