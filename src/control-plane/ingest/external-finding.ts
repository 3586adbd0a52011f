import type { z } from 'zod';
import type { externalFinding } from '../../api/findings-bulk.js';
import type { Fact, Finding } from '../../model/finding.js';
import { identify, preferredId } from '../../model/identity.js';
import { canonicalPurl } from '../../model/purl.js';
import { sha256 } from '../../support/sha256.js';

type External = z.output<typeof externalFinding>;

/** A purl in its canonical form; undefined for an invalid one. */
export function purlOf(text: string): string | undefined {
  try {
    return canonicalPurl(text);
  } catch {
    return undefined;
  }
}

/** Converts findings of other tools to ours. A finding with an identity of its own keeps it, hashed. */
export function findingsOf(items: readonly External[]): Finding[] {
  const own = new Map<Fact, string>();
  const facts = items.map((item) => {
    const fact = factOf(item);
    if (item.fingerprint !== undefined) own.set(fact, sha256(`external\n${item.fingerprint}`).slice(0, 32));
    return fact;
  });
  const plain = identify(facts.filter((fact) => !own.has(fact)));
  return [...plain, ...[...own].map(([fact, fingerprint]) => ({ fingerprint, ...fact }))];
}

function factOf(item: External): Fact {
  const { title, severity, kind = 'vulnerability', rule, score, vector, confidence = 'medium', purl, subject } = item;
  const component = purl === undefined ? undefined : purlOf(purl);
  const names = [item.id, ...(item.aliases ?? [])];
  // Tools name the same problem by its CVE or by its advisory; the id that scans would prefer is used.
  const id = kind === 'vulnerability' || kind === 'malicious' ? preferredId(names) : item.id;
  return {
    kind,
    ...(rule !== undefined && { rule }),
    id,
    aliases: sorted(names.filter((name) => name !== id)),
    advisories: [],
    severity,
    ...(score !== undefined && { score }),
    ...(vector !== undefined && { vector }),
    confidence,
    ...(component !== undefined && { component }),
    ...(subject !== undefined && { subject }),
    locations: (item.locations ?? []).map(({ path, line }) => ({ path, ...(line !== undefined && { line }) })),
    ...(item.fixed_version !== undefined && { fixed_version: item.fixed_version }),
    kev: 'not_checked',
    cwes: sorted(item.cwes),
    title,
    why: item.description ?? title,
    fix: item.fix ?? '',
    references: item.references ?? [],
    ...(item.published !== undefined && { published: item.published }),
  };
}

function sorted(words: readonly string[] = []): string[] {
  return [...new Set(words)].sort();
}
