import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { castellan, projectRoot, type RunOptions, type RunResult, temporaryFolder } from './spawn-cli.js';

/** A temporary folder with these files, removed when the test ends. */
export function projectFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = temporaryFolder();
  onTestFinished(folder.dispose);
  writeTree(folder.path, files);
  return folder.path;
}

/** Writes files below a folder, and the folders they need. */
export function writeTree(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** An npm lock of exactly these packages, `name@version`. */
export function npmLock(...specs: string[]): string {
  const packages = specs.map((spec) => {
    const at = spec.lastIndexOf('@');
    return [`node_modules/${spec.slice(0, at)}`, { version: spec.slice(at + 1), resolved: `https://registry.npmjs.org/${spec}.tgz` }];
  });
  return JSON.stringify({ name: 'app', lockfileVersion: 3, packages: { '': { name: 'app' }, ...Object.fromEntries(packages) } }, null, 2);
}

/** An npm lock of so many versions of a package, each of which the sample feed has a critical finding of. */
export function vulnerableLock(count: number): string {
  const lock = JSON.parse(npmLock());
  for (let at = 0; at < count; at++) lock.packages[`node_modules/p${at}/node_modules/minimist`] = { version: `0.1.${at}` };
  return JSON.stringify(lock);
}

/** The sample feed as a database, which the program imports once for all test files of a process. */
let imported: Promise<string> | undefined;

async function importFeed(): Promise<string> {
  const path = join(process.env.TEST_HOMES ?? temporaryFolder().path, `advisories-${process.pid}.db`);
  const made = await castellan(['db', 'update', '--from', join(projectRoot, 'fixtures/feeds')], { env: { SERVICE_DB: path } });
  if (made.code !== 0) throw new Error(`the sample feed was not imported: ${made.stderr}`);
  return path;
}

/** Runs the program with the project's sample feed as advisory database. */
export class SampleDatabase {
  private constructor(readonly file: string) {}

  /** Makes a database of its own; `dispose` removes it. */
  static async create(): Promise<{ database: SampleDatabase; dispose(): void }> {
    const folder = temporaryFolder();
    const path = join(folder.path, 'advisories.db');
    imported ??= importFeed();
    copyFileSync(await imported, path);
    return { database: new SampleDatabase(path), dispose: folder.dispose };
  }

  run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    return castellan(args, { ...options, env: { SERVICE_DB: this.file, ...options.env } });
  }
}
