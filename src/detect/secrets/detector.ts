import type { Fact } from '../../model/finding.js';
import type { SecretSighting } from '../../model/secret.js';
import { plural } from '../../support/listing.js';
import { quote } from '../../support/quote.js';
import { stepwise } from '../contract/detector.js';
import { factOf, type RuleInfo } from '../contract/rule.js';
import { secretRules } from './registry.js';

/** Sightings between which others get their turn. */
const SLICE = 500;

/** Findings about secrets: one for each place, with the number of places that hold the same value. */
export const secrets = stepwise('secrets', function* ({ inventory }) {
  const rules = new Map(secretRules.map((rule) => [rule.id, rule]));
  const sightings = inventory.evidence.secrets;
  const places = new Map<string, number>();
  for (const { valueHash } of sightings) places.set(valueHash, (places.get(valueHash) ?? 0) + 1);
  const facts: Fact[] = [];
  for (const [at, sighting] of sightings.entries()) {
    const rule = rules.get(sighting.rule);
    if (rule) facts.push(factFor(rule, sighting, places.get(sighting.valueHash) ?? 1));
    if (at % SLICE === SLICE - 1) yield;
  }
  return facts;
});

const PROOF: Readonly<Record<SecretSighting['proof'], string>> = {
  checksum: 'its checksum holds',
  structure: 'its structure fits',
  shape: 'it has the shape of one',
  name: 'its name says so',
};

function factFor(rule: RuleInfo, sighting: SecretSighting, places: number): Fact {
  const { path, line, layer, image, inner, deleted, commit, severity, confidence } = sighting;
  const fact = factOf(rule, {
    location: {
      path,
      line,
      ...(layer !== undefined && { layer }),
      ...(image !== undefined && { image }),
      ...(inner !== undefined && { inner }),
      ...(deleted && { deleted }),
    },
    evidence: evidenceOf(sighting),
    severity,
    confidence,
  });
  const more = [
    PROOF[sighting.proof],
    ...(places > 1 ? [`the same value is in ${plural(places, 'place')}`] : []),
    ...(commit === undefined ? [] : [`commit ${commit.slice(0, 12)} of the history has it`]),
    ...(deleted ? ['a later layer deletes the file, and the image still has it'] : []),
  ];
  return { ...fact, why: `${fact.why}; ${more.join('; ')}.` };
}

/** `GITHUB_TOKEN = ghp_…(40)`, without any part of the value. Equal in every run, so it may tell findings of a file apart. */
function evidenceOf({ name, masked, commit, deleted }: SecretSighting): string {
  const shown = `${name === undefined ? '' : `${quote(name, 80)} = `}${masked}${deleted ? ' (a later layer deletes the file)' : ''}`;
  return commit === undefined ? shown : `${shown} (commit ${commit.slice(0, 12)})`;
}
