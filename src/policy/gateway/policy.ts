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
  /** In some reading, the text names a host that is none of these; `*.example.com` names everything below. */
  host_not_in?: readonly string[] | undefined;
  /** In some reading, the text names one of these hosts. */
  host_in?: readonly string[] | undefined;
  /** The path, in normal form, is in one of these folders. */
  path_under?: readonly string[] | undefined;
  path_not_under?: readonly string[] | undefined;
  /** The text is longer than this number of characters. */
  max_length?: number | undefined;
}

/** All conditions that are given must hold. */
export interface RuleCondition {
  /** Globs over the tool's name. */
  tools?: readonly string[] | undefined;
  /** Globs over the server's name. */
  servers?: readonly string[] | undefined;
  /** Any of these capabilities. */
  tool_classes?: readonly string[] | undefined;
  /** The session has read data of each of these capabilities before. */
  after?: readonly string[] | undefined;
  /** Argument path (JSON pointer, or dots; `*` one step, `**` any) to the tests for a value there. */
  args?: Readonly<Record<string, ArgumentTest>> | undefined;
  /** Argument paths; one of them must lead to a value with a secret. */
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

/** A policy as it is compiled. The code that stores policies has checked its shape. */
export interface GatewayPolicy {
  policy_id: string;
  name: string;
  mode: GatewayMode;
  /** Effect on calls that none of the rules match. */
  default_effect: Effect;
  rules: readonly GatewayRule[];
  bindings: readonly GatewayBinding[];
}

/** A tool call as it is judged. The launcher or the credential says who calls, never the call itself. */
export interface GatewayCall {
  tool: string;
  server?: string | undefined;
  agent?: string | undefined;
  agent_type?: string | undefined;
  environment?: string | undefined;
  source?: string | undefined;
  tool_classes?: readonly string[] | undefined;
  /** Capabilities of the tools that the session has had answers of. */
  session_classes?: readonly string[] | undefined;
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
  /** Mode of the policy that decided, otherwise the strongest mode that applies; `off` if none applies. */
  mode: GatewayMode;
  /** Every rule that matched, the strongest first. */
  matched: MatchedRule[];
}
