import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Keys that a server lent: the secret, the token that must come along, and until when. */
export interface LentKeys {
  secret: string;
  token?: string;
  expires?: number;
}

export interface Signed {
  keyId: string;
  region: string;
  service: string;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const encoded = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** AWS General Reference, "Signature Version 4", worked out a second time; the fault is a code of AWS. */
export function signatureOf(
  request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  body: Buffer,
  keys: ReadonlyMap<string, LentKeys>,
  now: number,
): Signed | { fault: string } {
  const { headers } = request;
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/([^/]+)\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/;
  const parts = form.exec(headers.authorization ?? '');
  if (!parts) return { fault: 'MissingAuthenticationToken' };
  const [, keyId = '', day = '', region = '', service = '', names = '', signature] = parts;
  const key = keys.get(keyId);
  if (!key || headers['x-amz-security-token'] !== key.token) return { fault: 'InvalidClientTokenId' };
  if (key.expires !== undefined && key.expires <= now) return { fault: 'ExpiredToken' };
  const signed = names.split(';');
  const must = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (!must.every((name) => signed.includes(name))) return { fault: 'SignatureDoesNotMatch' };
  const time = String(headers['x-amz-date']);
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!time.startsWith(day) || !(Math.abs(at - now) < 15 * 60_000)) return { fault: 'RequestTimeTooSkewed' };
  const canonical = [
    request.method,
    pathOf(request.url ?? '/', service),
    queryOf(request.url ?? '/'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    sha256(body),
  ].join('\n');
  const signing = [day, region, service, 'aws4_request'].reduce<Buffer | string>((secret, part) => hmac(secret, part), `AWS4${key.secret}`);
  const scope = `${day}/${region}/${service}/aws4_request`;
  const expected = createHmac('sha256', signing)
    .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`)
    .digest('hex');
  return signature === expected ? { keyId, region, service } : { fault: 'SignatureDoesNotMatch' };
}

/** All services but S3 encode each part of the path once more. */
function pathOf(url: string, service: string): string {
  const parts = (url.split('?')[0] ?? '/').split('/');
  return parts.map((part) => encoded(service === 's3' ? decodeURIComponent(part) : part)).join('/');
}

function queryOf(url: string): string {
  const pairs = [...new URL(url, 'http://aws').searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return pairs.sort().join('&');
}
