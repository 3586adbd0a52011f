import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { readSecretFile } from '../../src/system/secret-files.js';

const folder = mkdtempSync(join(tmpdir(), 'castellan-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

function secretOf(mode: number): string {
  const path = join(folder, mode.toString(8));
  writeFileSync(path, 'word', { mode: 0o600 });
  chmodSync(path, mode);
  return path;
}

describe.skipIf(process.platform === 'win32')('a secret file', () => {
  it.each([0o600, 0o400])('of ours with the mode %o is read', (mode) => {
    expect(readSecretFile(secretOf(mode))).toBe('word');
  });

  it.each([0o640, 0o440, 0o644, 0o604])('of ours with the mode %o is refused', (mode) => {
    expect(() => readSecretFile(secretOf(mode))).toThrow('other users may read this key');
  });

  // Only root can make files of root; Kubernetes and systemd do.
  describe.skipIf(process.getuid?.() !== 0)('of root, given to another user,', () => {
    it.each([0o440, 0o640, 0o400])('with the mode %o is read', (mode) => {
      const path = secretOf(mode);
      vi.spyOn(process, 'getuid').mockReturnValue(1000);
      expect(readSecretFile(path)).toBe('word');
    });

    it.each([0o444, 0o644, 0o460, 0o450])('with the mode %o is refused', (mode) => {
      const path = secretOf(mode);
      vi.spyOn(process, 'getuid').mockReturnValue(1000);
      expect(() => readSecretFile(path)).toThrow('other users may read this key');
    });
  });
});
