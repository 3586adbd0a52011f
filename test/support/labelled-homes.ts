import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyTree } from './copy-tree.js';
import { hasReferenceData, referencePath } from './reference-data.js';

/** The labelled homes and projects of AI clients in the reference data, each a folder that is copied before it is used. */
export class LabelledHomes {
  readonly names: string[];
  private readonly source = referencePath('mcp-configs', 'visible');
  private readonly scratch = hasReferenceData ? mkdtempSync(join(tmpdir(), 'agents-')) : '';

  constructor() {
    this.names = hasReferenceData
      ? readdirSync(this.source)
          .sort()
          .filter((name) => this.isTestable(name))
      : [];
  }

  /** A fresh copy of one, with its links and modes. */
  prepare(name: string): string {
    const folder = join(this.scratch, name);
    copyTree(join(this.source, name), folder);
    const { symlink = {}, chmod = {} } = setupOf(folder);
    for (const [path, target] of Object.entries(symlink)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      symlinkSync(target, join(folder, path));
    }
    for (const [path, mode] of Object.entries(chmod)) chmodSync(join(folder, path), Number.parseInt(mode, 8));
    return folder;
  }

  dispose(): void {
    if (this.scratch !== '') rmSync(this.scratch, { recursive: true, force: true });
  }

  /** Root reads files that nobody may read. */
  private isTestable(name: string): boolean {
    return process.getuid?.() !== 0 || !Object.values(setupOf(join(this.source, name)).chmod ?? {}).includes('0000');
  }
}

interface Setup {
  symlink?: Record<string, string>;
  chmod?: Record<string, string>;
}

function setupOf(folder: string): Setup {
  const path = join(folder, 'setup.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Setup) : {};
}
