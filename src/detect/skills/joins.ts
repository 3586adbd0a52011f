import { compareSeverity, type Severity } from '../../model/severity.js';
import type { BundleHit } from './checks/hits.js';

/**
 * Rules that say more about a fact than others: at the same place they replace the others' hits and take the gravest
 * severity. An action of an install step or hook is that step's finding; a command that shows one thing and runs
 * another is one command; a secret that is requested and sent is one order; an assembled command is reported by what it
 * does.
 */
const STANDS_FOR: readonly (readonly [string, RegExp])[] = [
  ['APR-06', /^(?:SUP-03|EXF-|RCE-|ENC-)/],
  ['SUP-03', /^(?:EXF-|RCE-|ENC-)/],
  ['RCE-05', /^(?:RCE-|ENC-02$|ENC-04$)/],
  ['ENC-04', /^RCE-0[134]$/],
  ['CRD-03', /^EXF-02$/],
];

/** One hit for each fact: of two rules about one line, the one that says more. */
export function joined(found: readonly BundleHit[], gravity: (sighting: BundleHit) => Severity): BundleHit[] {
  const byPlace = new Map<string, BundleHit[]>();
  for (const sighting of found) {
    const place = `${sighting.file.path}\n${sighting.line ?? 0}`;
    const here = byPlace.get(place);
    if (here) here.push(sighting);
    else byPlace.set(place, [sighting]);
  }
  return [...byPlace.values()].flatMap((here) => (here.length === 1 ? here : ofPlace(here, gravity)));
}

function ofPlace(here: readonly BundleHit[], gravity: (sighting: BundleHit) => Severity): BundleHit[] {
  const gone = new Set<BundleHit>();
  const raised = new Map<BundleHit, Severity>();
  for (const [rule, lesser] of STANDS_FOR) {
    const chief = here.find((sighting) => sighting.rule === rule && !gone.has(sighting));
    if (chief === undefined) continue;
    for (const other of here) {
      if (other === chief || gone.has(other) || !lesser.test(other.rule)) continue;
      gone.add(other);
      const severity = raised.get(chief) ?? gravity(chief);
      if (compareSeverity(gravity(other), severity) > 0) raised.set(chief, gravity(other));
    }
  }
  return here.flatMap((sighting) => {
    const severity = raised.get(sighting);
    return gone.has(sighting) ? [] : [severity === undefined ? sighting : { ...sighting, severity }];
  });
}
