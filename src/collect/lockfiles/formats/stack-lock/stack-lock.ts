import type { LockfileReader } from '../../../reader.js';

/** The lock lists only what stack.yaml adds to its snapshot, not the packages of the snapshot. */
export const stackLock: LockfileReader = {
  id: 'stack-lock',
  title: 'stack.yaml.lock (Stack)',
  ecosystem: 'Hackage',
  kind: 'lock',
  matches: (path) => /(?:^|\/)stack[^/]*\.yaml\.lock$/.test(path),
  recognises: (head) => /^(?:packages|snapshots):/m.test(head) && /^- (?:completed|original):/m.test(head),
  read: async (file) => {
    const { readStackLock } = await import('./stack-packages.js');
    return readStackLock(file);
  },
};
