import { createHash } from 'node:crypto';
import { InputError } from '../../../support/errors.js';
import type { Blob } from './source.js';

const DIGEST = /^(sha256):([0-9a-f]{64})$|^(sha512):([0-9a-f]{128})$/;

/** A digest's algorithm and hexadecimal digits. Throws InputError for what is no digest, or one of an algorithm that nobody uses. */
export function digestParts(digest: unknown): { algorithm: string; hex: string } {
  const text = typeof digest === 'string' ? digest : '';
  const [, short, shortHex, long, longHex] = DIGEST.exec(text) ?? [];
  const algorithm = short ?? long;
  const hex = shortHex ?? longHex;
  if (algorithm === undefined || hex === undefined)
    throw new InputError({
      issue: 'invalid_entry',
      message: 'a digest that is none of a kind we check (sha256, sha512)',
    });
  return { algorithm, hex };
}

/** The bytes of a short blob, checked. Throws InputError where there are too many, or others than promised. */
export async function checkedBytes(blob: Blob, promised: { digest?: string; size?: number }, most: number, what: string): Promise<Buffer> {
  const bytes = await gathered(blob, most, what);
  if (promised.size !== undefined && bytes.length !== promised.size) throw lie(`${what} has ${bytes.length} bytes, not ${promised.size}`);
  if (promised.digest !== undefined && digestOf(bytes, promised.digest) !== promised.digest)
    throw lie(`the bytes of ${what} are not those of its digest`);
  return bytes;
}

/** The digest of bytes with the algorithm of another. */
export function digestOf(bytes: Uint8Array, like = 'sha256:'): string {
  const algorithm = like.split(':', 1)[0] ?? '';
  return `${algorithm}:${createHash(algorithm).update(bytes).digest('hex')}`;
}

async function gathered(blob: Blob, most: number, what: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of blob.chunks()) {
    size += chunk.length;
    if (size > most) throw new InputError({ issue: 'too_large', message: `${what} is larger than ${Math.floor(most / 2 ** 20)} MiB` });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function lie(message: string): InputError {
  return new InputError({ issue: 'invalid_entry', message });
}
