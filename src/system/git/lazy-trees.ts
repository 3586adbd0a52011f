import type { GitTrees } from './trees.js';

/** Loaded when a scan compares with a commit. */
export const lazyTrees: GitTrees = {
  place: async (...args) => (await import('./trees.js')).gitTrees.place(...args),
  forkPoint: async (...args) => (await import('./trees.js')).gitTrees.forkPoint(...args),
  write: async (draft) => (await import('./trees.js')).gitTrees.write(draft),
};
