import type { z } from 'zod';
import { gatewayPolicyDraft } from '../../api/gateway-policy.js';

/**
 * A policy with which to begin to govern a server: it only records, and says what it would have stopped. Null for
 * servers whose name cannot be bound.
 */
export function draftFor(server: string): z.input<typeof gatewayPolicyDraft> | null {
  const draft = {
    name: `Govern ${server}`,
    description: `Watches calls of ${server}. Set the mode to enforce once the decisions are right.`,
    mode: 'audit' as const,
    enabled: true,
    default_effect: 'allow' as const,
    rules: [
      {
        id: 'destructive',
        effect: 'deny' as const,
        when: { tool_classes: ['destructive' as const] },
        reason: 'tools that destroy need a review',
      },
      {
        id: 'execute',
        effect: 'warn' as const,
        when: { tool_classes: ['execute' as const] },
        reason: 'tools that run commands are watched',
      },
    ],
    bindings: [{ target_type: 'upstream' as const, target_id: server, mode: 'audit' as const }],
  };
  return gatewayPolicyDraft.safeParse(draft).success ? draft : null;
}
