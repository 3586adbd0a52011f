import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

/** A comment as Bitbucket keeps it. */
export interface BitbucketComment {
  id: number;
  content: { raw: string };
  user: { uuid: string; type: 'user' | 'app_user' };
  deleted: boolean;
  inline?: object;
}

export interface BitbucketAnnotation {
  external_id: string;
  annotation_type: string;
  summary: string;
  details?: string;
  severity?: string;
  path?: string;
  line?: number;
}

export interface BitbucketReport {
  title: string;
  details: string;
  result: string;
  report_type: string;
  data: object[];
  annotations: Map<string, BitbucketAnnotation>;
}

export interface BitbucketServer extends Loopback {
  /** Of pull request 7 of acme/shop, oldest first. */
  comments: BitbucketComment[];
  /** Code Insights of the commit, by the id that they were given. */
  reports: Map<string, BitbucketReport>;
  /** Answers in place of the server while it gives something. */
  interfere: ((asked: Asked) => Told | undefined) | undefined;
}

/** The access token of a repository, one that only reads, and the API token of a person with its address. */
export const tokens = {
  repository: 'ATCTT-the-repositorys-token-nobody-may-see',
  reads: 'ATCTT-a-reading-token-000000000002',
  person: 'dana@example.com:ATATT-a-persons-token-0003',
};

export const COMMIT = 'c'.repeat(40);

const ROOT = '/2.0/repositories/acme/shop';

/** Bitbucket Cloud: paths, limits and messages are those of its references "Pullrequests" and "Reports". `isProxy`: every request is signed in. */
export async function bitbucketServer({ isProxy = false, port = 0 } = {}): Promise<BitbucketServer> {
  const [comments, reports]: [BitbucketComment[], Map<string, BitbucketReport>] = [[], new Map()];
  const server = await loopback((asked) => bitbucket.interfere?.(asked) ?? answer({ comments, reports }, asked, isProxy), port);
  const bitbucket: BitbucketServer = Object.assign(server, { comments, reports, interfere: undefined });
  return bitbucket;
}

type State = Pick<BitbucketServer, 'comments' | 'reports'>;

function answer(state: State, asked: Asked, isProxy: boolean): Told {
  const { pathname, searchParams } = new URL(asked.url, 'http://bitbucket');
  const by = isProxy ? 'repository' : writer(asked.headers.authorization ?? '');
  if (by === undefined) return refused(401, 'Token is invalid, expired, or not supported for this endpoint.');
  if (pathname === '/2.0/user')
    return by === 'person'
      ? { body: { uuid: '{dana}', type: 'user' } }
      : refused(403, 'This API is only accessible with the following authentication types: session, password, apppassword');
  if (pathname.startsWith(`${ROOT}/commit/${COMMIT}/reports/`)) return by === 'reads' ? denied() : reported(state.reports, asked, pathname);
  const [found, id] = new RegExp(`^${ROOT}/pullrequests/7/comments(?:/(\\d+))?$`).exec(pathname) ?? [];
  if (found === undefined) return refused(404, 'There is no API hosted at this URL.');
  if (asked.method === 'GET') return list(state.comments, searchParams);
  return by === 'reads' ? denied() : commented(state.comments, asked, Number(id), by);
}

function writer(authorization: string): keyof typeof tokens | undefined {
  const [, kind, value = ''] = /^(Bearer|Basic) (.+)$/.exec(authorization) ?? [];
  const token = kind === 'Basic' ? Buffer.from(value, 'base64').toString() : value;
  return (Object.keys(tokens) as (keyof typeof tokens)[]).find(
    (name) => tokens[name] === token && token.includes(':') === (kind === 'Basic'),
  );
}

function commented(comments: BitbucketComment[], { method, body }: Asked, id: number, by: keyof typeof tokens): Told {
  const raw: string = body === '' ? '' : JSON.parse(body).content.raw;
  if (raw.length > 32_768) return refused(400, 'content: Please enter a non-empty value less than 32768 characters');
  if (method === 'POST') {
    const user = by === 'person' ? ({ uuid: '{dana}', type: 'user' } as const) : ({ uuid: '{token}', type: 'app_user' } as const);
    const made: BitbucketComment = { id: (comments.at(-1)?.id ?? 100) + 1, content: { raw }, user, deleted: false };
    comments.push(made);
    return { status: 201, body: made };
  }
  const kept = comments.find((comment) => comment.id === id && !comment.deleted);
  if (!kept) return refused(404, 'Comment not found');
  if (method === 'PUT') kept.content = { raw };
  else kept.deleted = true;
  return method === 'PUT' ? { body: kept } : { status: 204 };
}

function reported(reports: BitbucketServer['reports'], { method, body }: Asked, pathname: string): Told {
  const [, id = '', rest] = /\/reports\/([^/]+)(\/annotations)?$/.exec(pathname) ?? [];
  const kept = reports.get(id);
  if (method === 'DELETE') return reports.delete(id) ? { status: 204 } : refused(404, 'Report not found');
  const value = JSON.parse(body);
  if (rest === undefined) {
    if (value.details.length > 2_000 || value.data.length > 10) return refused(400, 'report: too large');
    reports.set(id, { ...value, annotations: kept?.annotations ?? new Map() });
    return { body: value };
  }
  if (!kept) return refused(404, 'Report not found');
  const given: BitbucketAnnotation[] = value;
  const isWrong = given.some(({ summary, details = '' }) => summary.length > 450 || details.length > 2_000);
  if (given.length > 100 || isWrong) return refused(400, 'annotations: too large');
  for (const annotation of given) kept.annotations.set(annotation.external_id, annotation);
  return kept.annotations.size > 1_000 ? refused(400, 'A report can contain up to 1000 annotations') : { body: given };
}

function list(comments: readonly BitbucketComment[], query: URLSearchParams): Told {
  const [size, page] = [Number(query.get('pagelen') ?? 10), Number(query.get('page') ?? 1)];
  if (size > 100) return refused(400, 'Invalid pagelen');
  return { body: { pagelen: size, page, values: comments.slice((page - 1) * size, page * size) } };
}

function denied(): Told {
  return refused(403, 'Your credentials lack one or more required privilege scopes.');
}

function refused(status: number, message: string): Told {
  return { status, body: { type: 'error', error: { message } } };
}
