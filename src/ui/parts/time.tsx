import { ago, exactTime } from '../words/time.js';

/** A time of the API, relative, with the exact one on hover. */
export function Time({ at, none = 'never' }: { at: string | null | undefined; none?: string }) {
  if (at === null || at === undefined) return <span class="quiet">{none}</span>;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {ago(at)}
    </time>
  );
}
