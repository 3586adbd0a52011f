import type { ToolSet } from '../../model/ai-evidence.js';
import type { RuleHit, RuleInfo } from '../contract/rule.js';
import type { ToolDefinition } from './definition.js';
import type { AgentTools } from './toxic.js';

export type ToolCheck<Subject> = (subject: Subject) => Iterable<RuleHit>;

/** A rule about tools, with a check for each thing it judges. */
export interface ToolRule extends RuleInfo {
  readonly definition?: ToolCheck<ToolDefinition>;
  /** All that one server offers. */
  readonly server?: ToolCheck<ToolSet>;
  /** All that one agent can reach. */
  readonly agent?: ToolCheck<AgentTools>;
}
