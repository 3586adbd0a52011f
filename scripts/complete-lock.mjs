// Adds to package-lock.json the optional platform packages that the registry in use did not offer when it was written, so that
// `npm ci` finds the lock complete on every system. Run it after an `npm install` that changed the lock.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPUS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64'];

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const packages = lock.packages;
const added = [];

for (const [parent, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (`node_modules/${name}` in packages || `${parent}/node_modules/${name}` in packages) continue;
    const placed = platformEntry(name, version, entry.dev === true);
    if (placed) packages[`node_modules/${name}`] = placed;
    added.push(`${name}@${version}${placed ? '' : ' (left out: not named after a platform)'}`);
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added.length} added\n${added.join('\n')}\n`);

/** An exact version and the system and processor its name states, as npm would have written them. */
function platformEntry(name, version, dev) {
  const words = name.split(/[/.-]/);
  const os = SYSTEMS.find((system) => words.includes(system));
  const cpu = CPUS.find((processor) => words.includes(processor));
  if (!os || !/^\d/.test(version)) return undefined;
  const libc = os === 'linux' ? (words.some((word) => word.startsWith('musl')) ? ['musl'] : ['glibc']) : undefined;
  return { version, ...(cpu ? { cpu: [cpu] } : {}), ...(dev ? { dev: true } : {}), ...(libc ? { libc } : {}), optional: true, os: [os] };
}
