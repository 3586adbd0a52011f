import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programFile } from '../../src/system/program-file.js';

it('finds the file that starts the program', () => {
  expect(existsSync(programFile())).toBe(true);
});
