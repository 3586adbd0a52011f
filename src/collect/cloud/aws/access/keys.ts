/** Keys with which requests are signed. They stay in memory. */
export interface AwsKeys {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  expiration?: Date;
}

/** Keys for now, looked up again before they expire. */
export type AwsKeySource = () => Promise<AwsKeys>;

const EARLY_MS = 5 * 60_000;

/** Asks once for all who wait, and again five minutes before the keys expire, or after a failure. */
export function keptKeys(find: AwsKeySource, clock: () => number): AwsKeySource {
  let kept: { keys: Promise<AwsKeys>; until: number } | undefined;
  return () => {
    if (kept && kept.until > clock()) return kept.keys;
    const fresh = { keys: find(), until: Number.POSITIVE_INFINITY };
    kept = fresh;
    fresh.keys.then(
      ({ expiration }) => {
        if (expiration) fresh.until = expiration.getTime() - EARLY_MS;
      },
      () => {
        fresh.until = 0;
      },
    );
    return fresh.keys;
  };
}
