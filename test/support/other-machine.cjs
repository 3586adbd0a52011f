'use strict';
// Loaded before the program, it makes the machine one of another kind, or an older Node.js.
for (const [variable, set] of [
  ['TEST_PLATFORM', (value) => Object.defineProperty(process, 'platform', { value })],
  [
    'TEST_NODE_VERSION',
    (value) => {
      Object.defineProperty(process, 'version', { value: `v${value}` });
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: value } });
    },
  ],
]) {
  if (process.env[variable]) set(process.env[variable]);
}
