/**
 * Writes our own bill of materials, made by the program itself: `tsx scripts/release/sbom.ts FILE`. It names what users install and what
 * the build put into it, and nothing that only we need: a lock of just these packages is read. SOURCE_DATE_EPOCH sets its time. Needs a build.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Bom, lockOfShipped } from './own-packages.js';
import { run } from './run.js';

const [out] = process.argv.slice(2);
if (out === undefined) throw new Error('usage: sbom.ts FILE');
const folder = mkdtempSync(join(tmpdir(), 'castellan-sbom-'));
try {
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockOfShipped()));
  const raw = join(folder, 'sbom.json');
  run(process.execPath, [resolve('bin/castellan.cjs'), 'sbom', '.', '--offline', '--quiet', '--format', `cyclonedx=${raw}`], {
    cwd: folder,
  });
  writeFileSync(out, `${JSON.stringify(asOurs(JSON.parse(readFileSync(raw, 'utf8'))), null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(resolve(out));

/** The bill names the program, and no lines of a lock that nobody else has. */
function asOurs(bom: Bom): Bom {
  const { name, version, license } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, string>;
  Object.assign(bom.metadata.component, { name, version, purl: `pkg:npm/${name}@${version}`, licenses: [{ license: { id: license } }] });
  for (const component of bom.components)
    component.properties = component.properties?.filter((property) => property.name !== 'castellan:location');
  return bom;
}
