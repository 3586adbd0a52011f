import type { Component } from '../../model/component.js';
import type { Fact } from '../../model/finding.js';
import type { LicenseLists, LicenseOverride, LicensePolicy, LicenseVerdict } from '../../model/license.js';
import { purlCovers } from '../../model/purl-cover.js';
import { leafCategory } from '../../support/licenses/categories.js';
import { formatLeaf, isNothing, isReference, type Leaf, parseExpression } from '../../support/licenses/expression.js';
import { quote } from '../../support/quote.js';
import { stepwise } from '../contract/detector.js';
import { licensePolicyRules } from './rules.js';
import { fits, type Judged, judgeExpression } from './verdict.js';

/** The components whose licence the user's policy does not allow. Without a policy nothing is judged. */
export const licenses = stepwise('licenses', function* ({ inventory, licensing }) {
  if (licensing === undefined) return [];
  const { policy, today } = licensing;
  const overrides = policy.overrides.filter(({ expires }) => expires >= today);
  const judge = new LicenseJudge(policy);
  const facts: Fact[] = [];
  for (const component of inventory.components) {
    yield;
    const override = overrides.find((one) => purlCovers(one.package, component.purl));
    const judged = judge.judge(component, override);
    const { verdict } = judged;
    if (verdict !== 'allow') facts.push(factOf(component, { ...judged, verdict }, { override, lists: judge.listsFor(component) }));
  }
  return facts;
});

/** Judges components; most of them share a few licences. */
class LicenseJudge {
  private readonly known = new Map<string, Judged>();

  constructor(private readonly policy: LicensePolicy) {}

  listsFor({ scope }: Component): LicenseLists {
    return this.policy.scopes[scope === 'dev' ? 'dev' : 'prod'] ?? this.policy;
  }

  judge(component: Component, override: LicenseOverride | undefined): Judged {
    const license = override?.license ?? licenseOf(component);
    if (override?.verdict !== undefined) return { verdict: override.verdict, because: [leafOf(license)] };
    const key = `${component.scope === 'dev'}\n${license}`;
    const judged = this.known.get(key) ?? judgeExpression(parseExpression(license) ?? leafOf(license), this.listsFor(component));
    this.known.set(key, judged);
    return judged;
  }
}

/** What the component says of its licence; that nobody says anything is a state of its own. */
function licenseOf({ licenses: words }: Component): string {
  return words.length === 0 ? 'NOASSERTION' : words.join(', ');
}

/** A name that is no expression is judged like a licence nobody knows. */
function leafOf(name: string): Leaf {
  return { license: name };
}

interface Circumstances {
  override: LicenseOverride | undefined;
  lists: LicenseLists;
}

function factOf(
  component: Component,
  { verdict, because }: Judged & { verdict: Exclude<LicenseVerdict, 'allow'> },
  { override, lists }: Circumstances,
): Fact {
  const rule = licensePolicyRules[verdict];
  const isCritical = verdict === 'deny' && because.some((leaf) => isListed(leaf, lists.critical));
  const names = because.map((leaf) => (isNothing(leaf) ? 'no known licence' : quote(formatLeaf(leaf), 120)));
  return {
    kind: 'license',
    rule: rule.id,
    id: rule.id,
    aliases: [],
    advisories: [],
    severity: isCritical ? 'critical' : rule.severity,
    confidence: rule.confidence,
    component: component.ref,
    locations: component.locations,
    kev: 'not_checked',
    cwes: [],
    title: `${rule.title}: ${names.join(', ')}`,
    why: whyOf(component, verdict, names, override),
    evidence: names.join(', '),
    fix: rule.fix,
    references: because.flatMap(referenceOf),
  };
}

function isListed(leaf: Leaf, entries: readonly string[]): boolean {
  const texts = [formatLeaf(leaf), leaf.license, `category:${leafCategory(leaf)}`];
  return entries.some((entry) => texts.some((text) => fits(entry, text)));
}

function whyOf(component: Component, verdict: 'deny' | 'review', names: readonly string[], override: LicenseOverride | undefined): string {
  const stated = quote(override?.license ?? (component.licenses.join(', ') || 'no licence'), 300);
  const said = override?.license === undefined ? 'states' : 'is, by an override of the policy, under';
  const decides = verdict === 'deny' ? `The policy denies ${names.join(', ')}` : `The policy asks to review ${names.join(', ')}`;
  const because = override?.verdict === undefined ? decides : `An override of the policy says ${verdict}: ${quote(override.reason, 200)}`;
  return `${component.name} ${said} ${stated}. ${because}.`;
}

function referenceOf(leaf: Leaf): string[] {
  const hasPage = parseExpression(leaf.license) !== undefined && !isReference(leaf) && !isNothing(leaf);
  return hasPage ? [`https://spdx.org/licenses/${leaf.license}.html`] : [];
}
