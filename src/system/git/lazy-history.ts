import type { GitHistory } from './history.js';

/** Loaded when a scan asks for a history. */
export const lazyHistory: GitHistory = async function* (folder, signal) {
  yield* (await import('./history.js')).gitHistory(folder, signal);
};
