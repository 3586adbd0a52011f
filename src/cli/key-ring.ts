import { type KeyRing, keyRing } from '../audit/chain.js';
import { OperationalError } from '../support/errors.js';
import { isObject, parseJson } from '../support/json.js';
import { diskFiles } from '../system/files.js';

/** The keys of a key file. Throws InputError where it cannot be read, OperationalError where it holds none. */
export function readRing(path: string): KeyRing {
  const bytes = diskFiles.read(path, 1024 * 1024);
  const ring = keyRing(Buffer.from(bytes).toString('utf8'));
  if (!ring) throw new OperationalError({ where: path, message: 'expected audit keys of at least 32 bytes in base64, one a line' });
  return ring;
}

/** True for a file whose first line is a record of a relay; an export of the control plane names a tenant. */
export function isRuntimeLog(path: string): boolean {
  const [first = ''] = Buffer.from(diskFiles.head(path, 64 * 1024))
    .toString('utf8')
    .split('\n', 1);
  try {
    const value = parseJson(first, path);
    return isObject(value) && Object.hasOwn(value, 'session') && !Object.hasOwn(value, 'tenant_id');
  } catch {
    return false;
  }
}
