import { licenseRules } from '../../model/license.js';
import type { RuleInfo } from '../contract/rule.js';

const common = {
  family: 'licenses',
  confidence: 'high',
  // The supply chain's risks, of which licences are one.
  references: ['OWASP LLM03', 'https://spdx.org/licenses/'],
} as const;

/** What a licence policy finds, by its verdict. The policy decides when; without one there are no such findings. */
export const licensePolicyRules = {
  deny: {
    ...common,
    id: licenseRules.deny,
    title: 'Licence denied by the policy',
    severity: 'high',
    rationale:
      'The policy denies a licence under which the package is passed on. Of a choice of licences the best side counts. What the policy calls critical is critical.',
    fix: 'Replace the package or take a version under another licence. What is agreed on otherwise goes into `overrides` of the policy, with a reason and an end date.',
  },
  review: {
    ...common,
    id: licenseRules.review,
    title: 'Licence to be reviewed',
    severity: 'medium',
    rationale: 'The policy leaves the licence to a person, or nobody knows what the licence is.',
    fix: 'Look at the licence. Then allow or deny it in the policy, or say in its `overrides` what holds for the package, with a reason and an end date.',
  },
} as const satisfies Record<'deny' | 'review', RuleInfo>;
