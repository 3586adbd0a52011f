import type { Rule, RuleHit } from '../contract/rule.js';
import { fileHit } from './hits.js';
import { holdsLiteralSecret } from './literal-secret.js';
import type { ConfigSubject } from './subject.js';

const modeText = (mode: number) => `mode ${(mode & 0o777).toString(8).padStart(4, '0')}`;

/** The configuration file is a link. */
export const configIsSymlink: Rule<ConfigSubject> = {
  id: 'config-is-symlink',
  family: 'mcp-config',
  title: 'Configuration is a symbolic link',
  severity: 'none',
  confidence: 'high',
  rationale: 'What the client reads lies elsewhere, where other rights and other writers may hold.',
  fix: 'Make sure that you alone may write to the target; tools that manage dotfiles make such links honestly.',
  references: ['CWE-59'],
  *check({ config }): Generator<RuleHit> {
    if (config.symlink) yield fileHit(config, undefined, '');
  },
};

/** Other users may write the configuration. */
export const configWritableByOthers: Rule<ConfigSubject> = {
  id: 'config-writable-by-others',
  family: 'mcp-config',
  title: 'Configuration is writable by others',
  severity: 'high',
  confidence: 'high',
  rationale: 'Another user of this machine can make the client start any program as you.',
  fix: 'Run `chmod go-w` on the file and its folder.',
  references: ['CWE-732', 'CWE-276'],
  *check({ config: { mode }, config }): Generator<RuleHit> {
    if (mode === undefined || (mode & 0o022) === 0) return;
    // A group often has only one user; whether it has others is unknown here.
    const group = (mode & 0o002) === 0;
    yield fileHit(config, undefined, modeText(mode), group ? { severity: 'low', confidence: 'medium' } : {});
  },
};

/** Other users may read a secret in the file. */
export const secretFileReadableByOthers: Rule<ConfigSubject> = {
  id: 'secret-file-readable-by-others',
  family: 'mcp-config',
  title: 'File with a secret is readable by others',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Every user of this machine can read the credential that stands in the file.',
  fix: 'Replace the credential, and run `chmod 600` on the file.',
  references: ['OWASP MCP01', 'CWE-732'],
  *check(subject): Generator<RuleHit> {
    const { mode } = subject.config;
    if (mode !== undefined && (mode & 0o004) !== 0 && holdsLiteralSecret(subject)) yield fileHit(subject.config, undefined, modeText(mode));
  },
};
