import type { ComponentSource } from '../../../../model/component.js';
import { InputError } from '../../../../support/errors.js';
import { inflateRaw } from '../../../../support/inflate.js';
import { isObject, type JsonObject, own, parseJson } from '../../../../support/json.js';
import type { ByteSource } from '../../../models/contract/source.js';
import type { PackageRecord } from '../../../reader.js';
import { isSensible, textMember } from '../metadata.js';
import type { Executable } from './executable.js';

const MAX_BYTES = 8 * 1024 * 1024;
const ZLIB_HEADER = 2;

/** The crates that cargo-auditable wrote into a program; undefined for programs without its section. Throws InputError where it is damaged. */
export function auditedCrates(source: ByteSource, program: Executable, where: string): PackageRecord[] | undefined {
  const section = program.sections.find(({ name }) => name === '.dep-v0');
  if (!section || section.size === 0) return undefined;
  const value = parseJson(unpacked(source.read(section.offset, Math.min(section.size, MAX_BYTES)), where), where);
  const list = isObject(value) ? own(value, 'packages') : undefined;
  if (!Array.isArray(list)) throw new InputError({ where, message: 'expected the packages of cargo-auditable' });
  return list.filter(isObject).flatMap(crateOf);
}

function unpacked(packed: Uint8Array, where: string): string {
  try {
    return inflateRaw(packed.subarray(ZLIB_HEADER), MAX_BYTES).toString('utf8');
  } catch (cause) {
    throw new InputError({ where, message: 'the list of crates in the program is damaged', cause });
  }
}

/** Crates of the build alone are not in the program; those without a registry are the project's own. */
function crateOf(entry: JsonObject): PackageRecord[] {
  const name = textMember(entry, 'name');
  const version = textMember(entry, 'version');
  const source = textMember(entry, 'source') ?? 'crates.io';
  const isOwn = own(entry, 'root') === true || source === 'local';
  if (isOwn || textMember(entry, 'kind') === 'build' || !isSensible(name) || !isSensible(version)) return [];
  const origin: ComponentSource | undefined = source === 'git' ? { kind: 'git' } : undefined;
  return [{ name, version, ecosystem: 'crates.io', ...(origin && { source: origin }) }];
}
