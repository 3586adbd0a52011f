import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readVariable } from '../config/environment.js';
import { dataPaths } from '../config/paths.js';
import { redact } from '../support/redact.js';
import { makePrivateFolder } from '../system/make-folder.js';
import { version } from './version.js';

/** Writes the chain of causes of an unexpected error, redacted, for a bug report. Undefined when nothing can be written. */
export function writeCrashLog(error: unknown, environment: NodeJS.ProcessEnv): string | undefined {
  try {
    const machine = { platform: process.platform, environment, home: homedir() };
    const folder = dataPaths(machine, readVariable(environment, 'HOME'), undefined).logs;
    makePrivateFolder(folder);
    const file = join(folder, `crash-${process.pid}.log`);
    writeFileSync(file, redact(`castellan ${version}, node ${process.version}, ${process.platform}\n${chain(error)}\n`), { mode: 0o600 });
    return file;
  } catch {
    return undefined;
  }
}

function chain(error: unknown): string {
  const lines: string[] = [];
  for (let at = error, depth = 0; at !== undefined && depth < 10; depth++) {
    lines.push(at instanceof Error ? (at.stack ?? at.message) : String(at));
    at = at instanceof Error ? at.cause : undefined;
  }
  return lines.join('\ncaused by: ');
}
