import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import { limits } from '../../../support/limits.js';
import type { PackageRecord } from '../../reader.js';
import type { ImageFile } from '../contract/image-tree.js';
import type { InstalledReading } from '../contract/installed-reader.js';
import { imageSource } from './image-source.js';

/** The JSON object that a file holds. Throws InputError. */
export function jsonObject(file: ImageFile): JsonObject {
  const value = parseJson(imageSource(file).text(), file.path);
  if (!isObject(value)) throw new InputError({ where: file.path, message: 'expected a JSON object' });
  return value;
}

/** A text member that is not empty; undefined for anything else. */
export function textMember(object: JsonObject, key: string): string | undefined {
  const value = own(object, key);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** An object member; an empty one for anything else. */
export function objectMember(object: JsonObject, key: string): JsonObject {
  const value = own(object, key);
  return isObject(value) ? value : {};
}

/** True for a name or version short enough to be one. */
export function isSensible(text: string | undefined): text is string {
  return text !== undefined && text !== '' && text.length <= limits.maxNameLength && !/[\s\u0000-\u001f]/.test(text);
}

/** A reading of one package. */
export function onePackage(record: PackageRecord): InstalledReading {
  return { packages: [record], issues: [] };
}

/** A file that says nothing about an installed package. */
export function noPackage(): InstalledReading {
  return { packages: [], issues: [] };
}

/** A file that should have named a package and does not. */
export function unnamed(file: ImageFile, expected: string): InstalledReading {
  return { packages: [], issues: [{ kind: 'invalid_entry', path: file.path, reason: `expected ${expected}` }], outcome: 'failed' };
}
