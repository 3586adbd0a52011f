import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { blake3 } from '@noble/hashes/blake3.js';
import type { OpenFile } from '../../../system/files.js';

/** Hashes of model signing. `blake2b` is BLAKE2b-512. */
export type DigestName = 'sha256' | 'blake2b' | 'blake3';

const NAMES: Readonly<Record<string, DigestName>> = { sha256: 'sha256', blake2: 'blake2b', blake2b: 'blake2b', blake3: 'blake3' };

/** The hash that a signature names; its writers say `blake2` or `blake2b` for the same one. */
export function digestName(value: unknown): DigestName | undefined {
  return typeof value === 'string' && Object.hasOwn(NAMES, value) ? NAMES[value] : undefined;
}

interface Hasher {
  update(bytes: Uint8Array): unknown;
  hex(): string;
}

function hasherOf(name: DigestName): Hasher {
  if (name === 'blake3') {
    const hash = blake3.create();
    return { update: (bytes) => hash.update(bytes), hex: () => Buffer.from(hash.digest()).toString('hex') };
  }
  const hash = createHash(name === 'blake2b' ? 'blake2b512' : name);
  return { update: (bytes) => hash.update(bytes), hex: () => hash.digest('hex') };
}

const CHUNK = 4 * 1024 * 1024;

/**
 * Hex digest of a range of a file, in constant memory. It yields between chunks, so that an abort signal takes effect.
 */
export async function digestRange(file: OpenFile, name: DigestName, { start, end }: { start: number; end: number }): Promise<string> {
  const hasher = hasherOf(name);
  for (let at = start; at < end; at += CHUNK) {
    if (at > start) await setImmediate();
    hasher.update(file.read(at, Math.min(CHUNK, end - at)));
  }
  return hasher.hex();
}
