import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';

/** A bucket on loopback that checks every signature as Amazon S3 does, and keeps objects in memory. */
export interface S3Server {
  url: string;
  bucket: string;
  objects: Map<string, Buffer>;
  /** What the server has refused, newest last. */
  refused: string[];
  /** Answers with this status while it is set. */
  failWith: number | undefined;
  /** Keys the server knows: id → secret and, where they are lent, the session's token. */
  keys: Map<string, { secret: string; token?: string }>;
  close(): Promise<void>;
}

const REGION = 'eu-test-1';
const PAGE = 3;
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

export async function startS3(): Promise<S3Server> {
  const state: Omit<S3Server, 'url' | 'close'> = {
    bucket: 'evidence-test',
    objects: new Map(),
    refused: [],
    failWith: undefined,
    keys: new Map([['AKIDTEST', { secret: 'bucket-secret' }]]),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, body } = answer(made, request, Buffer.concat(chunks));
      response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const made: S3Server = Object.assign(state, {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
  return made;
}

interface Told {
  status: number;
  body: Buffer | string;
}

const error = (status: number, code: string): Told => ({ status, body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>` });

function answer(server: S3Server, request: IncomingMessage, body: Buffer): Told {
  if (server.failWith !== undefined) return error(server.failWith, server.failWith === 503 ? 'SlowDown' : 'AccessDenied');
  const fault = faultOf(server, request, body);
  if (fault !== undefined) {
    server.refused.push(fault);
    return error(403, fault);
  }
  const url = new URL(request.url ?? '/', server.url);
  const [, bucket, ...rest] = url.pathname.split('/');
  if (bucket !== server.bucket) return error(404, 'NoSuchBucket');
  const key = rest.join('/');
  if (key === '') return listing(server, url.searchParams);
  if (request.method === 'PUT') server.objects.set(key, body);
  else if (request.method === 'DELETE') server.objects.delete(key);
  else {
    const object = server.objects.get(key);
    return object ? { status: 200, body: object } : error(404, 'NoSuchKey');
  }
  return { status: request.method === 'PUT' ? 200 : 204, body: '' };
}

function listing({ objects }: S3Server, query: URLSearchParams): Told {
  if (query.get('list-type') !== '2') return error(400, 'InvalidArgument');
  const [prefix, after] = [query.get('prefix') ?? '', query.get('start-after') ?? ''];
  const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const contents = found.slice(0, PAGE).map((key) => `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key><Size>1</Size></Contents>`);
  return {
    status: 200,
    body: `<ListBucketResult><IsTruncated>${found.length > PAGE}</IsTruncated>${contents.join('')}</ListBucketResult>`,
  };
}

/** Amazon S3 API reference, "Authenticating Requests: Using the Authorization Header", worked out here a second time. */
function faultOf(server: S3Server, request: IncomingMessage, body: Buffer): string | undefined {
  const { headers } = request;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!parts) return 'MissingSecurityHeader';
  const [, id = '', day = '', region = '', names = '', signature] = parts;
  const key = server.keys.get(id);
  if (!key) return 'InvalidAccessKeyId';
  if (headers['x-amz-security-token'] !== key.token) return key.token === undefined ? 'InvalidToken' : 'ExpiredToken';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const signed = names.split(';');
  const must = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!must.every((name) => signed.includes(name))) return 'AccessDenied';
  const time = String(headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!time.startsWith(day) || !(Math.abs(at - Date.now()) < 15 * 60_000)) return 'RequestTimeTooSkewed';
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const url = new URL(request.url ?? '/', server.url);
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const signing = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${key.secret}`);
  const expected = createHmac('sha256', signing)
    .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`)
    .digest('hex');
  return signature === expected ? undefined : 'SignatureDoesNotMatch';
}
