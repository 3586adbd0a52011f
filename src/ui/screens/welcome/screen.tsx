import './welcome.css';
import type { ComponentChildren } from 'preact';
import { useMay, useMe } from '../../app/session.js';
import { useAsk } from '../../client/queries.js';
import { Badge } from '../../parts/badge.js';
import { Code } from '../../parts/code.js';
import { Heading, Shown } from '../../parts/states.js';
import { sourceKinds } from '../../words/source-kinds.js';
import { pushCommand, scheduleCommand, sourceCommand } from './commands.js';

const AGAIN_MS = 10_000;
const MOST = 200;

/** Leads an empty tenant through its first source, its first schedule and its first push. The API says what is done. */
export default function Welcome() {
  const { tenant_id } = useMe();
  const sources = useAsk('listSources', { query: { limit: MOST } }, { every: AGAIN_MS });
  const schedules = useAsk('listSchedules', { query: { limit: 1 } }, { every: AGAIN_MS });
  return (
    <>
      <Heading
        title={`Welcome to ${tenant_id}`}
        about="Three steps, and everything else fills by itself. Each is marked when the service has seen it."
      />
      <Shown query={sources} what="the first steps">
        {({ items }) => {
          const runnable = items.find(({ kind, status, enabled }) => sourceKinds[kind].runs && enabled && status !== 'retired');
          const pushed = items.some(({ kind, last_run_at }) => /^(?:ingest|runtime)\./.test(kind) && last_run_at !== null);
          const done = [items.length > 0, (schedules.data?.items.length ?? 0) > 0, pushed];
          return (
            <>
              {done.every(Boolean) && (
                <p class="notice" role="status">
                  All three are done. <a href="/">To the overview</a>
                </p>
              )}
              <ol class="first-steps">
                <FirstSource done={done[0] === true} />
                <FirstSchedule done={done[1] === true} sourceId={runnable?.source_id} />
                <FirstPush done={pushed} />
              </ol>
            </>
          );
        }}
      </Shown>
    </>
  );
}

function Step({ number, title, done, children }: { number: number; title: string; done: boolean; children: ComponentChildren }) {
  return (
    <li class="panel stack" aria-label={title}>
      <header class="row-of apart">
        <h2>
          {number}. {title}
        </h2>
        <Badge tone={done ? 'good' : 'idle'}>{done ? 'done' : 'to do'}</Badge>
      </header>
      {children}
    </li>
  );
}

function FirstSource({ done }: { done: boolean }) {
  const may = useMay();
  return (
    <Step number={1} title="The first source" done={done}>
      <p>
        A source is what is looked at: a repository, an image, a cloud account. The server clones repositories with the keys of its own
        user; folders of its disk are read only below those that <code>castellan serve --scan-roots</code> names.
      </p>
      {may('createSource') && (
        <p>
          <a class={done ? 'button' : 'button primary'} href="/sources?new=scan.repo">
            Make a source
          </a>
        </p>
      )}
      <p class="quiet">Or by the API, with a key in $KEY:</p>
      <Code text={sourceCommand(location.origin)} block />
    </Step>
  );
}

function FirstSchedule({ done, sourceId }: { done: boolean; sourceId: string | undefined }) {
  const may = useMay();
  return (
    <Step number={2} title="The first schedule" done={done}>
      <p>A schedule runs sources by themselves, so that what was found does not grow old unseen.</p>
      {may('createSchedule') && sourceId !== undefined && (
        <p>
          <a class={done ? 'button' : 'button primary'} href={`/schedules?new=${sourceId}`}>
            Make a schedule
          </a>
        </p>
      )}
      {sourceId === undefined && <p class="quiet">It needs a source that can run: that is the first step.</p>}
      <p class="quiet">Or by the API:</p>
      <Code text={scheduleCommand(location.origin, sourceId)} block />
    </Step>
  );
}

function FirstPush({ done }: { done: boolean }) {
  const may = useMay();
  return (
    <Step number={3} title="The first push" done={done}>
      <p>
        What this server cannot reach sends its own results: CI after a scan, laptops their agents. Put an API key into a file that only you
        can read, then run this in a project:
      </p>
      <Code text={pushCommand(location, 'scan')} block />
      <p>And this on a machine with AI agents:</p>
      <Code text={pushCommand(location, 'agents')} block />
      {may('createKey') && (
        <p>
          <a class="button" href="/account/keys">
            Make an API key
          </a>
        </p>
      )}
    </Step>
  );
}
