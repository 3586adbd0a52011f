import { readFileSync } from 'node:fs';

/** An entry of `packages` in package-lock.json. */
interface Entry {
  version?: string;
  dev?: boolean;
  dependencies?: Record<string, string>;
  [more: string]: unknown;
}

/** The parts of a CycloneDX document that scripts read and write. */
export interface Bom {
  metadata: { timestamp: string; component: object };
  components: { 'bom-ref': string; properties?: { name: string; value?: string }[] | undefined }[];
}

/** The lock, cut down to what is installed with the program and what the build bundled (dist/bundled.json). */
export function lockOfShipped(): object {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };
  const bundled = new Set(JSON.parse(readFileSync('dist/bundled.json', 'utf8')) as string[]);
  const shipped = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && (dev !== true || bundled.has(path)));
  const names = new Set(shipped.map(([path]) => nameOf(path)));
  // What a package asks for and the build left out is nowhere in the program.
  const kept = (asked: Record<string, string> = {}) => Object.fromEntries(Object.entries(asked).filter(([name]) => names.has(name)));
  const { name, version, license, devDependencies, optionalDependencies } = lock.packages[''] as Record<string, Record<string, string>>;
  const root = { name, version, license, dependencies: kept({ ...devDependencies, ...optionalDependencies }) };
  const entries = shipped.map(([path, { dev, dependencies, peerDependencies, optionalDependencies: optional, ...entry }]) => [
    path,
    { ...entry, dependencies: kept({ ...dependencies, ...(optional as Record<string, string>) }) },
  ]);
  return { name, version, lockfileVersion: 3, requires: true, packages: { '': root, ...Object.fromEntries(entries) } };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
