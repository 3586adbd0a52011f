import { describe, expect, it } from 'vitest';
import { feedAges, staleFeeds } from '../../src/advisories/freshness.js';
import type { FeedState } from '../../src/model/advisory.js';

const NOW = Date.parse('2026-03-05T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIMIT = 14 * DAY;

function feed(name: FeedState['name'], ageMs: number, ecosystem?: string): FeedState {
  // Downloaded a moment ago: a fresh copy of old data is old.
  return {
    name,
    as_of: new Date(NOW - ageMs).toISOString(),
    downloaded_at: new Date(NOW).toISOString(),
    records: 1,
    ...(ecosystem && { ecosystem }),
  };
}

const FEEDS = [feed('osv', 2 * HOUR, 'npm'), feed('osv', 40 * DAY, 'Alpine'), feed('kev', 20 * DAY), feed('epss', 90 * DAY)];

function stale(ecosystems: string[], kev = false): string[] {
  return staleFeeds(feedAges(FEEDS, { ecosystems, kev }, NOW), LIMIT).map((age) => age.label);
}

describe('freshness', () => {
  it('is judged for the feeds a scan uses and no others', () => {
    expect(stale(['npm'])).toEqual([]);
    expect(stale(['npm', 'Alpine:v3.20'])).toEqual(['Alpine']);
    expect(stale(['npm', 'npm'], true)).toEqual(['kev']);
    expect(stale(['RubyGems'])).toEqual([]);
  });

  it('is exact at the limit', () => {
    const at = (ageMs: number) => staleFeeds(feedAges([feed('osv', ageMs, 'npm')], { ecosystems: ['npm'], kev: false }, NOW), LIMIT).length;
    expect([at(LIMIT - 1000), at(LIMIT), at(LIMIT + 1000)]).toEqual([0, 0, 1]);
  });

  it('counts a feed with an unreadable time as old', () => {
    const broken = { ...feed('osv', 0, 'npm'), as_of: '' };
    expect(staleFeeds(feedAges([broken], { ecosystems: ['npm'], kev: false }, NOW), LIMIT)).toHaveLength(1);
  });
});
