import { existsSync } from 'node:fs';
import { openAdvisories } from '../../../advisories/database.js';
import { staleFeeds } from '../../../advisories/freshness.js';
import { showAge } from '../../../support/age.js';
import { firstOf, plural } from '../../../support/listing.js';
import type { Check } from '../check.js';

export const feeds: Check = {
  id: 'feeds',
  about: 'the age of each feed, measured by --max-db-age',
  of: 'user',
  run({ paths: { database }, settings: { maxDbAge }, now }) {
    if (!existsSync(database)) return { state: 'note', text: 'no feeds yet', fix: 'castellan db update' };
    const source = openAdvisories(database);
    try {
      const ages = source.feeds().map((feed) => ({ label: feed.ecosystem ?? feed.name, feed, ageMs: now - Date.parse(feed.as_of) }));
      const details = ages.map(
        ({ label, feed, ageMs }) => `${label}: ${showAge(ageMs)} old, as of ${feed.as_of.slice(0, 10)}, ${feed.records} records`,
      );
      const stale = staleFeeds(ages, maxDbAge);
      if (ages.length === 0) return { state: 'fail', text: 'the database has no feed', fix: 'castellan db update' };
      if (stale.length === 0) return { state: 'ok', text: `${plural(ages.length, 'feed')}, none older than ${showAge(maxDbAge)}`, details };
      const names = firstOf(
        stale.map(({ label }) => label),
        4,
      );
      return {
        state: 'warn',
        text: `${stale.length} of ${plural(ages.length, 'feed')} older than ${showAge(maxDbAge)}: ${names}`,
        fix: 'castellan db update',
        details,
      };
    } finally {
      source.close();
    }
  },
};
