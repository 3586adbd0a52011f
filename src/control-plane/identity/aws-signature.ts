import { createHmac } from 'node:crypto';
import type { AwsKeys } from '../../collect/cloud/aws/access/keys.js';
import { sha256 } from '../../support/sha256.js';

/** A request to sign; header names are in lower case and include `host` and `x-amz-date`. */
export interface Signable {
  method: string;
  path: string;
  /** Already canonical: sorted and encoded. */
  query: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
}

/** The `Authorization` header of AWS Signature Version 4 (AWS General Reference, "Create a signed AWS API request"). */
export function awsAuthorization(request: Signable, keys: AwsKeys, scope: { region: string; service: string }): string {
  const time = request.headers['x-amz-date'] ?? '';
  const names = Object.keys(request.headers).sort();
  const signed = names.join(';');
  const canonical = [
    request.method,
    request.path,
    request.query,
    ...names.map((name) => `${name}:${request.headers[name]?.trim().replace(/ +/g, ' ') ?? ''}`),
    '',
    signed,
    sha256(request.body),
  ].join('\n');
  const place = `${time.slice(0, 8)}/${scope.region}/${scope.service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, place, sha256(canonical)].join('\n');
  const key = place.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${keys.secretAccessKey}`);
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${place}, SignedHeaders=${signed}, Signature=${signature}`;
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
