const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/** `1.2 MB`. */
export function bytes(count: number): string {
  const step = Math.min(UNITS.length - 1, count < 1000 ? 0 : Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}
