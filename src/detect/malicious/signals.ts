import { ecosystemOf } from '../../ecosystems/registry.js';
import type { Component } from '../../model/component.js';
import type { Fact } from '../../model/finding.js';
import { stepwise } from '../contract/detector.js';
import { confusionSignals } from './dependency-confusion.js';
import { findLookAlike, type Imitation, TELLING } from './look-alike.js';
import { popularIn } from './popular.js';
import type { Signal } from './signal.js';

/**
 * Packages that look malicious without any record of them. One signal is `suspicious_package`; two independent strong
 * ones, or a conclusive one, are malicious with medium confidence and fail closed.
 */
export const suspiciousPackages = stepwise('suspicious-packages', function* ({ inventory, matched }) {
  const known = new Set(matched.matches.filter((match) => match.advisory.malicious).map((match) => match.component));
  const confusion = confusionSignals(inventory);
  const own = new Set(inventory.local.map(({ ecosystem, name }) => `${ecosystem}\n${name}`));
  const vouched = vouchedFor(inventory.components);
  const configs = new Set(inventory.evidence.configs.map((config) => config.path));
  // The author of a well-known package has chosen its dependencies deliberately; a name made to deceive the eye is
  // reported all the same.
  const likenessOf = (component: Component) =>
    lookAlikeSignals(component, own).filter(({ strong }, _, all) => strong || all.length > 1 || !vouched.has(component.ref));
  const facts: Fact[] = [];
  for (const component of inventory.components) {
    yield;
    // A package that only a client's configuration names is judged by the rules about servers.
    if (configs.size > 0 && component.locations.every(({ path }) => configs.has(path))) continue;
    // A package with a malicious-package record needs no suspicion as well.
    if (known.has(component.ref)) continue;
    const [first, ...others] = [...(confusion.get(component.ref) ?? []), ...likenessOf(component)];
    if (first) facts.push(factOf(component, [first, ...others]));
  }
  return facts;
});

const HOW = {
  homoglyph: 'is spelt with letters that only look like those of',
  swap: 'swaps two letters of',
  separators: 'differs only in separators from',
  scope: 'differs only in its scope from',
  edit: 'is one letter away from',
  order: 'puts in another order the words of',
  affix: 'adds a word to the name of',
} as const satisfies Readonly<Record<Imitation, string>>;

const ODD_SOURCE: Signal = {
  rule: 'odd-source',
  strong: true,
  text: 'it is fetched from an address of its own instead of a registry',
  fix: 'Look at where it comes from.',
};

/** Registry packages that are not direct dependencies but dependencies of a popular registry package. */
function vouchedFor(components: readonly Component[]): ReadonlySet<string> {
  const isInUse = ({ ecosystem, name, source }: Component) =>
    (source === undefined || source.kind === 'registry') && (popularIn(ecosystem)?.isKnown(name) ?? false);
  const asked = new Set(
    components.flatMap((component) => (component.dependencies.length > 0 && isInUse(component) ? component.dependencies : [])),
  );
  return new Set(components.flatMap(({ ref, direct }) => (direct === false && asked.has(ref) ? [ref] : [])));
}

/** Signals from the name; none for the project's own code. */
function lookAlikeSignals(component: Component, own: ReadonlySet<string>): Signal[] {
  const { name, source } = component;
  const ecosystem = ecosystemOf(component.ecosystem);
  const popular = ecosystem && popularIn(ecosystem.name);
  if (!popular || source?.kind === 'file' || own.has(`${component.ecosystem}\n${name}`)) return [];
  const found = findLookAlike(ecosystem.normaliseName(name), popular);
  if (!found) return [];
  const likeness: Signal = {
    rule: 'look-alike',
    strong: TELLING.has(found.how) && popular.isTop(found.target),
    text: `the name ${HOW[found.how]} the popular ${found.target}`,
    fix: `If you meant ${found.target}, install that; else record why ${name} is right.`,
  };
  return source?.kind === 'url' ? [likeness, ODD_SOURCE] : [likeness];
}

/** The first signal names the finding; all of them explain it. */
function factOf(component: Component, signals: readonly [Signal, ...Signal[]]): Fact {
  const strong = signals.filter((signal) => signal.strong).length;
  const isMalicious = strong > 1 || signals.some((signal) => signal.conclusive);
  const [{ rule, fix }] = signals;
  const version = component.version === null ? '' : `@${component.version}`;
  return {
    kind: isMalicious ? 'malicious' : 'suspicious_package',
    rule,
    id: rule,
    aliases: [],
    advisories: [],
    severity: isMalicious ? 'critical' : 'medium',
    confidence: strong > 0 ? 'medium' : 'low',
    component: component.ref,
    locations: component.locations.map((location) => ({ ...location })),
    kev: 'not_listed',
    cwes: rule === 'dependency-confusion' ? ['CWE-427'] : ['CWE-506'],
    title: `${component.name} ${rule === 'dependency-confusion' ? 'may be confused with a private package' : 'looks like another package'}`,
    why: `${component.name}${version}: ${signals.map((signal) => signal.text).join('; ')}.`,
    fix,
    references: [],
  };
}
