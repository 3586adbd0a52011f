/** Milliseconds since the epoch. With SOURCE_DATE_EPOCH (reproducible-builds.org, in seconds) the clock always shows that time. */
export function makeClock(sourceDateEpoch: string | undefined): () => number {
  if (sourceDateEpoch !== undefined && /^\d{1,11}$/.test(sourceDateEpoch)) {
    const fixed = Number(sourceDateEpoch) * 1000;
    return () => fixed;
  }
  return Date.now;
}
