import type { IncomingMessage } from 'node:http';
import type { Protocol } from './answers.js';

export interface Operation {
  action: string;
  protocol: Protocol;
  parameters: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
}

/** Paths of REST services, with the permission that AWS asks for (Service Authorization Reference). */
const PATHS: readonly [service: string, method: string, path: RegExp, action: string][] = [
  ['lambda', 'GET', /^\/2015-03-31\/functions\/?$/, 'lambda:ListFunctions'],
  ['lambda', 'GET', /^\/2015-03-31\/functions\/[^/]+\/policy$/, 'lambda:GetPolicy'],
  ['lambda', 'GET', /^\/2021-10-31\/functions\/[^/]+\/urls$/, 'lambda:ListFunctionUrlConfigs'],
  ['lambda', 'GET', /^\/2015-03-31\/functions\/[^/]+$/, 'lambda:GetFunction'],
];

const QUERY = new Set(['sts', 'iam', 'elasticloadbalancing']);

/** What a request asks for, as the protocol of its service says it. */
export function actionOf(request: IncomingMessage, bytes: Buffer, signedFor: string): Operation {
  const url = new URL(request.url ?? '/', 'http://aws');
  const form = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const parameters = form ? new URLSearchParams(bytes.toString()) : url.searchParams;
  const service = signedFor === '' ? 'sts' : signedFor;
  if (form)
    return { action: `${service}:${parameters.get('Action')}`, protocol: QUERY.has(service) ? 'query' : 'ec2', parameters, body: {} };
  const body = bytes.length === 0 ? {} : (JSON.parse(bytes.toString()) as Record<string, unknown>);
  const target = request.headers['x-amz-target'];
  if (target !== undefined) return { action: `${service}:${String(target).split('.').at(-1)}`, protocol: 'json', parameters, body };
  const known = PATHS.find(([name, method, path]) => name === service && method === request.method && path.test(url.pathname));
  return {
    action: known?.[3] ?? `${service}:${request.method} ${url.pathname}`,
    protocol: service === 's3' ? 's3' : 'rest',
    parameters,
    body,
  };
}
