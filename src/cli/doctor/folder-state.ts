import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { OperationalError } from '../../support/errors.js';
import { diskError } from '../../system/disk-error.js';
import { freeBytes } from '../../system/free-bytes.js';
import { statsAt } from '../../system/stored-file.js';
import { showBytes } from '../terminal/units.js';
import type { Diagnosis } from './check.js';
import { pasted } from './pasted.js';

/** Bytes below which a folder counts as full, and below which it soon will be. */
const [FULL, SCARCE] = [32 * 2 ** 20, 2 ** 30];

/** Whether a folder of ours is there, ours, private and writable, and has room. */
export function folderState(path: string): Diagnosis {
  const stats = readStats(path);
  if (stats instanceof OperationalError) return { state: 'fail', text: `${path} ${stats.message}`, fix: ANOTHER };
  const blocked = stats === undefined ? blockedBy(path) : undefined;
  if (blocked !== undefined) return { state: 'fail', text: `${path} cannot be made: ${blocked}`, fix: ANOTHER };
  if (stats === undefined) return { state: 'note', text: `${path} is not there yet; it is made when it is needed` };
  if (!stats.isDirectory()) return { state: 'fail', text: `${path} is a file`, fix: `mv ${pasted(path)} ${pasted(`${path}.old`)}` };
  const own = process.getuid?.();
  if (own !== undefined && own !== 0 && stats.uid !== own)
    return { state: 'fail', text: `${path} belongs to another user (${stats.uid})`, fix: `sudo chown -R "$(id -u)" ${pasted(path)}` };
  if (!isWritable(path)) return { state: 'fail', text: `${path} cannot be written`, fix: `chmod u+rwx ${pasted(path)}` };
  return roomState(path) ?? privacyState(path, stats.mode) ?? { state: 'ok', text: `${path}${roomIn(path)}` };
}

/** Puts what is kept where it can be kept. */
const ANOTHER = 'export CASTELLAN_HOME="$(mktemp -d)"';

function readStats(path: string) {
  try {
    return statsAt(path);
  } catch (cause) {
    return diskError(path, 'cannot be read', cause);
  }
}

/** What keeps a folder from being made; undefined where nothing does. */
function blockedBy(path: string): string | undefined {
  for (let at = dirname(path); ; at = dirname(at)) {
    const stats = statsAt(at);
    if (stats === undefined && at !== dirname(at)) continue;
    if (!stats?.isDirectory()) return `${at} is a file`;
    return isWritable(at) ? undefined : `${at} cannot be written`;
  }
}

function roomState(path: string): Diagnosis | undefined {
  const free = freeBytes(path);
  if (free === undefined || free >= SCARCE) return undefined;
  const fix = `df -h ${pasted(path)}`;
  return { state: free < FULL ? 'fail' : 'warn', text: `${path}: only ${showBytes(free)} are free`, fix };
}

function privacyState(path: string, mode: number): Diagnosis | undefined {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return undefined;
  const isWritten = (mode & 0o022) !== 0;
  const text = `${path}: other users may ${isWritten ? 'write' : 'read'} it (mode ${(mode & 0o777).toString(8)})`;
  return { state: isWritten ? 'warn' : 'note', text, fix: `chmod 700 ${pasted(path)}` };
}

function roomIn(path: string): string {
  const free = freeBytes(path);
  return free === undefined ? '' : `, ${showBytes(free)} free`;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
