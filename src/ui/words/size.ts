const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];
const STEP = 1000;

/** `4.2 MB`. */
export function sizeInWords(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP)));
  return `${(bytes / STEP ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}
