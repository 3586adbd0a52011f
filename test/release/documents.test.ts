import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseVex } from '../../src/policy/vex-file.js';
import { checkBom } from '../support/document-schemas.js';
import { releaseScript } from '../support/release-scripts.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const folder = temporaryFolder();
afterAll(folder.dispose);
const at = (name: string) => join(folder.path, name);
const text = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const { version } = JSON.parse(text('package.json'));

interface Component {
  group?: string;
  name: string;
  version: string;
  'bom-ref': string;
  scope: string;
}

describe('our bill of materials', () => {
  const epoch = { SOURCE_DATE_EPOCH: '1790000000' };
  let components: Component[];
  beforeAll(() => {
    expect(releaseScript('sbom', [at('sbom.json')], { env: epoch })).toMatchObject({ status: 0 });
    ({ components } = JSON.parse(readFileSync(at('sbom.json'), 'utf8')));
  }, 60_000);

  it('is one by the schema, of this version, and tells no path of this machine', () => {
    const bom = readFileSync(at('sbom.json'), 'utf8');
    checkBom(bom);
    expect(JSON.parse(bom).metadata).toMatchObject({
      timestamp: '2026-09-21T14:13:20.000Z',
      component: { name: 'castellan', version, purl: `pkg:npm/castellan@${version}` },
    });
    for (const word of [folder.path, projectRoot, '/tmp/', 'castellan:location', 'castellan:incomplete']) expect(bom).not.toContain(word);
  });

  it('names each package that the notices name, and those that are installed', () => {
    const named = new Set(components.map((one) => `${one.group ? `${one.group}/` : ''}${one.name} ${one.version}`));
    const noticed = [...text('THIRD-PARTY-NOTICES.md').matchAll(/^## (\S+ \d\S*) \(/gm)].map(([, one]) => one);
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, { version: string; dev?: boolean }> };
    const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
    const wanted = [...noticed, ...installed.map(([path, one]) => `${path.split('node_modules/').at(-1)} ${one.version}`)];
    expect(noticed.length).toBeGreaterThan(100);
    expect(wanted.filter((one) => one !== undefined && !named.has(one))).toEqual([]);
    expect([...named].filter((one) => !wanted.includes(one))).toEqual([]);
  });

  it('says that all of them run, not only that somebody develops with them', () => {
    expect(components.filter(({ scope }) => scope === 'excluded')).toEqual([]);
  });

  it('is the same for the same build', () => {
    releaseScript('sbom', [at('again.json')], { env: epoch });
    expect(readFileSync(at('again.json'), 'utf8')).toBe(readFileSync(at('sbom.json'), 'utf8'));
  });

  describe('and what we say of vulnerabilities in it', () => {
    /** A checkout whose statements are these. */
    function stating(vulnerabilities: object[]): string {
      const checkout = at('checkout');
      mkdirSync(join(checkout, 'vex'), { recursive: true });
      const kept = JSON.parse(text('vex/castellan.cdx.json'));
      writeFileSync(join(checkout, 'vex/castellan.cdx.json'), JSON.stringify({ ...kept, vulnerabilities }));
      return checkout;
    }
    const judged = (cwd: string) => releaseScript('vex', [at('sbom.json'), at('vex.json')], { cwd });
    const statement = (ref: string, analysis: object) => ({ id: 'CVE-2026-0001', affects: [{ ref }], analysis });

    it('is a document by the schema, and each statement is about a part that there is', () => {
      expect(judged(projectRoot)).toMatchObject({ status: 0 });
      const vex = readFileSync(at('vex.json'), 'utf8');
      checkBom(vex);
      expect(JSON.parse(vex).metadata.component.purl).toBe(`pkg:npm/castellan@${version}`);
      expect(parseVex(vex, 'vex.json')).toHaveLength(JSON.parse(vex).vulnerabilities.length);
    });

    it('takes a statement that `--vex` understands', () => {
      const ref = components[0]?.['bom-ref'] ?? '';
      const analysis = { state: 'not_affected', justification: 'code_not_reachable', detail: 'Only its types are used.' };
      expect(judged(stating([statement(ref, analysis)]))).toMatchObject({ status: 0 });
      const vex = readFileSync(at('vex.json'), 'utf8');
      checkBom(vex);
      expect(parseVex(vex, 'vex.json')).toMatchObject([{ id: 'CVE-2026-0001', status: 'not_affected', products: [ref] }]);
    });

    it.each([
      [
        'a part that there is not',
        statement('pkg:npm/left-pad@1.0.0', { state: 'exploitable', detail: 'x' }),
        /left-pad@1\.0\.0, which is not/,
      ],
      ['nothing', { id: 'CVE-2026-0001', analysis: { state: 'exploitable', detail: 'x' } }, /CVE-2026-0001 names no component/],
      ['no state', statement('pkg:npm/left-pad@1.0.0', {}), /needs a state and a detail/],
      ['no reason', statement('pkg:npm/left-pad@1.0.0', { state: 'not_affected', detail: 'x' }), /needs a justification/],
      ['no vulnerability', { affects: [] }, /statement 1 has no id/],
    ])('refuses a statement with %s', (_, one, said) => {
      const done = judged(stating([one]));
      expect(done.status).toBe(1);
      expect(done.stderr).toMatch(said);
    });
  });
});

describe('a tag and its notes', () => {
  it('is one where all files name the version', () => {
    expect(releaseScript('check-tag', [`v${version}`])).toMatchObject({ status: 0, stdout: `${version}\n` });
    const other = releaseScript('check-tag', ['v99.0.0']);
    expect(other.status).toBe(1);
    for (const path of ['package.json', 'package-lock.json', 'Chart.yaml (version)', 'Chart.yaml (appVersion)'])
      expect(other.stderr).toContain(`${path} says ${version}`);
    for (const tag of ['main', `v${version};id`]) expect(releaseScript('check-tag', [tag]).status).toBe(1);
  });

  it('has the words of the changelog, and none where that says nothing', () => {
    const { status, stdout } = releaseScript('notes', [version]);
    expect(status).toBe(0);
    expect(text('CHANGELOG.md')).toContain(stdout.trim());
    expect(stdout).not.toMatch(/^## /m);
    expect(releaseScript('notes', ['99.0.0'])).toMatchObject({ status: 1, stderr: expect.stringContaining('says nothing of 99.0.0') });
  });
});
