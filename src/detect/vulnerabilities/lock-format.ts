/** Reader that wrote-like files belong to, by base name: it decides which tool upgrades. */
const FORMATS: Readonly<Record<string, string>> = {
  'package-lock.json': 'npm-lock',
  'npm-shrinkwrap.json': 'npm-lock',
  'pnpm-lock.yaml': 'pnpm-lock',
  'yarn.lock': 'yarn-classic',
  'bun.lock': 'bun-lock',
  'deno.lock': 'deno-lock',
  'poetry.lock': 'poetry-lock',
  'uv.lock': 'uv-lock',
  'pdm.lock': 'pdm-lock',
  'Pipfile.lock': 'pipfile-lock',
  'gradle.lockfile': 'gradle-lockfile',
  'packages.config': 'packages-config',
  'Gemfile.lock': 'gemfile-lock',
};

/** Reader id of the file a component was found in, as far as its name tells. */
export function lockFormat(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
}
