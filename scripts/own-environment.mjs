// The environment of programs that tests, benches and scripts start: none of theirs may find the home, settings, accounts or
// databases of whoever runs them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Without these programs do not start, or find no place for temporary files. All else stays out, whatever it is called. */
const KEPT = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TMP', 'TEMP', 'PATHEXT', 'ComSpec', 'SystemRoot', 'windir'];

/** Where homes are made; gone with the test run, or with this process. */
function homes() {
  if (process.env.TEST_HOMES === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'castellan-homes-'));
    process.env.TEST_HOMES = folder;
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  return process.env.TEST_HOMES;
}

/** A new, empty home, and nothing of this process's environment but what programs need to start; `more` comes on top. */
export function ownEnvironment(more = {}) {
  const kept = KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  const home = mkdtempSync(join(homes(), 'home-'));
  return { ...Object.fromEntries(kept), LANG: 'C.UTF-8', HOME: home, USERPROFILE: home, ...more };
}
