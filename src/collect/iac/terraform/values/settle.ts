import type { IacValue, SourcePlace } from '../../../../model/iac.js';
import { MAX_VIA } from './make.js';

/** Lines of an attribute in its file. */
export interface Span {
  at: SourcePlace;
  endLine: number;
}

/** Gives what came from elsewhere the place of the attribute that it was put into, and keeps the way that it came. */
export function settle<T extends IacValue>(value: T, span: Span): T {
  return settleValue(value, span) as T;
}

function settleValue(value: IacValue, span: Span): IacValue {
  const placed = isWithin(value.at, span) ? value : { ...value, at: span.at, via: viaOf(value) };
  switch (placed.kind) {
    case 'list': {
      const items = changed(placed.items, (item) => settleValue(item, span));
      return items === placed.items ? placed : { ...placed, items };
    }
    case 'map': {
      let entries: Map<string, IacValue> | undefined;
      for (const [key, entry] of placed.entries) {
        const settled = settleValue(entry, span);
        if (settled === entry) continue;
        entries ??= new Map(placed.entries);
        entries.set(key, settled);
      }
      return entries ? { ...placed, entries } : placed;
    }
    default:
      return placed;
  }
}

function isWithin({ path, line }: SourcePlace, { at, endLine }: Span): boolean {
  return path === at.path && line >= at.line && line <= endLine;
}

function viaOf(value: IacValue): readonly SourcePlace[] {
  return value.via === undefined ? [value.at] : [value.at, ...value.via].slice(0, MAX_VIA);
}

function changed(items: readonly IacValue[], change: (item: IacValue) => IacValue): readonly IacValue[] {
  let result: IacValue[] | undefined;
  items.forEach((item, at) => {
    const next = change(item);
    if (next === item) return;
    result ??= [...items];
    result[at] = next;
  });
  return result ?? items;
}
