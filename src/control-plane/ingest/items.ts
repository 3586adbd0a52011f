import type { z } from 'zod';

/** An item of a push that was refused, by its index. The reason names members, never values. */
export interface Rejected {
  index: number;
  reason: string;
}

export interface Sorted<T> {
  accepted: T[];
  rejected: Rejected[];
}

/** Separates the items of a push into those that match their schema and those that do not. */
export function sortItems<S extends z.ZodType>(items: readonly unknown[], schema: S): Sorted<z.output<S>> {
  const sorted: Sorted<z.output<S>> = { accepted: [], rejected: [] };
  items.forEach((item, index) => {
    const result = schema.safeParse(item);
    if (result.success) sorted.accepted.push(result.data);
    else sorted.rejected.push({ index, reason: reasonOf(result.error.issues) });
  });
  return sorted;
}

const SHOWN = 3;

function reasonOf(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .slice(0, SHOWN)
    .map(({ path, code, message }) => {
      const place = path.map((step) => (/^[a-z_][a-z0-9_]{0,40}$|^\d{1,6}$/.test(String(step)) ? String(step) : '*')).join('.');
      const what = code === 'unrecognized_keys' ? 'unknown key' : message.slice(0, 200);
      return place === '' ? what : `${place}: ${what}`;
    })
    .join('; ');
}
