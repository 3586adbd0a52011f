import type { ByteSource } from '../../../models/contract/source.js';
import type { PackageRecord } from '../../../reader.js';
import type { ImageFile } from '../../contract/image-tree.js';
import type { InstalledReading } from '../../contract/installed-reader.js';
import { librariesOf } from '../dotnet.js';
import { noPackage } from '../metadata.js';
import { auditedCrates } from './cargo-audit.js';
import { bundledDeps } from './dotnet-bundle.js';
import { type Executable, readExecutable } from './executable.js';
import { goBuildInfo } from './go-build-info.js';
import { goPackages } from './go-modules.js';
import { programByVersion } from './version-strings.js';

/** What a program was built from; a program that tells nothing has no packages. Throws InputError for damaged lists. */
export function readProgram(file: ImageFile): InstalledReading {
  const source = file.content();
  const program = readExecutable(source);
  if (!program) return noPackage();
  const go = goBuildInfo(source, program);
  if (go) return goPackages(go);
  const crates = auditedCrates(source, program, file.path);
  if (crates) return { packages: crates, issues: [] };
  const deps = bundledDeps(source);
  if (deps) return librariesOf(deps, file.path);
  if (isPacked(source, program)) return packed();
  const known: PackageRecord | undefined = programByVersion(file.path, source);
  return { packages: known ? [known] : [], issues: [] };
}

const PACKER_HEAD = 4_096;

/** UPX leaves its mark between the headers and the packed code. */
function isPacked(source: ByteSource, { sections }: Executable): boolean {
  const head = source.read(0, PACKER_HEAD);
  return head.includes('UPX!') || sections.some(({ name }) => name === 'UPX0' || name === 'UPX1');
}

function packed(): InstalledReading {
  const reason = 'packed with UPX, so what it was built from cannot be told';
  return { packages: [], issues: [{ kind: 'unsupported_format', reason, note: true }] };
}
