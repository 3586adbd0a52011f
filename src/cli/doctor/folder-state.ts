import { accessSync, constants, statSync } from 'node:fs';
import { freeBytes } from '../../system/free-bytes.js';
import { showBytes } from '../terminal/units.js';
import type { Diagnosis } from './check.js';
import { pasted } from './pasted.js';

/** Bytes below which a folder counts as full, and below which it soon will be. */
const [FULL, SCARCE] = [32 * 2 ** 20, 2 ** 30];

/** Whether a folder of ours is there, ours, private and writable, and has room. */
export function folderState(path: string): Diagnosis {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return { state: 'note', text: `${path} is not there yet; it is made when it is needed` };
  if (!stats.isDirectory()) return { state: 'fail', text: `${path} is a file`, fix: `mv ${pasted(path)} ${pasted(`${path}.old`)}` };
  const own = process.getuid?.();
  if (own !== undefined && own !== 0 && stats.uid !== own)
    return { state: 'fail', text: `${path} belongs to another user (${stats.uid})`, fix: `sudo chown -R "$(id -u)" ${pasted(path)}` };
  if (!isWritable(path)) return { state: 'fail', text: `${path} cannot be written`, fix: `chmod u+rwx ${pasted(path)}` };
  return roomState(path) ?? privacyState(path, stats.mode) ?? { state: 'ok', text: `${path}${roomIn(path)}` };
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
