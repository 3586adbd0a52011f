/** Weakest to strongest: the strongest effect that matches decides. */
export const effects = ['allow', 'warn', 'deny'] as const;
export type Effect = (typeof effects)[number];

/** `audit` says what `enforce` would do and lets everything pass. */
export const gatewayModes = ['off', 'audit', 'enforce'] as const;
export type GatewayMode = (typeof gatewayModes)[number];

/** What a binding names; `upstream` is an MCP server. A binding to the tenant has no id. */
export const bindingTargets = ['tenant', 'source', 'agent', 'agent_type', 'environment', 'upstream'] as const;
export type BindingTarget = (typeof bindingTargets)[number];

/** All tests given must hold for one value. */
export interface ArgumentTest {
  /** The whole text fits one of these; `*` any run, `?` one character. */
  glob?: string | readonly string[] | undefined;
  /** RE2 syntax, searched anywhere in the text. */
  regex?: string | undefined;
  /** Some host that the text may be read to name is none of these; `*.example.com` names everything below. */
  host_not_in?: readonly string[] | undefined;
  /** Some host that the text may be read to name is one of these. */
  host_in?: readonly string[] | undefined;
  /** The path, freed of tricks, lies in one of these folders. */
  path_under?: readonly string[] | undefined;
  path_not_under?: readonly string[] | undefined;
  /** Longer than so many characters. */
  max_length?: number | undefined;
}

/** All that is given must hold; what is not given holds. */
export interface RuleCondition {
  /** Globs over the tool's name. */
  tools?: readonly string[] | undefined;
  /** Globs over the server's name. */
  servers?: readonly string[] | undefined;
  /** Any of these capabilities. */
  tool_classes?: readonly string[] | undefined;
  /** Argument path (JSON pointer, or dots; `*` one step, `**` any) to what must hold of a value there. */
  args?: Readonly<Record<string, ArgumentTest>> | undefined;
  /** Argument paths, at any of which a secret's value stands. */
  secret_paths?: readonly string[] | undefined;
}

/** The rule matches calls above the rate only. */
export interface RateLimit {
  calls: number;
  per_seconds: number;
}

export interface GatewayRule {
  id: string;
  effect: Effect;
  when?: RuleCondition | undefined;
  rate?: RateLimit | undefined;
  reason?: string | undefined;
}

export interface GatewayBinding {
  target_type: BindingTarget;
  /** Null for the tenant. */
  target_id: string | null;
  mode: GatewayMode;
}

/** A policy as it is compiled; whoever stores it has checked its shape. */
export interface GatewayPolicy {
  policy_id: string;
  name: string;
  mode: GatewayMode;
  /** Effect on calls that none of the rules match. */
  default_effect: Effect;
  rules: readonly GatewayRule[];
  bindings: readonly GatewayBinding[];
}

/** A tool call as it is judged. Who calls is what the launcher or the credential says, never the call itself. */
export interface GatewayCall {
  tool: string;
  server?: string | undefined;
  agent?: string | undefined;
  agent_type?: string | undefined;
  environment?: string | undefined;
  source?: string | undefined;
  tool_classes?: readonly string[] | undefined;
  arguments: unknown;
}

export interface MatchedRule {
  policy_id: string;
  rule_id: string | null;
  effect: Effect;
  mode: GatewayMode;
  reason: string;
}

export interface GatewayDecision {
  /** What happens to the call. */
  decision: Effect;
  /** What would happen if every policy were enforced. */
  would_decide: Effect;
  policy_id: string | null;
  /** Null where a policy's default decided, or nothing matched. */
  rule_id: string | null;
  reason: string;
  /** Of the policy that decided; else the strongest that applies, `off` where none does. */
  mode: GatewayMode;
  /** Every rule that matched, the strongest first. */
  matched: MatchedRule[];
}
