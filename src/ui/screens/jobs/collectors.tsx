import type { Answer } from '../../client/call.js';
import { useAsk } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { SmallTable } from '../../parts/small-table.js';
import { Shown } from '../../parts/states.js';
import { legible } from '../../words/legible.js';
import { inWords, type Tone } from '../../words/state.js';

type Read = Answer<'getScanCollectors'>;
type Issue = Read['issues'][number];

const tones: Readonly<Record<Read['collectors'][number]['outcome'], Tone>> = {
  scanned: 'good',
  empty: 'idle',
  skipped: 'idle',
  unsupported: 'warn',
  failed: 'bad',
  truncated: 'warn',
};

/** What a job read, collector by collector, and by name what it could not read. */
export function Collectors({ jobId }: { jobId: string }) {
  const query = useAsk('getScanCollectors', { params: { job_id: jobId } });
  return (
    <Shown query={query} what="what it read">
      {(read) => (
        <>
          <Issues read={read} />
          <section class="panel stack" aria-label="What was read">
            <h2>What was read</h2>
            {read.collectors.length === 0 ? (
              <p class="notice warn">No collector found anything to read: that is no clean result.</p>
            ) : (
              <SmallTable
                caption="Collectors"
                rows={read.collectors}
                keyOf={({ collector, target }) => `${collector} ${target}`}
                columns={[
                  { label: 'Outcome', show: ({ outcome }) => <Badge tone={tones[outcome]}>{outcome}</Badge> },
                  { label: 'Collector', show: ({ collector }) => collector },
                  { label: 'Read', show: ({ target }) => <span class="break mono">{legible(target, 300)}</span> },
                  { label: 'Components', number: true, show: ({ components }) => components },
                  { label: 'Issues', number: true, show: ({ issues }) => issues },
                ]}
              />
            )}
            <LeftOut shown={read.collectors.length} total={read.total_collectors} />
          </section>
        </>
      )}
    </Shown>
  );
}

function Issues({ read: { issues, total_issues } }: { read: Read }) {
  if (issues.length === 0) return null;
  return (
    <section id="issues" class="panel stack" aria-label="Issues">
      <h2>What could not be read</h2>
      <ul class="issues">
        {issues.map((issue) => (
          <li key={`${issue.collector} ${issue.path} ${issue.line} ${issue.reason}`}>
            <OneIssue issue={issue} />
          </li>
        ))}
      </ul>
      <LeftOut shown={issues.length} total={total_issues} />
    </section>
  );
}

function OneIssue({ issue: { note, kind, path, line, reason, remedy, collector } }: { issue: Issue }) {
  const commands = remedy?.match(/`([^`]+)`/g) ?? [];
  return (
    <>
      <p>
        <Badge tone={note ? 'idle' : 'warn'} title={note ? 'a note: it does not make the job incomplete' : 'it makes the job incomplete'}>
          {inWords(kind)}
        </Badge>{' '}
        <code class="break">{legible(line === null ? path : `${path}:${line}`, 300)}</code> <span class="quiet">({collector})</span>
      </p>
      <p class="break">{legible(reason, 1000)}</p>
      {remedy !== null && <p class="break">{legible(remedy.replaceAll('`', ''), 500)}</p>}
      {commands.map((command) => (
        <Code key={command} text={command.slice(1, -1).trim()} block />
      ))}
    </>
  );
}

function LeftOut({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null;
  return <p class="quiet">{total - shown} more are in the report (JSON).</p>;
}
