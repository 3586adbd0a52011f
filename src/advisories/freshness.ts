import type { FeedState } from '../model/advisory.js';
import { bucketOf } from './bucket.js';

/** A feed of a scan with its age at that moment. */
export interface FeedAge {
  /** The name in messages: `npm`, `Debian`, or `kev`. */
  label: string;
  feed: FeedState;
  ageMs: number;
}

/** What a scan needs from the database. */
export interface FeedUse {
  /** Ecosystems of the components, with or without release. */
  ecosystems: Iterable<string>;
  /** True when a gate depends on the KEV catalog. */
  kev: boolean;
}

/**
 * Ages of the feeds a scan uses, by label. Age runs from the feed's own newest record (`as_of`), not from the download: an
 * old copy fetched today is old. A missing feed has no age and is not listed.
 */
export function feedAges(feeds: readonly FeedState[], use: FeedUse, now: number): FeedAge[] {
  const buckets = new Set([...use.ecosystems].map(bucketOf));
  const used = feeds.filter((feed) => (feed.name === 'osv' ? buckets.has(feed.ecosystem ?? '') : feed.name === 'kev' && use.kev));
  const ages = used.map((feed) => ({ label: feed.ecosystem ?? feed.name, feed, ageMs: now - Date.parse(feed.as_of) }));
  return ages.sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** Those older than `limitMs`, to the millisecond; an unreadable time counts as old. */
export function staleFeeds(ages: readonly FeedAge[], limitMs: number): FeedAge[] {
  return ages.filter(({ ageMs }) => !(ageMs <= limitMs));
}
