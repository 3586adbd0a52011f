import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyRing } from '../audit/chain.js';
import { OperationalError } from '../support/errors.js';
import type { SecretFiles } from '../system/secret-files.js';

/**
 * The keys that audit events are sealed with, one base64 line each, the last the current one; made when the file is missing. To
 * rotate, add a line: older events keep naming the key they were sealed with.
 */
export function auditKeyRing(path: string, files: SecretFiles): KeyRing {
  const text = files.readOrCreate(path, () => `${randomBytes(32).toString('base64')}\n`);
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => Buffer.from(line, 'base64'));
  const last = keys.at(-1);
  if (!last || keys.some((key) => key.length < 32)) {
    throw new OperationalError({ where: path, message: 'expected audit keys of at least 32 bytes in base64, one a line' });
  }
  return { current: idOf(last), keys: new Map(keys.map((key) => [idOf(key), key])) };
}

/** Public name of a key: the start of its hash. */
function idOf(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12);
}

/** A key for another purpose, made from the current one, so that all processes of a service agree without sharing more files. */
export function derivedKey(ring: KeyRing, purpose: string): Uint8Array {
  const key = ring.keys.get(ring.current) ?? new Uint8Array();
  return new Uint8Array(hkdfSync('sha256', key, '', `castellan ${purpose}`, 32));
}
