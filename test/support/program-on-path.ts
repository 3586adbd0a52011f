import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from './programs.js';
import { projectFolder } from './project-folder.js';
import { programPath } from './spawn-cli.js';

/** A `PATH` that begins with a folder with `castellan`, as npm would have put it there, and an `npm` that installs what is there already. */
export function programOnPath(): string {
  const castellan = `#!/bin/sh\nexec '${process.execPath}' '${programPath}' "$@"\n`;
  // `--prefix FOLDER` puts the program below that folder.
  const npm = `#!/bin/sh
case "$*" in
  "install -g --ignore-scripts castellan@"*) ;;
  "install --ignore-scripts --prefix "*) mkdir -p "$4/node_modules/.bin" && ln -sf "$(dirname "$0")/castellan" "$4/node_modules/.bin/castellan" ;;
  *) echo "npm: unexpected: $*" >&2; exit 1 ;;
esac
`;
  const folder = projectFolder({ castellan, npm });
  for (const name of ['castellan', 'npm']) chmodSync(join(folder, name), 0o755);
  return `${folder}:${environment().PATH}`;
}
