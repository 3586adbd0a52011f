import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { quoteCommand, serverHit, weighed } from './hits.js';
import { packagePlace } from './package-place.js';
import type { ServerSubject } from './subject.js';

/** A runner fetches the newest version, so what runs changes without a change of the file. */
export const floatingPackageVersion: Rule<ServerSubject> = {
  id: 'floating-package-version',
  family: 'mcp-config',
  title: 'Package version not fixed',
  severity: 'medium',
  confidence: 'high',
  rationale:
    'The runner fetches the newest release at each start, so one bad release of the package runs here within hours, with the server’s credentials.',
  fix: 'Write an exact version behind the name, for example `name@1.2.3` for npm or `name==1.2.3` for PyPI.',
  references: ['OWASP MCP04', 'OWASP ASI04', 'OWASP LLM03', 'CWE-1357', 'CWE-494'],
  *check(subject): Generator<RuleHit> {
    const { package: fetched } = subject.server;
    if (!fetched?.floating || fetched.ecosystem === 'git') return;
    const place = packagePlace(subject, fetched.name);
    yield serverHit(subject, place, `${quoteCommand(place?.value ?? fetched.name)} has no exact version`, {
      severity: weighed(this.severity, subject),
      fix: `Write the version you have reviewed: ${quote(pinnedForm(fetched.ecosystem, fetched.name), 200)}.`,
    });
  },
};

const FORMS: Readonly<Record<string, (name: string) => string>> = {
  npm: (name) => `"${name}@<version>"`,
  pypi: (name) => `"${name}==<version>"`,
  golang: (name) => `"${name}@v<version>"`,
  jsr: (name) => `"jsr:${name}@<version>"`,
  nuget: (name) => `"${name}@<version>"`,
};

function pinnedForm(ecosystem: string, name: string): string {
  return FORMS[ecosystem]?.(name) ?? `"${name}@<version>"`;
}
