import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit, weighed } from './hits.js';
import { packagePlace } from './package-place.js';
import type { ServerSubject } from './subject.js';

/** Code from the newest commit of a repository. */
export const floatingGitReference: Rule<ServerSubject> = {
  id: 'floating-git-reference',
  family: 'mcp-config',
  title: 'Git source follows a branch',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Whoever may push to the repository decides what runs here at the next start.',
  fix: 'Name a full commit behind the address: `git+https://host/owner/repository@<40 digits>` or `github:owner/repository#<40 digits>`.',
  references: ['OWASP MCP04', 'OWASP ASI04', 'OWASP LLM03', 'CWE-1357', 'CWE-494'],
  *check(subject): Generator<RuleHit> {
    const { package: fetched } = subject.server;
    if (!fetched?.floating || fetched.ecosystem !== 'git') return;
    const evidence = `${quote(fetched.name)} without a full commit or version tag`;
    yield serverHit(subject, packagePlace(subject, fetched.name), evidence, { severity: weighed(this.severity, subject) });
  },
};
