import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

/** A comment as GitHub keeps it. */
export interface GithubComment {
  id: number;
  body: string;
  user: { login: string; type: 'User' | 'Bot' };
}

export interface GithubServer extends Loopback {
  /** Of pull request 7 of acme/shop. */
  comments: GithubComment[];
  /** Answers in place of the server while it gives something. */
  interfere: ((asked: Asked) => Told | undefined) | undefined;
}

/** The token of a job, which writes as a bot; one of a fork, which only reads; one of a person. */
export const tokens = {
  job: 'ghs_thejobstokenthatnobodymaysee0001',
  fork: 'ghs_theforkstoken000000000000000002',
  person: 'ghp_apersonstoken0000000000000000003',
};

const BOT = { login: 'github-actions[bot]', type: 'Bot' } as const;
const PERSON = { login: 'dana', type: 'User' } as const;

/**
 * GitHub's comments of issues: paths, statuses and messages are those of the reference "REST API endpoints for issue comments", version
 * 2022-11-28.
 */
export async function githubServer(): Promise<GithubServer> {
  const comments: GithubComment[] = [];
  const server = await loopback((asked) => github.interfere?.(asked) ?? answer(comments, asked));
  const github: GithubServer = Object.assign(server, { comments, interfere: undefined });
  return github;
}

function answer(comments: GithubComment[], asked: Asked): Told {
  const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1];
  if (!Object.values(tokens).includes(token ?? '')) return refused(401, 'Bad credentials');
  const { pathname: path, searchParams } = new URL(asked.url, 'http://github');
  // A server of one's own has its interface below this.
  const pathname = path.replace(/^\/api\/v3/, '');
  if (pathname === '/user') return token === tokens.person ? { body: PERSON } : refused(403, 'Resource not accessible by integration');
  const [, id] = /^\/repos\/acme\/shop\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
  if (id === undefined && pathname !== '/repos/acme/shop/issues/7/comments') return refused(404, 'Not Found');
  if (asked.method === 'GET') return list(comments, searchParams);
  if (token === tokens.fork) return refused(403, 'Resource not accessible by integration');
  const body = asked.body === '' ? undefined : JSON.parse(asked.body).body;
  if (asked.method !== 'DELETE' && (body.trim() === '' || body.length > 65_536)) return refused(422, 'Validation Failed');
  const at = comments.findIndex((comment) => String(comment.id) === id);
  if (asked.method === 'POST') {
    const made = { id: (comments.at(-1)?.id ?? 100) + 1, body, user: token === tokens.person ? PERSON : BOT };
    comments.push(made);
    return { status: 201, body: made };
  }
  const found = comments[at];
  if (!found) return refused(404, 'Not Found');
  if (asked.method === 'PATCH') {
    found.body = body;
    return { body: found };
  }
  comments.splice(at, 1);
  return { status: 204 };
}

function list(comments: readonly GithubComment[], query: URLSearchParams): Told {
  const [size, page] = [Math.min(Number(query.get('per_page') ?? 30), 100), Number(query.get('page') ?? 1)];
  return { body: comments.slice((page - 1) * size, page * size) };
}

function refused(status: number, message: string): Told {
  return { status, body: { message, documentation_url: 'https://docs.github.com/rest' } };
}
