import { createServer, type IncomingMessage } from 'node:http';
import { type AwsAnswer, type Protocol, type Rendered, render } from './answers.js';
import { actionOf } from './operations.js';
import { type LentKeys, signatureOf } from './signature.js';

/** One request that had a valid signature. */
export interface AwsAsked {
  /** The permission that AWS checks for it. */
  action: string;
  region: string;
  account: string;
  parameters: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
  path: string;
}

export interface AwsRole {
  externalId?: string;
  /** Permissions of the role; the session's policy narrows them. */
  allows: (action: string) => boolean;
}

/** An AWS on loopback: it checks signatures, lends keys of roles, holds sessions to their policies, and answers as told. */
export interface AwsServer {
  url: string;
  /** Keys that are known, by id. */
  keys: Map<string, LentKeys>;
  roles: Map<string, AwsRole>;
  /** By permission. A service that is not told anything answers with empty lists. */
  answers: Map<string, (asked: AwsAsked) => AwsAnswer>;
  /** Looked at before everything else: the answer of a network, or of a service in trouble. */
  trouble: ((action: string, region: string) => AwsAnswer | undefined) | undefined;
  /** Milliseconds by which its clock is ahead of ours. */
  ahead: number;
  asked: AwsAsked[];
  /** Codes of what was refused, in order. */
  refused: string[];
  close(): Promise<void>;
}

export const ACCOUNT = '123456789012';
const CALLER = `arn:aws:iam::${ACCOUNT}:user/operator`;

interface Session {
  arn: string;
  account: string;
  allows(action: string): boolean;
}

export async function startAws(): Promise<AwsServer> {
  const sessions = new Map<string, Session>();
  const state: Omit<AwsServer, 'url' | 'close'> = {
    keys: new Map([['AKIDTEST', { secret: 'test-secret' }]]),
    roles: new Map(),
    answers: new Map(),
    trouble: undefined,
    ahead: 0,
    asked: [],
    refused: [],
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, headers, body } = answer(made, sessions, request, Buffer.concat(chunks));
      response.writeHead(status, { ...headers, date: new Date(Date.now() + made.ahead).toUTCString() }).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const made: AwsServer = Object.assign(state, {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
  return made;
}

function answer(server: AwsServer, sessions: Map<string, Session>, request: IncomingMessage, bytes: Buffer): Rendered {
  const scope = /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(request.headers.authorization ?? '');
  const { action, protocol, parameters, body } = actionOf(request, bytes, scope?.[2] ?? '');
  const trouble = server.trouble?.(action, scope?.[1] ?? '');
  if (trouble) return render(trouble, protocol, action);
  const told = (given: AwsAnswer) => render(given, protocol, action);
  const refuse = (code: string) => {
    server.refused.push(`${action} ${code}`);
    return told({ error: code });
  };
  if (action === 'sts:AssumeRoleWithWebIdentity') return webIdentity(server, sessions, parameters, told, refuse);
  const signed = signatureOf(request, bytes, server.keys, Date.now() + server.ahead);
  if ('fault' in signed) return refuse(signed.fault);
  const session = sessions.get(signed.keyId) ?? { arn: CALLER, account: ACCOUNT, allows: () => true };
  const asked: AwsAsked = { action, region: signed.region, account: session.account, parameters, body, path: request.url ?? '/' };
  server.asked.push(asked);
  if (action === 'sts:GetCallerIdentity') return told({ body: { Arn: session.arn, Account: session.account, UserId: 'AIDA' } });
  if (action === 'sts:AssumeRole') return assume(server, sessions, parameters, told, refuse);
  if (!session.allows(action)) return refuse(REFUSAL[protocol]);
  return told(server.answers.get(action)?.(asked) ?? {});
}

const REFUSAL: Readonly<Record<Protocol, string>> = {
  query: 'AccessDenied',
  ec2: 'UnauthorizedOperation',
  json: 'AccessDeniedException',
  rest: 'AccessDeniedException',
  s3: 'AccessDenied',
};

type Tell = (given: AwsAnswer) => Rendered;

function assume(
  server: AwsServer,
  sessions: Map<string, Session>,
  parameters: URLSearchParams,
  told: Tell,
  refuse: (code: string) => Rendered,
): Rendered {
  const arn = parameters.get('RoleArn') ?? '';
  const role = server.roles.get(arn);
  if (!role || role.externalId !== (parameters.get('ExternalId') ?? undefined)) return refuse('AccessDenied');
  const policy = parameters.get('Policy') ?? '';
  if (policy.length > 2048) return refuse('PackedPolicyTooLarge');
  const listed =
    policy === '' ? undefined : (JSON.parse(policy) as { Statement: { Action: string[] }[] }).Statement.flatMap(({ Action }) => Action);
  return lend(server, sessions, arn, (action) => role.allows(action) && (listed?.includes(action) ?? true), told);
}

/** Tokens are `<audience>:good`; others are cut off or meant for somebody else. */
function webIdentity(
  server: AwsServer,
  sessions: Map<string, Session>,
  parameters: URLSearchParams,
  told: Tell,
  refuse: (code: string) => Rendered,
): Rendered {
  const token = parameters.get('WebIdentityToken') ?? '';
  if (token === 'outdated') return refuse('ExpiredTokenException');
  if (token !== 'sts.amazonaws.com:good') return refuse('InvalidIdentityToken');
  return lend(server, sessions, parameters.get('RoleArn') ?? '', () => true, told);
}

function lend(server: AwsServer, sessions: Map<string, Session>, arn: string, allows: Session['allows'], told: Tell): Rendered {
  const id = `ASIATEST${sessions.size}`;
  const [account = '', name = ''] = [arn.split(':')[4], arn.split('/').at(-1)];
  const token = `SESSIONTOKEN-${sessions.size}`;
  const expires = Date.now() + server.ahead + 3_600_000;
  server.keys.set(id, { secret: `lent-${sessions.size}`, token, expires });
  sessions.set(id, { arn: `arn:aws:sts::${account}:assumed-role/${name}/castellan`, account, allows });
  const Credentials = {
    AccessKeyId: id,
    SecretAccessKey: `lent-${sessions.size - 1}`,
    SessionToken: token,
    Expiration: new Date(expires).toISOString(),
  };
  return told({ body: { Credentials } });
}
