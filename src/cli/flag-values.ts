/** A text the user typed for an option that no variable or file can set. */
export function flagText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Texts of an option that may be given several times or takes several values. */
export function flagList(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((item) => flagText(item) ?? []) : [flagText(value) ?? []].flat();
}
