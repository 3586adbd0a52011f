import type { Finding } from '../model/finding.js';
import { licenseRules } from '../model/license.js';
import type { PolicyRule } from '../model/request.js';
import { versionText } from '../model/version-text.js';
import type { PolicyHit } from './evaluate.js';
import type { GateInput } from './gates.js';

const RULES: readonly PolicyRule[] = [
  {
    id: licenseRules.deny,
    description: 'licences that the policy denies',
    action: 'fail',
    target: 'finding',
    when: { rule: licenseRules.deny },
  },
  {
    id: licenseRules.review,
    description: 'licences to be reviewed',
    action: 'warn',
    target: 'finding',
    when: { rule: licenseRules.review },
  },
];

/** What a licence policy found, as rules of a policy that matched: a denied licence fails, one to be reviewed warns. */
export function licenseHits(active: readonly Finding[], components: GateInput['components']): PolicyHit[] {
  return RULES.flatMap((rule) => {
    const found = active.filter((finding) => finding.kind === 'license' && finding.rule === rule.id);
    if (found.length === 0) return [];
    return [
      { rule, subjects: found.map((finding) => subjectOf(finding, components)), findings: found.map(({ fingerprint }) => fingerprint) },
    ];
  });
}

function subjectOf({ component: ref = '', evidence = 'a licence' }: Finding, components: GateInput['components']): string {
  const component = components.get(ref);
  if (!component) return `${evidence} of ${ref}`;
  return `${evidence} of ${component.name}${component.version === null ? '' : `@${versionText(component, component.version)}`}`;
}
