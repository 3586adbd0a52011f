import type { CloudResource } from '../../model/cloud.js';
import type { Fact } from '../../model/finding.js';
import { firstOf } from '../../support/listing.js';
import { quote } from '../../support/quote.js';
import { stepwise, type UnjudgedInput } from '../contract/detector.js';
import { factOf } from '../contract/rule.js';
import type { CloudRule } from './cloud-rule.js';
import { Estate } from './estate.js';
import { cloudRules } from './registry.js';

/** Most names of resources in one issue; the rest are counted. */
const NAMED = 3;

/** Findings about the things of clouds. What a cloud did not tell is an issue: neither a finding nor a pass. */
export const cloud = stepwise('cloud', function* ({ inventory, unjudged }) {
  const estate = new Estate(inventory.cloud);
  const facts: Fact[] = [];
  for (const rule of cloudRules) {
    const untold: CloudResource[] = [];
    for (const resource of inventory.cloud) {
      if (!rule.kinds.includes(resource.kind)) continue;
      const answer = rule.check(resource, estate);
      if (answer === 'yes') facts.push(cloudFact(rule, resource, estate));
      else if (answer === 'unknown') untold.push(resource);
    }
    for (const issue of issuesOf(rule, untold)) unjudged?.(issue);
    yield;
  }
  return facts;
});

function cloudFact(rule: CloudRule, resource: CloudResource, estate: Estate): Fact {
  const severity = rule.severityFor?.(resource, estate);
  const fix = rule.fixes?.[resource.provider];
  return factOf(rule, {
    location: { path: placeOf(resource) },
    subject: resource.ref,
    evidence: quote(rule.evidence?.(resource) ?? `${resource.type} ${resource.name}`, 200),
    ...(severity && { severity }),
    ...(fix !== undefined && { fix: filled(fix, resource) }),
  });
}

/** `aws/123456789012/eu-west-1/AWS::Lambda::Function/name`. */
function placeOf({ provider, account, region, type, name }: CloudResource): string {
  return [provider, account, region, type, name].join('/');
}

function filled(fix: string, { name, region, account, native_id }: CloudResource): string {
  const values: Readonly<Record<string, string>> = { name, region, account, id: native_id };
  return fix.replace(/\{(name|region|account|id)\}/g, (_, key: string) => pasteable(values[key] ?? ''));
}

/** Names come from the account: in a command they must be one word that a shell does not read. */
function pasteable(text: string): string {
  return /^[\w@%+=:,./-]*$/.test(text) ? text : `'${text.replace(/[\r\n]/g, ' ').replaceAll("'", `'\\''`)}'`;
}

/** One issue for each account, however many of its resources the cloud did not tell about. */
function issuesOf(rule: CloudRule, untold: readonly CloudResource[]): UnjudgedInput[] {
  const byAccount = new Map<string, string[]>();
  for (const { provider, account, name } of untold) {
    const key = `${provider}/${account}`;
    const names = byAccount.get(key);
    if (names) names.push(name);
    else byAccount.set(key, [name]);
  }
  return [...byAccount].map(([path, names]) => ({
    collector: 'cloud',
    target: path,
    path,
    kind: 'unresolved',
    reason: `${rule.question}: not told for ${quote(firstOf(names, NAMED), 200)} (${rule.id})`,
    partly: true,
  }));
}
