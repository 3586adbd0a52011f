import type { IacValue } from '../../../model/iac.js';

/** Every text and number in a value, but not in the parts that are `left`. */
export function* textsIn(value: IacValue, left: ReadonlySet<IacValue>): Generator<string> {
  if (left.has(value)) return;
  if (value.kind === 'scalar') {
    if (typeof value.value === 'string' || typeof value.value === 'number') yield String(value.value);
  } else if (value.kind === 'list') for (const item of value.items) yield* textsIn(item, left);
  else if (value.kind === 'map') for (const item of value.entries.values()) yield* textsIn(item, left);
}
