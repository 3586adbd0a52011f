import type { Budget } from '../contract/budget.js';
import type { ByteSource } from '../contract/source.js';
import { type CentralDirectory, findLocal, localAt, readDirectory, type ZipHeader } from './zip-records.js';

/** One member with both of its headers; one of them may be missing. */
export interface ZipMember {
  central?: ZipHeader;
  local?: ZipHeader;
  /** Offset of its data. */
  data: number;
}

/** All that lies in an archive. */
export interface ZipContents {
  members: ZipMember[];
  directory: CentralDirectory;
  /** True when members' data overlap. */
  overlaps: boolean;
}

const DESCRIPTOR = 24;

/** The members of the directory, and those with only a local header, which are found in the gaps between. */
export function readContents(source: ByteSource, budget: Budget): ZipContents {
  const directory = readDirectory(source, () => budget.spendEntries());
  const members = directory.entries.map((central): ZipMember => {
    const local = localAt(source, central.offset);
    return { central, ...(local !== undefined && { local }), data: central.offset + (local?.length ?? 0) };
  });
  const ranges = members.map(({ central, data }) => ({ from: central?.offset ?? 0, to: data + (central?.packed ?? 0) }));
  ranges.sort((a, b) => a.from - b.from);
  const overlaps = ranges.some((range, index) => index > 0 && range.from < (ranges[index - 1]?.to ?? 0));
  const orphans = gapsBetween(ranges, directory.start).flatMap((gap) => orphansIn(source, gap, budget));
  return { members: [...members, ...orphans], directory, overlaps };
}

interface Range {
  from: number;
  to: number;
}

function gapsBetween(ranges: readonly Range[], end: number): Range[] {
  const gaps: Range[] = [];
  let at = 0;
  for (const { from, to } of ranges) {
    if (from - at > DESCRIPTOR) gaps.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  if (end - at > DESCRIPTOR) gaps.push({ from: at, to: end });
  return gaps;
}

/** Members that only have a local header. They end after their stated size or, without one, at the next header. */
function orphansIn(source: ByteSource, gap: Range, budget: Budget): ZipMember[] {
  const found: ZipMember[] = [];
  for (let at = findLocal(source, gap.from, gap.to); at >= 0; ) {
    budget.spendEntries();
    const local = localAt(source, at);
    const data = at + (local?.length ?? 4);
    const stated = local === undefined ? 0 : local.packed;
    const next = findLocal(source, data + Math.min(stated, gap.to - data), gap.to);
    if (local !== undefined) found.push({ local: stated > 0 ? local : { ...local, packed: (next < 0 ? gap.to : next) - data }, data });
    at = next;
  }
  return found;
}
