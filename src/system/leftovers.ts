import { rmSync } from 'node:fs';

/** Removes a file or folder of ours if the process ends before its maker has done so. Returns a function that cancels this. */
export function removeAtExit(path: string): () => void {
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', remove);
  return () => void process.removeListener('exit', remove);
}
