import { openAdvisories } from '../../advisories/database.js';
import type { FeedState } from '../../model/advisory.js';
import { stampOf } from '../../system/stored-file.js';

/** The ages of the feeds, read anew when the database's file has changed. */
export class FeedAges {
  private stamp: string | undefined;
  private feeds: readonly FeedState[] = [];

  /** Each feed's name and age in milliseconds; none where there is no database, or one that cannot be used. */
  at(path: string, now: number): [string, number][] {
    const stamp = JSON.stringify(stampOf(path) ?? null);
    if (stamp !== this.stamp) this.feeds = read(path);
    this.stamp = stamp;
    return this.feeds.map(({ name, ecosystem, as_of }) => [ecosystem ?? name, now - Date.parse(as_of)]);
  }
}

function read(path: string): readonly FeedState[] {
  try {
    const source = openAdvisories(path);
    try {
      return source.feeds();
    } finally {
      source.close();
    }
  } catch {
    return [];
  }
}
