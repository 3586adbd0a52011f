import type { ToolSet } from '../../model/ai-evidence.js';
import { definitionHash } from '../../support/definition-hash.js';
import { quote } from '../../support/quote.js';
import type { RuleHit } from '../contract/rule.js';
import { definitionsOf, locationOf, type ToolDefinition, toolRef } from './definition.js';
import { imitates, nearServer } from './name-squat.js';
import type { ToolRule } from './tool-rule.js';

/**
 * A tool's name imitates a common one, two different tools of a server share a name, or a server's name is one step away from a well-known
 * one. Names entirely in one script do not count as imitations.
 */
export const tol07: ToolRule = {
  id: 'TOL-07',
  family: 'tools',
  title: 'Name that imitates another',
  severity: 'medium',
  confidence: 'high',
  rationale: 'A name that looks like a known one, or that two tools share, is called, and trusted, by mistake.',
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
    yield* sharedNames(set);
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

/** The second of two different definitions with one name: which of them a client calls, nobody can tell. */
function* sharedNames(set: ToolSet): Iterable<RuleHit> {
  const first = new Map<string, ToolDefinition>();
  for (const definition of definitionsOf(set)) {
    const { name } = definition;
    const known = first.get(name);
    if (known === undefined) first.set(name, definition);
    else if (name !== '' && definitionHash(known.raw) !== definitionHash(definition.raw)) {
      yield {
        location: locationOf(definition, '/name'),
        subject: toolRef(set, name),
        severity: 'high',
        evidence: `another tool of this server is named ${quote(name)} and differs`,
      };
    }
  }
}
