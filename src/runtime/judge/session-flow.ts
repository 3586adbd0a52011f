import type { Capability } from '../../model/agent.js';
import type { GatewayCall } from '../../policy/gateway/policy.js';

/** What one session has read so far, as the classes of the tools whose answers have reached the agent. */
export class SessionFlow {
  private known: readonly Capability[] = [];

  get classes(): readonly Capability[] {
    return this.known;
  }

  /** An answer of a tool of these classes has reached the agent. */
  read(classes: readonly Capability[]): void {
    const fresh = classes.filter((one) => !this.known.includes(one));
    if (fresh.length > 0) this.known = [...this.known, ...fresh];
  }
}

/** What must have been read, in whatever order: strangers who wrote a text may steer the agent to private data, or find it read already. */
const READ: readonly Capability[] = ['private_data', 'untrusted_content'];
const OUTWARD: Capability = 'external_communication';

/** Whether the call may carry private data to where strangers, whose text the session has read, can have it. */
export function leadsOutward({ tool_classes = [], session_classes = [] }: GatewayCall): boolean {
  return tool_classes.includes(OUTWARD) && READ.every((one) => session_classes.includes(one));
}
