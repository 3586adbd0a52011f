import type { PolicyTarget } from '../model/request.js';

/** Kinds of a condition's value; a list of texts means any of them. */
export type ConditionKind = 'texts' | 'number' | 'boolean' | 'severity';

/**
 * The conditions a rule may set, by target. Every given one must hold. Adding one is a line here and a line in the target's
 * facts (`facts.ts`), which the type of `Facts` demands.
 */
export const conditions = {
  finding: {
    kind: 'texts',
    id: 'texts',
    rule: 'texts',
    cwe: 'texts',
    severity: 'severity',
    confidence: 'texts',
    kev: 'boolean',
    fixable: 'boolean',
    epss_above: 'number',
    older_than_days: 'number',
    package: 'texts',
    ecosystem: 'texts',
    scope: 'texts',
    direct: 'boolean',
    reaches_agent: 'boolean',
    reaches_credential: 'boolean',
  },
  package: {
    name: 'texts',
    ecosystem: 'texts',
    version: 'texts',
    version_range: 'texts',
    license: 'texts',
    no_license: 'boolean',
    scope: 'texts',
    direct: 'boolean',
    resolved: 'boolean',
    source: 'texts',
    host: 'texts',
    min_age_days: 'number',
  },
  server: {
    name: 'texts',
    client: 'texts',
    transport: 'texts',
    package: 'texts',
    floating: 'boolean',
    plain_http: 'boolean',
    host: 'texts',
    auto_approve: 'boolean',
    credential: 'texts',
    disabled: 'boolean',
    command: 'texts',
    image: 'texts',
  },
  agent: { client: 'texts', path: 'texts', servers_above: 'number' },
  model: { path: 'texts', format: 'texts', verdict: 'texts', signature: 'texts' },
  skill: { path: 'texts', kind: 'texts', verdict: 'texts' },
} as const satisfies Record<PolicyTarget, Record<string, ConditionKind>>;

export type ConditionsOf<T extends PolicyTarget> = keyof (typeof conditions)[T];

/** The facts about one thing, by condition name: texts to match, a number to compare, or true/false. Undefined: not known. */
export type FactsOf<T extends PolicyTarget> = Record<ConditionsOf<T>, readonly string[] | number | boolean | undefined>;
