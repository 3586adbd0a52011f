import { run } from './run.js';

/** Paths of the files that the npm package consists of, sorted; built files are among them only after a build. */
export function packedFiles(): string[] {
  const [packed] = JSON.parse(run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'])) as [{ files: { path: string }[] }];
  return packed.files.map(({ path }) => path).sort();
}
