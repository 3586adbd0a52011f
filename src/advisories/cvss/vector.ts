/** Legal values of each metric, in the order of the specification. */
export type MetricTable = Readonly<Record<string, string>>;

/** Metrics of a vector by name. */
export type VectorMetrics = ReadonlyMap<string, string>;

/**
 * Reads `AV:N/AC:L/…` strictly: each metric known, legal and given once, all mandatory ones there. Undefined otherwise: a
 * vector with a mistake has no score, because any score would be a guess. `table` maps metrics to their values' letters,
 * separated by blanks.
 */
export function readMetrics(text: string, table: MetricTable, mandatory: readonly string[]): VectorMetrics | undefined {
  const metrics = new Map<string, string>();
  for (const part of text.split('/')) {
    const colon = part.indexOf(':');
    const name = part.slice(0, colon);
    const value = part.slice(colon + 1);
    if (colon <= 0 || metrics.has(name) || !Object.hasOwn(table, name)) return undefined;
    if (!table[name]?.split(' ').includes(value)) return undefined;
    metrics.set(name, value);
  }
  return mandatory.every((name) => metrics.has(name)) ? metrics : undefined;
}

/** Scores a vector has, 0.0–10.0. Temporal and environmental are there only where they were asked for by the vector. */
export interface Scores {
  base: number;
  temporal?: number;
  environmental?: number;
}
