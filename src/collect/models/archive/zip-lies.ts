import { quote } from '../../../support/quote.js';
import type { ScanInput } from '../contract/format.js';
import { escapes } from './paths.js';
import { headersOf } from './zip-data.js';
import type { ZipMember } from './zip-members.js';

const ODD_FLAGS: readonly (readonly [number, string])[] = [
  [0x20, 'patched-data flag'],
  [0x40, 'strong-encryption flag'],
];
const DESCRIPTOR = 8;

/** Observes names that leave the folder, and names that occur twice. */
export function noteNames(input: ScanInput, members: readonly ZipMember[]): void {
  const seen = new Set<string>();
  for (const member of members) {
    const names = new Set(headersOf(member).map(({ name }) => name));
    for (const name of names) {
      const reason = escapes(name);
      if (reason !== undefined) input.observe({ kind: 'archive.traversal', evidence: `${quote(name)} (${reason})` });
      if (seen.has(name)) input.observe({ kind: 'archive.mismatch', evidence: `two members named ${quote(name)}` });
      seen.add(name);
    }
  }
}

/** Observes differences between the two headers of a member, because readers differ in which one they trust. */
export function noteLies(input: ScanInput, member: ZipMember): void {
  const { central, local } = member;
  const name = quote(headersOf(member)[0]?.name ?? '');
  const note = (evidence: string) => input.observe({ kind: 'archive.mismatch', evidence });
  for (const [flag, words] of ODD_FLAGS) if (headersOf(member).some(({ flags }) => (flags & flag) !== 0)) note(`${words} on ${name}`);
  if (central === undefined) note(`${name} is missing in the directory`);
  else if (local === undefined) note(`${name} has no local header`);
  else {
    if (central.name !== local.name) note(`${name} is named ${quote(local.name)} in its local header`);
    if (central.method !== local.method) note(`${name} has methods ${central.method} and ${local.method}`);
    const stated = (local.flags & DESCRIPTOR) === 0 || local.packed > 0;
    if (stated && (central.packed !== local.packed || central.plain !== local.plain)) note(`${name} has two sizes`);
  }
}
