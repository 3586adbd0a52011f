import { failureOf } from '../../../support/contain.js';
import type { SourceFile } from '../../reader.js';
import type { IacFileOutcome, IacFiles, IacReading } from './iac-reader.js';

/** An empty reading for readers to fill. */
export function emptyReading(): IacReading {
  return { resources: [], ignores: [], files: [], issues: [] };
}

/**
 * Reads own files one by one: a file that cannot be read is failed, with the reason as its issue, and the others are still read. `read` says
 * what became of its file; nothing means `scanned`.
 */
export function readEach(
  files: IacFiles,
  reading: IacReading,
  read: (source: SourceFile, path: string) => IacFileOutcome['outcome'] | undefined,
): void {
  for (const path of files.own) {
    try {
      const source = files.open(path);
      // The walk saw it, so it is gone or leads out of the folder by now.
      if (!source) fail(reading, path, { kind: 'unreadable', reason: 'cannot be opened' });
      else reading.files.push({ path, outcome: read(source, path) ?? 'scanned' });
    } catch (error) {
      fail(reading, path, failureOf(error));
    }
  }
}

function fail(reading: IacReading, path: string, failure: Omit<IacReading['issues'][number], 'path'>): void {
  reading.files.push({ path, outcome: 'failed' });
  reading.issues.push({ ...failure, path });
}
