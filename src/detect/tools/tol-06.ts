import { compareSeverity } from '../../model/severity.js';
import { definitionsOf, locationOf, toolRef } from './definition.js';
import { diffDefinitions } from './drift.js';
import type { ToolRule } from './tool-rule.js';

/** Current definitions differ from the approved ones in a relevant way. */
export const tol06: ToolRule = {
  id: 'TOL-06',
  family: 'tools',
  title: 'Definition changed after approval',
  severity: 'medium',
  confidence: 'high',
  rationale: 'What was approved is no longer what the server offers.',
  fix: 'Review the change, then approve it anew.',
  references: ['OWASP MCP03', 'MITRE ATLAS AML.T0081'],
  *server(set) {
    if (set.before === undefined) return;
    const byName = new Map(definitionsOf(set).map((definition) => [definition.name, definition]));
    for (const found of diffDefinitions(set.before, set.tools, set.server)) {
      const definition = byName.get(found.tool);
      if (definition === undefined || compareSeverity(found.severity, 'medium') < 0) continue;
      yield {
        location: locationOf(definition, found.pointer),
        subject: toolRef(set, found.tool),
        severity: found.severity,
        evidence: `${found.kind.replace('_', ' ')}: ${found.detail}`,
      };
    }
  },
};
