import { quote } from '../../support/quote.js';
import { locationOf, toolRef } from './definition.js';
import { imitates, nearServer } from './name-squat.js';
import type { ToolRule } from './tool-rule.js';

/**
 * A tool's name imitates a common one, or a server's name is one step away from a well-known one. Names entirely in one
 * script do not count.
 */
export const tol07: ToolRule = {
  id: 'TOL-07',
  family: 'tools',
  title: 'Name that imitates another',
  severity: 'medium',
  confidence: 'high',
  rationale: 'A name that looks like a known one is called, and trusted, by mistake.',
  fix: 'Check who publishes this server and rename or remove it.',
  references: ['OWASP MCP09', 'CWE-1007'],
  *definition(definition) {
    const found = imitates(definition.name);
    if (found === undefined) return;
    yield {
      location: locationOf(definition, '/name'),
      subject: toolRef(definition.set, definition.name),
      severity: found.invisible ? 'high' : 'medium',
      evidence: `${quote(definition.name)} looks like ${quote(found.of)}`,
    };
  },
  *server(set) {
    const found = imitates(set.server);
    const near = found?.of ?? nearServer(set.server.toLowerCase());
    if (near === undefined) return;
    yield {
      location: { path: set.path, ...(set.line !== undefined && { line: set.line }), pointer: '/server' },
      subject: set.ref,
      severity: found?.invisible ? 'high' : 'medium',
      evidence: `${quote(set.server)} looks like ${quote(near)}`,
    };
  },
};
