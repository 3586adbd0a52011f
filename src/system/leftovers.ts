import { rmSync } from 'node:fs';

/** Removes a file or folder of ours when the process ends before its maker could. Gives what ends that duty. */
export function removeAtExit(path: string): () => void {
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', remove);
  return () => void process.removeListener('exit', remove);
}
