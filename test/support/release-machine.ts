import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { helm } from './chart.js';
import { copyTree } from './copy-tree.js';
import { environment, execFileSync } from './programs.js';
import { programPath, projectRoot } from './spawn-cli.js';

/** What a release is made of in a checkout that is built. */
const PARTS = [
  'bin',
  'deploy',
  'dist',
  'docs/schemas',
  'fixtures/demo',
  'fixtures/feeds',
  'fixtures/sample-app',
  'scripts',
  'vex',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'THIRD-PARTY-NOTICES.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/** A built checkout of its own, as a job finds it after `npm ci` and `npm run build`. */
export function builtCheckout(path: string): void {
  for (const part of PARTS) copyTree(join(projectRoot, part), join(path, part));
  symlinkSync(join(projectRoot, 'node_modules'), join(path, 'node_modules'));
  const git = (...words: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], { cwd: path });
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'a release');
}

/**
 * Stand-ins for the programs that reach the world; each notes its words in $CALLS. A file that is handed to one must be there. npm is the
 * real one but for what was done before, and publishes nothing; helm, where it is there, packs for real.
 */
const STAND_INS: Readonly<Record<string, string>> = {
  npm: `case "$1" in
  ci|run|install) ;;
  publish) exec "$REAL_NPM" "$@" --dry-run --registry http://127.0.0.1:9 --fetch-retries 0 ;;
  *) exec "$REAL_NPM" "$@" ;;
esac`,
  helm: `case "$1 $2" in
  "registry login") read -r password && test "$password" = "$EXPECTED_TOKEN" ;;
  push*) test -s "$2" && echo "Digest: sha256:$(printf c%.0s $(seq 64))" ;;
  *) if [ -n "$REAL_HELM" ]; then exec "$REAL_HELM" "$@"; fi
     tar -czf "$4/castellan-$VERSION.tgz" "$2" ;;
esac`,
  cosign: `for word; do
  case "$last" in --predicate) test -s "$word" ;; --bundle) echo '{}' > "$word" ;; esac
  last=$word
done
case "$1" in sign-blob) test -s "$last" ;; esac`,
  docker: `echo "$INDEX"`,
  castellan: `exec "$NODE" "$PROGRAM" sbom fixtures/sample-app --output "$5"`,
  gh: `for word; do case "$word" in out/*) test -s "$word" ;; esac; done`,
};

/** Variables of a machine on which a job runs: its programs are stand-ins, and say in `calls` what they were asked. */
export function releaseMachine(folder: string): { calls: string; environment: Record<string, string> } {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const calls = join(folder, 'calls.txt');
  writeFileSync(calls, '');
  for (const [name, script] of Object.entries(STAND_INS)) {
    writeFileSync(join(programs, name), `#!/bin/bash\nset -e\necho "${name} $*" >> "$CALLS"\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  }
  const path = environment().PATH ?? '';
  const npm =
    path
      .split(delimiter)
      .map((one) => join(one, 'npm'))
      .find(existsSync) ?? 'npm';
  const named = { CALLS: calls, NODE: process.execPath, PROGRAM: programPath, REAL_NPM: npm, REAL_HELM: helm ?? '' };
  return { calls, environment: { PATH: `${programs}${delimiter}${path}`, ...named } };
}
