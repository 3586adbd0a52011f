import { join } from 'node:path';
import { OperationalError } from '../../support/errors.js';
import { stampOf } from '../../system/stored-file.js';
import type { Fetched, FetchRequest, Origin } from './origin.js';

/** A folder (or one file) of this machine laid out as the web server would be. Size and time serve as etag. */
export class FolderOrigin implements Origin {
  readonly received = 0;

  /** `base` is an absolute path. */
  constructor(private readonly base: string) {}

  get name(): string {
    return this.base;
  }

  async fetch<T>(request: FetchRequest<T>): Promise<Fetched<T>> {
    const path = join(this.base, ...request.path.map(segment));
    const stamp = stampOf(path);
    if (!stamp) return { status: 'missing' };
    const etag = `${stamp.size}-${stamp.modifiedMs}`;
    if (request.known?.etag === etag) return { status: 'unchanged' };
    return { status: 'fetched', content: await request.read(path), validators: { etag } };
  }
}

/** Ids of records become file names; none may lead out of the folder. */
function segment(text: string): string {
  if (/[/\\\0]/.test(text) || text === '..') throw new OperationalError({ message: `not a file name: "${text.slice(0, 80)}"` });
  return text;
}
