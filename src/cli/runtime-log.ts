import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { LogVerifier } from '../audit/log-chain.js';
import { filesOfLog } from '../runtime/evidence/log-file.js';
import { plural } from '../support/listing.js';
import { diskError } from '../system/disk-error.js';
import { exitCodes } from './exit-codes.js';
import { readRing } from './key-ring.js';
import type { Io } from './terminal/console-io.js';

/** Checks the log of a relay with the files it was rotated to; says what is wrong with the first bad line. Gives the exit code. */
export async function verifyRuntimeLog(file: string, { cwd, keyFile, io }: { cwd: string; keyFile: string; io: Io }): Promise<number> {
  const verifier = new LogVerifier(readRing(resolve(cwd, keyFile)));
  const files = filesOfLog(resolve(cwd, file));
  for (const path of files) await eachLine(path, (text, line) => verifier.take(text, basename(path), line));
  const { records, bad, startsLate, isOpen } = verifier.end();
  if (bad) {
    io.out(`${file}: NOT valid: line ${bad.line}${files.length > 1 ? ` of ${bad.file}` : ''} ${bad.reason}\n`);
    return exitCodes.failed;
  }
  const notes = [
    startsLate ? 'older records were rotated away' : undefined,
    isOpen ? 'the last session is not closed: it runs, was killed, or its end was cut off' : undefined,
  ].filter((note) => note !== undefined);
  const spread = files.length > 1 ? ` in ${plural(files.length, 'file')}` : '';
  io.out(`${file}: valid, ${plural(records, 'record')}${spread}${notes.map((note) => `; ${note}`).join('')}\n`);
  return exitCodes.success;
}

/** Every line of a file, the first is 1; stops where `take` gives false. */
export async function eachLine(path: string, take: (text: string, line: number) => boolean): Promise<void> {
  const input = createReadStream(path);
  const failed = new Promise<never>((_, reject) => {
    input.once('error', (cause) => reject(diskError(path, 'cannot be read', cause)));
  });
  const read = async () => {
    let line = 0;
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1;
      if (!take(text, line)) break;
    }
  };
  await Promise.race([read(), failed]);
  input.destroy();
}
