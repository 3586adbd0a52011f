import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { TextsFirst } from './test/support/texts-first.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/own-home.ts', 'test/support/seed.ts'],
    // No test is timed: these end what hangs, also on a machine that does much else.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Loading the program anew for every file would take longer than the tests; none changes a module's state.
    isolate: false,
    // Nor would stripping the types of a thousand modules again: what a run makes of them is kept in node_modules, by content.
    experimental: { fsModuleCache: true },
    // Many tests wait for programs and databases that they start.
    maxWorkers: availableParallelism() + 3,
    sequence: { sequencer: TextsFirst },
    reporters: ['default'],
  },
});
