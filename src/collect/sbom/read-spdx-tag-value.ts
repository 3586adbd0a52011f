import { InputError } from '../../support/errors.js';
import type { ReadResult, SourceFile } from '../reader.js';
import { readResult } from './document.js';
import { checkSpdxVersion, purlOfReference, SpdxBuilder, type SpdxPackage } from './spdx.js';
import { eachTag, type Tag } from './spdx-tags.js';

/** Reads an SPDX 2 document in tag-value form. Throws InputError when it states no version or an unsupported one. */
export function readSpdxTagValue(file: SourceFile): ReadResult {
  const builder = new SpdxBuilder();
  const complain = (line: number, reason: string) => void builder.issues.push({ kind: 'invalid_entry', line, reason });
  const state: State = { builder, where: file.path, open: undefined, versioned: false };
  for (const tag of eachTag(file.text(), complain)) take(state, tag);
  closePackage(state);
  if (!state.versioned) {
    throw new InputError({
      where: file.path,
      issue: 'unsupported_format',
      message: 'no tag "SPDXVersion": not an SPDX document in tags and values',
    });
  }
  return readResult(builder.finish());
}

interface State {
  builder: SpdxBuilder;
  where: string;
  open: SpdxPackage | undefined;
  versioned: boolean;
}

/** Tags that begin another section and thereby end a package. */
const SECTIONS = new Set(['FileName', 'SnippetSPDXID', 'LicenseID']);

function take(state: State, { name, value, line }: Tag): void {
  if (name === 'PackageName') {
    closePackage(state);
    state.open = { name: value, purls: [], licenses: [], line };
  } else if (SECTIONS.has(name)) {
    closePackage(state);
  } else if (name === 'SPDXVersion') {
    checkSpdxVersion(value, state.where);
    state.versioned = true;
  } else if (name === 'Relationship') {
    const [from = '', type = '', to = ''] = value.split(/\s+/, 3);
    state.builder.addRelationship(from, type, to);
  } else if (state.open) {
    takePackageTag(state.open, name, value);
  }
}

function takePackageTag(open: SpdxPackage, name: string, value: string): void {
  switch (name) {
    case 'SPDXID':
      open.id = value;
      break;
    case 'PackageVersion':
      open.version = value;
      break;
    case 'PackageLicenseConcluded':
      open.licenses.unshift(value);
      break;
    case 'PackageLicenseDeclared':
      open.licenses.push(value);
      break;
    case 'PackageComment':
      open.comment = value;
      break;
    case 'PrimaryPackagePurpose':
      open.purpose = value;
      break;
    case 'ExternalRef': {
      const [, type, locator] = value.split(/\s+/, 3);
      const purl = locator && purlOfReference(type ?? '', locator);
      if (purl) open.purls.push(purl);
      break;
    }
  }
}

function closePackage(state: State): void {
  if (state.open?.name) state.builder.addPackage(state.open);
  else if (state.open)
    state.builder.issues.push({
      kind: 'invalid_entry',
      reason: 'a package without a name',
      ...(state.open.line !== undefined && { line: state.open.line }),
    });
  state.open = undefined;
}
