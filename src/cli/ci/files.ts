import { existsSync, lstatSync, realpathSync, rmSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { OperationalError } from '../../support/errors.js';
import { ciInputs, type GivenInputs } from './inputs.js';

type FileInput = { [N in keyof typeof ciInputs]: (typeof ciInputs)[N] extends { format: string } ? N : never }[keyof typeof ciInputs];

const FILE_INPUTS = (Object.keys(ciInputs) as (keyof typeof ciInputs)[]).filter((name): name is FileInput => 'format' in ciInputs[name]);

/** The reports that a run writes, by the inputs that name their files. Paths are relative to the working folder. */
export class ReportFiles {
  private isCleared = false;

  constructor(
    private readonly given: GivenInputs,
    private readonly folder: string,
    /** Of that folder, from the workspace. */
    private readonly place: string,
  ) {}

  /** `--format` arguments. */
  get formats(): string[] {
    return this.named().flatMap(({ name, path }) => ['--format', `${ciInputs[name].format}=${path}`]);
  }

  /** Removes what an earlier run has left, so that everything tells of this run alone. Throws OperationalError naming what stays. */
  clear(): void {
    const left = this.named().filter(({ path }) => !isForgotten(resolve(this.folder, path)));
    if (left.length > 0) {
      const where = left.map(({ path }) => path).join(', ');
      throw new OperationalError({ where, message: 'is of an earlier run and cannot be removed' });
    }
    this.isCleared = true;
  }

  /** Path of what this run has written, from the workspace; empty: nothing. */
  written(name: FileInput): string {
    const path = this.given.text(name);
    if (path === '' || !this.isCleared || !existsSync(resolve(this.folder, path))) return '';
    return this.place === '.' || isAbsolute(path) ? path : join(this.place, path);
  }

  private named() {
    return FILE_INPUTS.map((name) => ({ name, path: this.given.text(name) })).filter(({ path }) => path !== '');
  }
}

/** Removes a regular file, also at the end of a link; devices, pipes and folders are nothing that a run has left. False where it stays. */
function isForgotten(file: string): boolean {
  try {
    if (!existsSync(file)) return true;
    const place = realpathSync(file);
    if (lstatSync(place).isFile()) rmSync(place);
    return true;
  } catch {
    return false;
  }
}
