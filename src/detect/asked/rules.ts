import type { RuleFamily, RuleInfo } from '../contract/rule.js';

const shared = {
  severity: 'medium',
  confidence: 'low',
  fix: 'Read the passage yourself. If it is honest, say in it what is done, to what and where to, and that the user decides.',
  references: ['OWASP LLM01', 'OWASP ASI01'],
} as const;

/** What the judge of `--judge` may add. No scan without it can break these rules. */
export const askedRules: Readonly<Record<AskedFamily, RuleInfo>> = {
  skills: {
    ...shared,
    id: 'JDG-01',
    family: 'skills',
    title: 'The judge finds a passage suspicious',
    rationale:
      'A language model that the user named reads the passage as an order against the user; the rules alone saw only signs of one.',
  },
  tools: {
    ...shared,
    id: 'JDG-02',
    family: 'tools',
    title: 'The judge finds a tool definition suspicious',
    rationale: 'A language model that the user named reads the text as an order to the agent; the rules alone saw only signs of one.',
  },
};

/** Families with texts that a judge may be asked about. */
export type AskedFamily = Extract<RuleFamily, 'skills' | 'tools'>;
