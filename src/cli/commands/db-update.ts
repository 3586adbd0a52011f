import type { publicSources } from '../../advisories/feed-sources.js';
import { updateDatabase } from '../../advisories/update.js';
import { updateFrom } from '../../advisories/update-from.js';
import type { FeedUpdate, UpdateProgress, UpdateSummary } from '../../advisories/update-progress.js';
import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import { makeClock } from '../../system/clock.js';
import { lazyHttp } from '../../system/lazy-http.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { pathsOf } from '../open-context.js';
import { startProgress } from '../terminal/progress.js';
import { showBytes } from '../terminal/units.js';

/** `castellan db update`: all or nothing; after a failed update the old database is still there. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const progress = startProgress(process.stderr, !settings.quiet);
  const options = {
    dbPath: pathsOf(settings, context.environment).database,
    ecosystems: settings.ecosystem,
    http: lazyHttp(context.environment),
    clock: makeClock(context.environment.SOURCE_DATE_EPOCH),
    signal: context.signal,
    full: settings.full,
    onProgress: (step: UpdateProgress) => progress.update(describeStep(step)),
  };
  try {
    const result =
      settings.from === undefined
        ? { kind: 'update' as const, summary: await updateDatabase({ ...options, sources: sourcesOf(settings) }) }
        : await updateFrom(settings.from, options);
    progress.stop();
    if (result.kind === 'update') report(result.summary, context, settings.quiet);
    else context.io.err(`took over a database with ${result.feeds.length} feeds`);
    return exitCodes.success;
  } finally {
    progress.stop();
  }
}

/** Mirrors are given as one comma-separated setting, best first. */
function sourcesOf(settings: Settings): typeof publicSources {
  const list = (text: string) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  return { osv: list(settings.osvUrl), kev: list(settings.kevUrl), epss: list(settings.epssUrl) };
}

function describeStep({ feed, phase, done, total, waitMs = 0 }: UpdateProgress): string {
  if (phase === 'wait') return `waiting ${(waitMs / 1000).toFixed(1)} s to ask ${feed} again (try ${done} of ${total ?? done})`;
  const show = (count: number) => (phase === 'download' ? showBytes(count) : String(count));
  const verb = { check: 'checking', download: 'downloading', import: 'importing' }[phase];
  return `${verb} ${feed} ${show(done)}${total === undefined ? '' : ` of ${show(total)}`}`;
}

function report(summary: UpdateSummary, { io }: CommandContext, quiet: boolean): void {
  if (!quiet) {
    for (const feed of summary.feeds) io.err(feedLine(feed));
    for (const note of summary.notes.slice(0, 10)) io.err(`  note: ${note}`);
    if (summary.notes.length > 10) io.err(`  and ${summary.notes.length - 10} more notes`);
  }
  const records = summary.feeds.reduce((sum, feed) => sum + feed.records, 0);
  const unreadable = summary.unreadable === 0 ? '' : `, ${summary.unreadable} records unreadable`;
  io.err(
    `updated — ${records} records in ${summary.feeds.length} feeds, ${summary.received > 0 ? `${showBytes(summary.received)} received, ` : ''}${(summary.elapsedMs / 1000).toFixed(1)} s${unreadable}`,
  );
}

function feedLine({ name, ecosystem, how, records, written, as_of }: FeedUpdate): string {
  const label = (ecosystem ?? name.toUpperCase()).padEnd(16);
  const change = how === 'unchanged' ? 'unchanged' : `${written} ${how === 'changed' ? 'changed' : 'read'}`;
  return `  ${label}${String(records).padStart(8)} records  as of ${as_of.slice(0, 10)}  ${change}`;
}
