import type { LockfileReader } from '../../../reader.js';

/** Pods are counted once, whatever subspecs of them are built. */
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
