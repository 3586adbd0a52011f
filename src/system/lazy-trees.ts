import type { GitTrees } from './git-trees.js';

/** Loaded when a scan compares with a commit. */
export const lazyTrees: GitTrees = {
  place: async (...args) => (await import('./git-trees.js')).gitTrees.place(...args),
  forkPoint: async (...args) => (await import('./git-trees.js')).gitTrees.forkPoint(...args),
  write: async (draft) => (await import('./git-trees.js')).gitTrees.write(draft),
};
