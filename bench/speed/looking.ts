import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programPath } from '../../test/support/spawn-cli.js';
import { type Measure, median, type ProgramRun, processorTime } from './measure.js';

const FILES = 3_000;
const FILES_OF_FOLDER = 30;
const PACKAGES = 300;
const ROUNDS = 15;

/** What it costs a repository of JavaScript that nobody keeps infrastructure or secrets in to be searched for them. */
export function measureLooking(): Measure[] {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    writeModules(folder, FILES);
    const scan = (...more: string[]): ProgramRun => ({
      args: [programPath, 'scan', folder, '--offline', '--no-vulnerabilities', '--format', 'badge', ...more],
      env: { SERVICE_HOME: join(folder, 'home') },
      // Apart from the settings of this repository.
      cwd: folder,
    });
    const bare = scan('--no-infrastructure', '--no-secrets');
    return [
      {
        name: `scan of ${FILES} JavaScript files, packages alone`,
        value: median(rounds(() => processorTime(bare))),
        unit: 'ms of processor',
      },
      { ...more('looking for infrastructure', bare, scan('--no-secrets')), aim: 3 },
      more('looking for secrets, which reads every file', bare, scan('--no-infrastructure')),
      more('looking for both', bare, scan()),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How much more a run takes than another, run in turns with it; the middle of the pairs. */
function more(name: string, bare: ProgramRun, run: ProgramRun): Measure {
  const shares = rounds((round) => {
    const times = round % 2 === 0 ? [processorTime(bare), processorTime(run)] : [processorTime(run), processorTime(bare)].reverse();
    const [without = 0, with_ = 0] = times;
    return (100 * (with_ - without)) / without;
  });
  return { name, value: median(shares), unit: '% more' };
}

function rounds<T>(measure: (round: number) => T): T[] {
  return Array.from({ length: ROUNDS }, (_round, round) => measure(round));
}

/** A repository of JavaScript with a lockfile. */
export function writeModules(folder: string, files: number): void {
  const entries: Record<string, object> = { '': { name: 'bench', version: '1.0.0' } };
  for (let index = 0; index < PACKAGES; index++) entries[`node_modules/package-${index}`] = { version: `1.${index}.0`, license: 'MIT' };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ name: 'bench', lockfileVersion: 3, packages: entries }, null, 2));
  for (let file = 0; file < files; file++) {
    const parent = join(folder, 'src', `part-${Math.floor(file / FILES_OF_FOLDER)}`);
    if (file % FILES_OF_FOLDER === 0) mkdirSync(parent, { recursive: true });
    writeFileSync(join(parent, `module-${file}.js`), moduleText(file));
  }
}

/** Some 3 kB as programs are written. */
function moduleText(number: number): string {
  const functions = Array.from(
    { length: 12 },
    (_one, index) => `
/** Gives the total of an order, or nothing where its key is unknown. */
export function total${number}_${index}(orders, key) {
  const order = orders.get(key);
  if (order === undefined) return undefined;
  return order.lines.reduce((sum, { price, count }) => sum + price * count, 0);
}
`,
  );
  return `import { tax } from './tax-${number % 7}.js';\n${functions.join('')}`;
}
