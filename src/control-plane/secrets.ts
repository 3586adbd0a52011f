import { hkdfSync, randomBytes } from 'node:crypto';
import { type KeyRing, keyRing } from '../audit/chain.js';
import { OperationalError } from '../support/errors.js';
import type { SecretFiles } from '../system/secret-files.js';

/**
 * Reads the keys that audit events are sealed with; creates one when the file is missing. To rotate, add a line: older
 * events keep the id of the key that sealed them.
 */
export function auditKeyRing(path: string, files: SecretFiles): KeyRing {
  const ring = keyRing(files.readOrCreate(path, () => `${randomBytes(32).toString('base64')}\n`));
  if (!ring) throw new OperationalError({ where: path, message: 'expected audit keys of at least 32 bytes in base64, one a line' });
  return ring;
}

const derived = new WeakMap<KeyRing, Map<string, Uint8Array>>();

/**
 * A key for another purpose, derived from the current one or from one that is named, so that all processes of a service
 * agree without more shared files. Throws OperationalError when the ring does not have the named one any more.
 */
export function derivedKey(ring: KeyRing, purpose: string, keyId = ring.current): Uint8Array {
  const known = derived.get(ring) ?? new Map<string, Uint8Array>();
  derived.set(ring, known);
  const name = `${keyId} ${purpose}`;
  const held = ring.keys.get(keyId);
  if (held === undefined) throw new OperationalError({ message: `the audit key ${keyId} is no longer there` });
  const key = known.get(name) ?? new Uint8Array(hkdfSync('sha256', held, '', `castellan ${purpose}`, 32));
  known.set(name, key);
  return key;
}
