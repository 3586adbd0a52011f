import type { LockfileReader } from '../../../reader.js';

/** A pod counts once, however many of its subspecs are built. */
export const podfileLock: LockfileReader = {
  id: 'podfile-lock',
  title: 'Podfile.lock (CocoaPods)',
  ecosystem: 'cocoapods',
  kind: 'lock',
  matches: (path) => path === 'Podfile.lock' || path.endsWith('/Podfile.lock'),
  recognises: (head) => /^PODS:/m.test(head),
  read: async (file) => {
    const { readPodfileLock } = await import('./podfile-pods.js');
    return readPodfileLock(file);
  },
};
