import type { GitHistory } from './git-history.js';

/** Loaded when a scan asks for a history. */
export const lazyHistory: GitHistory = async function* (folder, signal) {
  yield* (await import('./git-history.js')).gitHistory(folder, signal);
};
