import type { Answer } from '../../client/call.js';
import { Empty } from '../../parts/states.js';
import { Time } from '../../parts/time.js';

type Sources = Answer<'listSources'>;

/** What was looked at: "zero findings" means little where a source never ran or failed. */
function looked({ items }: Sources) {
  const used = items.filter(({ enabled, status }) => enabled && status !== 'retired');
  const never = used.filter(({ last_success_at }) => last_success_at === null);
  const failed = used.filter(
    ({ last_success_at, last_result }) => last_success_at !== null && last_result && last_result.status !== 'succeeded',
  );
  const times = used.flatMap(({ last_success_at }) => last_success_at ?? []).sort();
  return { used: used.length, never: never.length, failed: failed.length, last: times.at(-1) };
}

const sources = (count: number) => (count === 1 ? '1 source' : `${count} sources`);

/** One line about the sources that the findings come from. */
export function Coverage({ sources: answer }: { sources: Sources | undefined }) {
  if (!answer) return <>What the sources of this tenant show</>;
  const { used, never, failed, last } = looked(answer);
  if (used === 0) return <>No source is registered</>;
  return (
    <>
      From {answer.next_cursor === null ? sources(used) : `more than ${used} sources`}, last read <Time at={last} />
      {never > 0 && (
        <>
          {' '}
          · <a href="/sources">{never === used ? 'none ever ran' : `${sources(never)} never ran`}</a>
        </>
      )}
      {failed > 0 && (
        <>
          {' '}
          · <a href="/sources">{sources(failed)} not read whole last time</a>
        </>
      )}
    </>
  );
}

interface Props {
  sources: Sources | undefined;
  /** Filters beyond the usual open ones. */
  isFiltered: boolean;
  /** The address of the same filters with findings of any status. */
  any: string | undefined;
}

/** Why there is no finding to show. */
export function NoFindings({ sources: answer, isFiltered, any }: Props) {
  const { used = 0, never = 0, failed = 0, last } = answer ? looked(answer) : {};
  if (answer && never === used)
    return (
      <Empty title="Nothing was looked at yet" command={used === 0 ? 'castellan scan --push' : undefined}>
        <p>
          {used === 0 ? 'No source is registered: ' : `${sources(used)} registered, and none ever ran: `}
          that there are no findings says nothing about what you run.
        </p>
        <p>{used === 0 ? <a href="/welcome">Set up the first source</a> : <a href="/sources">Run a source</a>}</p>
      </Empty>
    );
  if (isFiltered)
    return (
      <Empty title="No finding matches these filters">
        <p>
          {any !== undefined && (
            <>
              Only open findings are shown: <a href={any}>show those of any status</a>, or{' '}
            </>
          )}
          <a href="/findings">show all open findings</a>.
        </p>
      </Empty>
    );
  return (
    <Empty title={never + failed === 0 ? 'No open findings' : 'No open findings in what was read'}>
      <p>
        {sources(used - never)} {used - never === 1 ? 'was' : 'were'} read, last <Time at={last} />.
        {never > 0 && ` ${sources(never)} never ran.`}
        {failed > 0 && ` ${sources(failed)} failed or ended early last time.`}
        {never + failed > 0 && (
          <>
            {' '}
            <a href="/sources">See which</a>
          </>
        )}
      </p>
      <p>
        <a href="/findings?status=any">Show resolved and suppressed findings as well</a>
      </p>
    </Empty>
  );
}
