import { ecosystemOf } from '../../ecosystems/registry.js';
import type { Match } from '../../model/advisory.js';
import type { Component } from '../../model/component.js';
import type { Fact } from '../../model/finding.js';
import { preferredId } from '../../model/identity.js';
import type { Detector } from '../contract/detector.js';

/**
 * Packages that a malicious-package record names by exact name and version. The matcher has checked provenance and
 * withdrawal.
 */
export const knownMalicious: Detector = {
  id: 'known-malicious',
  detect({ inventory, matched }) {
    const byComponent = new Map<string, Match[]>();
    for (const match of matched.matches) {
      if (match.advisory.malicious) byComponent.set(match.component, [...(byComponent.get(match.component) ?? []), match]);
    }
    return inventory.components.flatMap((component) => {
      const matches = byComponent.get(component.ref);
      return matches ? [factOf(component, matches)] : [];
    });
  },
};

function factOf(component: Component, matches: readonly Match[]): Fact {
  const ids = [...new Set(matches.flatMap(({ advisory }) => [advisory.id, ...advisory.aliases]))].sort();
  const id = preferredId(ids);
  const [first] = matches;
  const published = first?.advisory.published;
  return {
    kind: 'malicious',
    id,
    aliases: ids.filter((other) => other !== id),
    advisories: [...new Set(matches.map((match) => match.advisory.id))].sort(),
    severity: 'critical',
    confidence: 'high',
    component: component.ref,
    locations: component.locations.map((location) => ({ ...location })),
    ...(first && { match: first.reason }),
    kev: 'not_listed',
    cwes: ['CWE-506'],
    title: `${component.name}@${component.version ?? '?'} is a known malicious package`,
    why: `${id} names exactly this package and version. Whatever installed it may have run its code: treat the machine's secrets as stolen.`,
    fix: `Remove ${component.name}, rotate every credential the installing machine held, and look for what it left behind.${instead(component)}`,
    references: [...new Set(matches.flatMap((match) => match.advisory.references.map((reference) => reference.url)))].sort().slice(0, 10),
    ...(published !== undefined && { published }),
  };
}

function instead(component: Component): string {
  return ecosystemOf(component.ecosystem)?.inOsv ? ' Check the name you meant to install.' : '';
}
