/** Whole seconds since the epoch of an RFC 3339 time; NaN for anything else. Feeds differ in the digits behind the point. */
export function secondsOf(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
