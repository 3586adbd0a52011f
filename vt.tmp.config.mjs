import { defineConfig } from 'vitest/config';
export default defineConfig({
  root: '/work/main',
  test: { include: ['test/**/*.test.ts'], testTimeout: 30000, hookTimeout: 60000, pool: 'forks' },
});
