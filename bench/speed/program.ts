import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from '../../test/support/programs.js';
import { hasReferenceData, referencePath } from '../../test/support/reference-data.js';
import { programPath, projectRoot } from '../../test/support/spawn-cli.js';
import { againstEmptyNode, type Measure, type ProgramRun, peakMemory } from './measure.js';

/** Start-up and whole scans of the built program, against `node -e 0`. */
export function measureProgram(): Measure[] {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  const env = { SERVICE_DB: join(folder, 'advisories.db'), SERVICE_HOME: folder };
  const feeds = hasReferenceData ? referencePath('feeds') : join(projectRoot, 'fixtures/feeds');
  spawnSync(process.execPath, [programPath, 'db', 'update', '--from', feeds], { env, stdio: 'ignore' });
  const program = (...args: string[]): ProgramRun => ({ args: [programPath, ...args], env, cwd: folder });
  try {
    return [
      times('--version', program('--version'), 1.25),
      times('--help', program('--help'), 1.6),
      ...scans(folder, 1_500, 2.5, program),
      ...scans(folder, 10_000, 5, program),
      ...tree(folder, program),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function times(name: string, run: ProgramRun, aim: number, rounds?: number): Measure {
  const { ratio, ms } = againstEmptyNode(run, rounds);
  return { name: `${name} (${ms.toFixed(0)} ms)`, value: ratio, unit: '× node -e 0', aim };
}

type Program = (...args: string[]) => ProgramRun;

/** A whole offline scan of one npm lock, and what reading and parsing its bytes alone takes. */
function scans(folder: string, packages: number, aim: number, program: Program): Measure[] {
  const project = join(folder, `npm-${packages}`);
  mkdirSync(project);
  const lock = join(project, 'package-lock.json');
  writeFileSync(lock, npmLock(packages));
  const run = program('scan', '--offline', project, '--format', `json=${join(folder, 'out.json')}`);
  const floor = { args: ['-e', `JSON.parse(require('node:fs').readFileSync(${JSON.stringify(lock)}, 'utf8'))`] };
  const rounds = packages > 5_000 ? 11 : 21;
  return [
    times(`scan of ${packages} npm packages`, run, aim, rounds),
    { ...times(`floor: read and parse that lock`, floor, 0, rounds), aim: undefined },
    { name: `scan of ${packages} npm packages, peak memory`, value: peakMemory(run), unit: 'MB', ...(packages > 5_000 && { aim: 120 }) },
  ].map(({ aim: wanted, ...measure }) => ({ ...measure, ...(wanted !== undefined && { aim: wanted }) }));
}

/** As npm writes it: nested copies, dependencies, addresses and digests; one package in a hundred has known vulnerabilities. */
function npmLock(packages: number): string {
  const vulnerable = ['lodash@4.17.20', 'minimist@1.2.5', 'ejs@3.1.6', 'path-to-regexp@0.1.7', 'express@4.17.1'];
  const entries: Record<string, object> = { '': { name: 'bench', version: '1.0.0', dependencies: { 'package-0': '^1.0.0' } } };
  for (let index = 0; index < packages; index++) {
    const known = index % 100 === 99 ? vulnerable[((index / 100) % vulnerable.length) | 0] : undefined;
    const [name, version] = known?.split('@') ?? [`package-${index}`, `1.${index % 40}.${index % 7}`];
    const parent = known === undefined ? '' : `node_modules/package-${index - 1}/`;
    entries[`${parent}node_modules/${name}`] = {
      version,
      resolved: `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`,
      integrity: `sha512-${Buffer.from(`${name}@${version}`.repeat(8)).toString('base64').slice(0, 86)}==`,
      license: 'MIT',
      ...(index % 3 === 0 && { dev: true }),
      dependencies: { [`package-${(index * 7) % packages}`]: '^1.0.0', [`package-${(index * 13) % packages}`]: '>=1' },
      engines: { node: '>= 0.8' },
    };
  }
  return JSON.stringify({ name: 'bench', version: '1.0.0', lockfileVersion: 3, requires: true, packages: entries }, null, 2);
}

/** A tree of 100 000 files of which ten are lockfiles: memory must not follow the number of files. */
function tree(folder: string, program: Program): Measure[] {
  const root = join(folder, 'tree');
  for (let index = 0; index < 1_000; index++) {
    const sub = join(root, `a${index % 10}`, `b${index}`);
    mkdirSync(sub, { recursive: true });
    for (let file = 0; file < 100; file++) writeFileSync(join(sub, `module-${file}.ts`), '');
    if (index < 10) writeFileSync(join(sub, 'requirements.txt'), 'requests==2.31.0\n');
  }
  const run = program('scan', '--offline', root, '--format', `json=${join(folder, 'out.json')}`);
  return [
    { ...times('scan of a tree of 100 000 files', run, 0, 3), aim: undefined },
    { name: 'scan of a tree of 100 000 files, peak memory', value: peakMemory(run), unit: 'MB', aim: 120 },
  ].map(({ aim, ...measure }) => ({ ...measure, ...(aim !== undefined && { aim }) }));
}
