import type { LockfileReader } from '../../../reader.js';

/** Pub marks direct dependencies, but does not say what transitive packages are for. */
export const pubspecLock: LockfileReader = {
  id: 'pubspec-lock',
  title: 'pubspec.lock (Dart, Flutter)',
  ecosystem: 'Pub',
  kind: 'lock',
  matches: (path) => path === 'pubspec.lock' || path.endsWith('/pubspec.lock'),
  recognises: (head) => /^packages:/m.test(head) && /^\s+dependency: "?(?:direct|transitive)/m.test(head),
  read: async (file) => {
    const { readPubspecLock } = await import('./pubspec-packages.js');
    return readPubspecLock(file);
  },
};
