import type { Capability } from '../../model/agent.js';
import { isObject, own } from '../../support/json.js';
import type { Rule } from '../contract/rule.js';
import { type ToolDefinition, toolRef } from './definition.js';
import { toolRule } from './rules.js';

const ACTING: readonly Capability[] = ['destructive', 'execute', 'write'];

/** TOL-05: the hint says read-only; name, description or schema say otherwise. */
export const wrongHints: Rule<ToolDefinition> = {
  ...toolRule('TOL-05'),
  *check(definition) {
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

/** Place of a field of a definition. */
export function locationOf(definition: ToolDefinition, field = ''): { path: string; line?: number; pointer: string } {
  const { set } = definition;
  return { path: set.path, ...(set.line !== undefined && { line: set.line }), pointer: `${definition.pointer}${field}` };
}
