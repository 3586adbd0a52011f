import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

interface Kept {
  id: number;
  content: string;
  author: { id: string };
  commentType: 'text' | 'system';
  isDeleted?: true;
}

/** A thread as Azure Repos keeps it. */
export interface AzureThread {
  id: number;
  status?: string;
  comments: Kept[];
}

export interface AzureReposServer extends Loopback {
  /** Of pull request 7 of the repository `REPOSITORY` in the project `shop`, in no order. */
  threads: AzureThread[];
  /** Answers in place of the server while it gives something. */
  interfere: ((asked: Asked) => Told | undefined) | undefined;
}

/** The token of a job, and one whose service may not contribute to pull requests. */
export const tokens = { job: 'azure-job-token-that-nobody-may-see-1', reads: 'azure-reading-token-00000000000000002' };

export const REPOSITORY = '3411ebc1-d5aa-464f-9615-0b527bc66719';
export const BUILD_SERVICE = 'd6245f20-2af8-44f4-9451-8107cb2767db';

/** The threads of a pull request: paths, statuses and messages are those of the reference "Pull Request Threads", version 6.0. */
export async function azureReposServer(): Promise<AzureReposServer> {
  const threads: AzureThread[] = [];
  const server = await loopback((asked) => azure.interfere?.(asked) ?? answer(threads, asked));
  const azure: AzureReposServer = Object.assign(server, { threads, interfere: undefined });
  return azure;
}

function answer(threads: AzureThread[], { method, url, headers, body }: Asked): Told {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  // Who is not known is shown the page to sign in at.
  if (!Object.values(tokens).includes(token))
    return { status: 203, headers: { 'content-type': 'text/html' }, body: '<html>Sign In</html>' };
  const { pathname, searchParams } = new URL(url, 'http://azure');
  if (pathname === '/acme/_apis/connectionData') return { body: { authenticatedUser: { id: BUILD_SERVICE } } };
  const [found, id, comment] =
    /^\/acme\/shop\/_apis\/git\/repositories\/([^/]+)\/pullRequests\/7\/threads(?:\/(\d+)\/comments\/(\d+))?$/.exec(pathname)?.slice(1) ??
    [];
  if (found !== REPOSITORY) return refused(404, 'TF401019: The Git repository does not exist or you do not have permissions.');
  if (searchParams.get('api-version') !== '6.0') return refused(400, 'No api-version was supplied.');
  if (method === 'GET') return { body: { count: threads.length, value: threads } };
  if (token === tokens.reads)
    return refused(403, "TF401027: You need the Git 'PullRequestContribute' permission on this resource to perform this action.");
  return written(threads, method, JSON.parse(body || '{}'), Number(id), Number(comment));
}

interface Body {
  content?: string;
  status?: string;
  comments?: { content: string; parentCommentId: number; commentType: 'text' }[];
}

function written(threads: AzureThread[], method: string, body: Body, id: number, comment: number): Told {
  const content = body.content ?? body.comments?.[0]?.content ?? '';
  if (content.length > 150_000) return refused(400, 'A discussion comment cannot be longer than 150000 characters.');
  if (method === 'POST') {
    const next = Math.max(100, ...threads.map((thread) => thread.id)) + 1;
    const made: AzureThread = { id: next, comments: [{ id: 1, content, author: { id: BUILD_SERVICE }, commentType: 'text' }] };
    if (body.status !== undefined) made.status = body.status;
    threads.push(made);
    return { body: made };
  }
  const kept = threads.find((thread) => thread.id === id)?.comments.find((one) => one.id === comment && !one.isDeleted);
  if (!kept) return refused(404, 'TF401230: The comment was not found.');
  if (method === 'PATCH') kept.content = content;
  else kept.isDeleted = true;
  return { body: kept };
}

function refused(status: number, message: string): Told {
  return { status, body: { $id: '1', message, typeKey: 'GitException' } };
}
