import { statSync } from 'node:fs';
import { openAdvisories } from '../../advisories/database.js';
import { resolveSettings } from '../../config/resolve.js';
import type { FeedState } from '../../model/advisory.js';
import { showAge } from '../../support/age.js';
import { makeClock } from '../../system/clock.js';
import { sqliteDriver } from '../../system/sqlite-drivers/registry.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { pathsOf } from '../open-context.js';
import { showBytes } from '../terminal/units.js';

/** `castellan db status`: what is in the database and how old each feed is. Throws OperationalError when it cannot be read. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags: invocation.flags, environment: context.environment, file: {} });
  const path = pathsOf(settings, context.environment).database;
  const source = openAdvisories(path);
  try {
    const now = makeClock(context.environment.SOURCE_DATE_EPOCH)();
    const feeds = [...source.feeds()];
    context.io.out(`${path}  ${showBytes(statSync(path).size)}  SQLite driver ${sqliteDriver().name}\n\n`);
    context.io.out(`${'FEED'.padEnd(18)}${'RECORDS'.padStart(9)}  ${'AS OF'.padEnd(12)}${'AGE'.padStart(7)}  DOWNLOADED\n`);
    for (const feed of feeds) context.io.out(line(feed, now));
    return exitCodes.success;
  } finally {
    source.close();
  }
}

function line({ name, ecosystem, records, as_of, downloaded_at }: FeedState, now: number): string {
  const label = (ecosystem ?? name.toUpperCase()).padEnd(18);
  return `${label}${String(records).padStart(9)}  ${as_of.slice(0, 10).padEnd(12)}${showAge(now - Date.parse(as_of)).padStart(7)}  ${downloaded_at.slice(0, 16).replace('T', ' ')}\n`;
}
