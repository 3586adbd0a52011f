import type { ToolSet } from '../../model/ai-evidence.js';
import type { RuleHit, RuleInfo } from '../contract/rule.js';
import type { ToolDefinition } from './definition.js';
import type { AgentTools } from './toxic.js';

export type ToolCheck<Subject> = (subject: Subject) => Iterable<RuleHit>;

/** A rule about tools, with a check for each kind of subject. */
export interface ToolRule extends RuleInfo {
  readonly definition?: ToolCheck<ToolDefinition>;
  /** Judges everything that one server offers. */
  readonly server?: ToolCheck<ToolSet>;
  /** Judges everything that one agent can reach. */
  readonly agent?: ToolCheck<AgentTools>;
}
