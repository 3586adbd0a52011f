import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/feed-tree.js';
import { scanSample } from '../support/sample-scan.js';

it('names what a folder of models holds and was not read', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'weights'));
  writeFileSync(join(folder, 'elsewhere.pkl'), 'N.');
  symlinkSync('../elsewhere.pkl', join(folder, 'weights/a.pkl'));
  symlinkSync('gone.pkl', join(folder, 'weights/b.pkl'));
  const report = await scanSample({ targets: [{ kind: 'models', value: 'weights' }], cwd: folder, vulnerabilities: false });
  expect(report.scan_run.issues.map(({ path, kind }) => `${path} ${kind}`)).toEqual(['a.pkl symlink_outside', 'b.pkl unreadable']);
  expect(report.verdict).toMatchObject({ outcome: 'incomplete', exit_code: 1 });
});
