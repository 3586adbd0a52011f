import type { ConfiguredServer } from '../../model/ai-evidence.js';
import { canonicalJson } from '../../support/canonical-json.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { fileHit, holdsCredentials, serverHit } from './hits.js';
import type { ConfigSubject, ServerSubject } from './subject.js';

/** The content of a definition; equal definitions do not shadow each other. */
function contentOf({ argv, url, env, headers, image }: ConfiguredServer): string {
  const named = (values: ConfiguredServer['env']) => values.map(({ name, value }) => [name, value]);
  return canonicalJson([argv.map(({ value }) => value), url?.value ?? null, image?.value ?? null, named(env), named(headers)]);
}

/** The server of the user's own file that a project's definition replaces. */
function replacedBy({ config, configured, server, namesakes }: ServerSubject): ConfiguredServer | undefined {
  if (config.scope !== 'project' || server.transport === 'unknown') return undefined;
  return namesakes.find((own) => contentOf(own) !== contentOf(configured));
}

/** Two definitions of one name, of which only one takes effect. */
export const shadowedServerName: Rule<ConfigSubject> = {
  id: 'shadowed-server-name',
  family: 'mcp-config',
  title: 'One name, two servers',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Whoever knows the one definition is asked about, and gets, the other.',
  fix: 'Give each server a name of its own, and remove the definition you do not want.',
  references: ['OWASP MCP09', 'OWASP MCP03', 'CWE-706'],
  *check({ config, servers }): Generator<RuleHit> {
    for (const duplicate of config.duplicates) {
      const evidence = `${quote(duplicate.value, 60)} is defined twice in this file; the later one holds`;
      const holding = servers.find(({ server }) => server.name === duplicate.value);
      yield holding ? serverHit(holding, duplicate, evidence) : fileHit(config, duplicate, evidence);
    }
    for (const subject of servers) {
      if (subject.server.disabled || subject.server.disabled_in !== undefined) continue;
      const own = replacedBy(subject);
      if (!own) continue;
      const severity = holdsCredentials(own) ? 'high' : this.severity;
      yield serverHit(subject, undefined, `takes the place of ${quote(own.server.name, 60)} in ${quote(own.server.path, 100)}`, {
        severity,
      });
    }
  },
};
