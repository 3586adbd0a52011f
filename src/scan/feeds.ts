import { feedAges, staleFeeds } from '../advisories/freshness.js';
import type { AdvisorySource, FeedState } from '../model/advisory.js';
import { showAge } from '../support/age.js';
import type { ScanState } from './state.js';

/** Names the feeds this scan uses that are older than the limit; undefined when there are none. */
export function staleReason({ request, inventory, context }: ScanState, source: AdvisorySource): string | undefined {
  const ecosystems = new Set(inventory.components.map((component) => component.ecosystem));
  const ages = feedAges(source.feeds(), { ecosystems, kev: request.gates.failOnKev }, context.clock());
  const stale = staleFeeds(ages, request.gates.maxDbAgeMs);
  if (stale.length === 0) return undefined;
  const named = stale.map(({ label, ageMs }) => `${label} is ${showAge(ageMs)} old`).join(', ');
  return `advisory data: ${named}, limit ${showAge(request.gates.maxDbAgeMs)}; run \`castellan db update\``;
}

/** Feeds about the scanned ecosystems, and the two (KEV, EPSS) about all. */
export function feedsUsed({ advisories, inventory }: ScanState): FeedState[] {
  const used = feedAges(
    advisories?.feeds() ?? [],
    { ecosystems: inventory.components.map((component) => component.ecosystem), kev: true },
    0,
  );
  const epss = (advisories?.feeds() ?? []).filter((feed) => feed.name === 'epss');
  return [...used.map(({ feed }) => feed), ...epss];
}

/** True when the scan can say which vulnerabilities are known to be exploited. */
export function hasKev({ advisories }: ScanState): boolean {
  return advisories?.feeds().some((feed) => feed.name === 'kev') ?? false;
}
