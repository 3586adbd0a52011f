import { useAsk } from '../../client/queries.js';
import { Time } from '../../parts/time.js';
import { useCronWords } from './cron-words.js';

/** What a schedule means: in words, and the next times as the server reckons them. */
export function Preview({ cron, timezone }: { cron: string; timezone: string }) {
  const words = useCronWords(cron);
  const { data, error } = useAsk('previewSchedule', { body: { cron, timezone } }, { enabled: cron !== '' && timezone !== '', keep: true });
  if (error)
    return (
      <p class="notice warn" role="alert">
        {error.message}
      </p>
    );
  return (
    <section class="panel stack" aria-label="Next runs" aria-live="polite">
      <h3>{words ?? cron}</h3>
      <ol class="next-times">
        {(data?.next ?? []).map((at) => (
          <li key={at}>
            <b>{inZone(at, timezone)}</b>{' '}
            <span class="quiet">
              <Time at={at} />
            </span>
          </li>
        ))}
      </ol>
      {data && <p class="quiet">In the time of {data.timezone}.</p>}
    </section>
  );
}

/** The time on the clocks of the zone. */
function inZone(at: string, timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    }).format(new Date(at));
  } catch {
    return at;
  }
}
