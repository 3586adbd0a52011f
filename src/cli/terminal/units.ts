/** `812 B`, `5.0 KB`, `41.2 MB`: decimal units, as download tools show them. */
export function showBytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const units = ['KB', 'MB', 'GB'];
  let value = count / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}
