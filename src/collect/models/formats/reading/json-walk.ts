import { isObject, type JsonObject } from '../../../../support/json.js';

/** An object in a JSON value, with its pointer. */
export interface FoundObject {
  readonly object: JsonObject;
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
}

/** Limit of visited objects: a configuration has thousands, a boosted forest stored as JSON millions. */
const MAX_OBJECTS = 2_000_000;

/** All objects of a value, outermost first, without recursion. Lists of plain numbers are skipped cheaply. */
export function* objectsOf(value: unknown): Generator<FoundObject> {
  const waiting: { value: unknown; pointer: string }[] = [{ value, pointer: '' }];
  for (let count = 0; count < MAX_OBJECTS; ) {
    const next = waiting.pop();
    if (next === undefined) return;
    if (isObject(next.value)) {
      count++;
      yield { object: next.value, pointer: next.pointer };
    }
    for (const child of childrenOf(next)) waiting.push(child);
  }
}

function* childrenOf({ value, pointer }: { value: unknown; pointer: string }): Generator<{ value: unknown; pointer: string }> {
  if (Array.isArray(value)) {
    for (let index = value.length - 1; index >= 0; index--) {
      const child: unknown = value[index];
      if (typeof child === 'object' && child !== null) yield { value: child, pointer: `${pointer}/${index}` };
    }
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value).reverse()) {
      if (typeof child === 'object' && child !== null)
        yield { value: child, pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}` };
    }
  }
}
