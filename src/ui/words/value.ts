/** A value of any shape as text: texts as they are, all else as JSON. */
export function inText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A member of something that may be no object; undefined where there is none. */
export function partOf(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}
