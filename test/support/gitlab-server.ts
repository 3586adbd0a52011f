import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

/** A note as GitLab keeps it. */
export interface GitlabNote {
  id: number;
  body: string;
  system: boolean;
  author: { id: number };
}

export interface GitlabServer extends Loopback {
  /** Of merge request 7 of project 42, which is `acme/tools/shop`, oldest first. */
  notes: GitlabNote[];
}

/** Tokens of a project's bot: one that may write, and one that only reads. */
export const tokens = { writes: 'glpat-thetokenthatnobodymaysee01', reads: 'glpat-areadingtoken00000000002' };

export const BOT = 5;

/** GitLab's notes of merge requests: paths, statuses and messages are those of its reference "Notes API". */
export async function gitlabServer(): Promise<GitlabServer> {
  const notes: GitlabNote[] = [];
  return Object.assign(await loopback((asked) => answer(notes, asked)), { notes });
}

function answer(notes: GitlabNote[], { method, url, headers, body }: Asked): Told {
  const token = headers['private-token'];
  if (token !== tokens.writes && token !== tokens.reads) return { status: 401, body: { message: '401 Unauthorized' } };
  const { pathname, searchParams: query } = new URL(url, 'http://gitlab');
  if (pathname === '/api/v4/user') return { body: { id: BOT, username: 'project_42_bot' } };
  const [found, id] = /^\/api\/v4\/projects\/(?:42|acme%2Ftools%2Fshop)\/merge_requests\/7\/notes(?:\/(\d+))?$/.exec(pathname) ?? [];
  if (found === undefined) return { status: 404, body: { message: '404 Project Not Found' } };
  if (method === 'GET') return list(notes, query);
  if (token === tokens.reads) return { status: 403, body: { message: '403 Forbidden' } };
  if (method === 'POST' && id === undefined) {
    const made = { id: (notes.at(-1)?.id ?? 100) + 1, body: JSON.parse(body).body, system: false, author: { id: BOT } };
    notes.push(made);
    return { status: 201, body: made };
  }
  const at = notes.findIndex((note) => String(note.id) === id);
  const note = notes[at];
  if (!note) return { status: 404, body: { message: '404 Not found' } };
  if (method === 'DELETE') notes.splice(at, 1);
  if (method === 'PUT') note.body = JSON.parse(body).body;
  return method === 'PUT' ? { body: note } : { status: method === 'DELETE' ? 204 : 405 };
}

/** Newest first, unless asked otherwise. */
function list(notes: readonly GitlabNote[], query: URLSearchParams): Told {
  const [size, page] = [Math.min(Number(query.get('per_page') ?? 20), 100), Number(query.get('page') ?? 1)];
  const sorted = query.get('sort') === 'asc' ? [...notes] : notes.toReversed();
  return { body: sorted.slice((page - 1) * size, page * size) };
}
