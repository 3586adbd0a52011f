import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { spawnSync } from '../../../support/programs.js';
import { chart, plain, readKubernetes, valueAt } from '../../../support/read-kubernetes.js';

/** Each call with what Helm prints of it. */
const CALLS: readonly (readonly [call: string, printed: string])[] = [
  ['semverCompare ">=1.19-0" "v1.27.3"', 'true'],
  ['semverCompare ">=1.19-0" "1.19.0-rc.1"', 'true'],
  ['semverCompare ">=1.19" "1.20.0-rc.1"', 'false'],
  ['semverCompare "^1.2.0" "1.9.9"', 'true'],
  ['semverCompare "^0.2.3" "0.3.0"', 'false'],
  ['semverCompare "~1.2" "1.2.9"', 'true'],
  ['semverCompare "~1.2.3" "1.3.0"', 'false'],
  ['semverCompare "1.2 - 2.3.4" "2.3.4"', 'true'],
  ['semverCompare "<1.2 || >=3" "3.1"', 'true'],
  ['semverCompare ">=1.2, <2" "2.0.0"', 'false'],
  ['semverCompare ">1.2" "1.2.9"', 'false'],
  ['semverCompare "<=1.2" "1.2.9"', 'true'],
  ['semverCompare "!=1.2.x" "1.2.9"', 'false'],
  ['semverCompare "1.x" "1.7.0"', 'true'],
  ['semverCompare "*" "0.1.0"', 'true'],
  ['semverCompare "1.2.3" "v1.2.3+build"', 'true'],
  ['b32enc "tulip"', 'OR2WY2LQ'],
  ['b32enc "otter-4"', 'N52HIZLSFU2A===='],
  ['b32enc ""', ''],
];

const TEMPLATE = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n${CALLS.map(([call], at) => `  k${at}: {{ ${call} | quote }}`).join('\n')}\n`;

it('functions of templates print what Helm prints', async () => {
  const { resources, issues } = await readKubernetes(chart('', { 'map.yaml': TEMPLATE }));
  expect(issues).toEqual([]);
  const [map] = resources;
  const printed = CALLS.map(([call], at) => [call, map && plain(valueAt(map, 'data', `k${at}`))]);
  expect(printed).toEqual(CALLS);
});

it('a constraint that nobody can read gives an unknown value', async () => {
  const { resources } = await readKubernetes(chart('', { 'map.yaml': TEMPLATE.replace('">=1.19-0" "v1.27.3"', '"newest" "v1.27.3"') }));
  expect(resources[0] && plain(valueAt(resources[0], 'data', 'k0'))).toEqual({ $unknown: expect.stringContaining('semverCompare') });
});

const hasHelm = spawnSync('helm', ['version'], { stdio: 'ignore' }).status === 0;

it.skipIf(!hasHelm)('Helm itself prints the same', () => {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-helm-'));
  try {
    mkdirSync(join(folder, 'templates'));
    writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: web\nversion: 0.1.0\n');
    writeFileSync(join(folder, 'templates/map.yaml'), TEMPLATE);
    const { stdout, stderr } = spawnSync('helm', ['template', 'web', folder], { encoding: 'utf8', env: { HOME: folder } });
    expect(stderr).toBe('');
    const lines = stdout.split('\n').flatMap((line) => /^ {2}k\d+: "(.*)"$/.exec(line)?.[1] ?? []);
    expect(lines).toEqual(CALLS.map(([, printed]) => printed));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
