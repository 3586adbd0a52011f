import type { Capability } from '../../model/agent.js';
import { isObject, own } from '../../support/json.js';
import { locationOf, toolRef } from './definition.js';
import type { ToolRule } from './tool-rule.js';

const ACTING: readonly Capability[] = ['destructive', 'execute', 'write'];

/** The annotation says read-only; name, description or schema say otherwise. */
export const tol05: ToolRule = {
  id: 'TOL-05',
  family: 'tools',
  title: 'Read-only hint on a tool that acts',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'Clients skip the question for tools that call themselves read-only.',
  fix: 'Correct the hint, and approve this tool by hand until then.',
  references: ['OWASP MCP02'],
  *definition(definition) {
    const annotations = own(definition.raw, 'annotations');
    if (!isObject(annotations) || own(annotations, 'readOnlyHint') !== true) return;
    const acts = ACTING.filter((capability) => definition.capabilities.includes(capability));
    const [worst] = acts;
    if (worst === undefined) return;
    yield {
      location: locationOf(definition, '/annotations/readOnlyHint'),
      subject: toolRef(definition.set, definition.name),
      evidence: `readOnlyHint on a tool classed ${acts.join(', ')}`,
    };
  },
};
