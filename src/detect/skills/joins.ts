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

/** A table's header in TOML, which the text rules read as a verb: `[install]`. */
const TABLE_HEADER = /^\[{1,2}[\w.-]{1,100}\]{1,2} /;
/** Limit for the lines of an order that begins with a table's header. */
const MAX_LINES = 20;

/** One hit for each fact: of two rules about one line, the one that says more. */
export function joined(found: readonly BundleHit[], gravity: (sighting: BundleHit) => Severity): BundleHit[] {
  const byPlace = new Map<string, BundleHit[]>();
  for (const sighting of withoutHeaders(found)) {
    const place = `${sighting.file.path}\n${sighting.line ?? 0}`;
    const here = byPlace.get(place);
    if (here) here.push(sighting);
    else byPlace.set(place, [sighting]);
  }
  return [...byPlace.values()].flatMap((here) => (here.length === 1 ? here : ofPlace(here, gravity)));
}

/** Drops an order read from a table's header and a setting below it (`[install] registry = …`), if the setting has a hit of that rule. */
function withoutHeaders(found: readonly BundleHit[]): readonly BundleHit[] {
  const headed = found.filter(({ evidence }) => TABLE_HEADER.test(evidence));
  if (headed.length === 0) return found;
  const settings = new Map(found.map((hit) => [`${hit.rule}\n${hit.file.path}\n${hit.line ?? 0}`, hit.evidence]));
  const repeats = ({ rule, file, line = 0, evidence }: BundleHit) =>
    Array.from({ length: MAX_LINES }, (_, index) => settings.get(`${rule}\n${file.path}\n${line + 1 + index}`)).some(
      (setting) => setting !== undefined && evidence.includes(setting),
    );
  const gone = new Set(headed.filter(repeats));
  return found.filter((hit) => !gone.has(hit));
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
