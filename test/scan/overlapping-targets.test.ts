import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scanSample } from '../support/sample-scan.js';
import { temporaryFolder } from '../support/spawn-cli.js';

it('counts a model and a skill once, whichever targets hold them', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder.path, 'shop/weights'), { recursive: true });
  mkdirSync(join(folder.path, 'shop/skills/tidy'), { recursive: true });
  writeFileSync(join(folder.path, 'shop/weights/a.pkl'), "cos\nsystem\n(S'true'\ntR.");
  writeFileSync(join(folder.path, 'shop/skills/tidy/SKILL.md'), '---\nname: tidy\ndescription: Tidies.\n---\nTidy up.\n');
  const targets = [
    { kind: 'path' as const, value: 'shop' },
    { kind: 'models' as const, value: 'shop/weights' },
    { kind: 'skills' as const, value: 'shop/skills' },
  ];
  const report = await scanSample({ targets, cwd: folder.path, vulnerabilities: false });
  expect(report.models.map(({ path }) => path)).toEqual(['shop/weights/a.pkl']);
  expect(report.skills).toHaveLength(1);
  expect(report.findings.filter(({ id }) => id === 'MDL-PKL-EXEC')).toHaveLength(1);
  folder.dispose();
});
