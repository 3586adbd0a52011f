import type { ConfigFile, NamedValue } from '../../model/ai-evidence.js';
import { quote } from '../../support/quote.js';
import { REDACTED } from '../../support/redact.js';
import { hasSecretShape, isSecretValue } from '../../support/secret-value.js';
import type { Rule, RuleHit, RuleInfo } from '../contract/rule.js';
import { referenceForm } from './data/value-references.js';
import { fileHit, serverHit } from './hits.js';
import { type ConfigSubject, isWrittenByOthers, type ServerSubject, shownArgs } from './subject.js';

const REFERENCES = ['OWASP MCP01', 'OWASP LLM02', 'OWASP ASI03', 'CWE-798', 'CWE-522'];

function about(part: 'env' | 'arg' | 'header' | 'url', where: string, references = REFERENCES): RuleInfo {
  return {
    id: `literal-secret-${part}`,
    family: 'mcp-config',
    title: `Secret written ${where}`,
    severity: 'high',
    confidence: 'high',
    rationale: `A credential stands ${where} of the configuration, where backups, sync, screen shares and every program of this user can read it.`,
    fix: 'Replace the credential, then refer to a variable of the environment or a secret store by name.',
    references,
  };
}

/**
 * A project's file is visible to everybody with access to the repository; a name alone is weaker evidence than the
 * shape of a key.
 */
function weightOf(config: ConfigFile, value: string): Pick<RuleHit, 'severity' | 'confidence'> {
  return { severity: isWrittenByOthers(config) ? 'critical' : 'high', confidence: hasSecretShape(value) ? 'high' : 'medium' };
}

function advice(config: ConfigFile, name: string): { fix: string } {
  return { fix: `Replace the credential, keep it out of the file, and write ${referenceForm(config.client, name)} in its place.` };
}

/** Checks variables of servers and of the client itself. */
export const literalSecretEnv: Rule<ServerSubject> = {
  ...about('env', 'in the environment table'),
  *check(subject): Generator<RuleHit> {
    const { env } = subject.configured;
    for (const variable of env.filter(({ name, value }) => isSecretValue(name, value))) {
      if (hasSecretBeside(variable, env)) continue;
      const evidence = `${quote(variable.name, 80)} = ${REDACTED}`;
      yield serverHit(subject, variable, evidence, {
        ...weightOf(subject.config, variable.value),
        ...advice(subject.config, variable.name),
      });
    }
  },
};

/**
 * The id of a key pair counts as a secret when its secret is beside it: `AWS_ACCESS_KEY_ID` beside
 * `AWS_SECRET_ACCESS_KEY`.
 */
function hasSecretBeside({ name }: NamedValue, env: readonly NamedValue[]): boolean {
  if (!/_ID$/i.test(name)) return false;
  const family = name.slice(0, name.indexOf('_') + 1).toLowerCase();
  return env.some((other) => other.name !== name && other.name.toLowerCase().startsWith(family) && isSecretValue(other.name, other.value));
}

/** Checks variables in the client's own settings. */
export const literalSecretSetting: Rule<ConfigSubject> = {
  ...about('env', 'in the environment table'),
  *check({ config }): Generator<RuleHit> {
    for (const setting of config.settings) {
      const { name, value } = setting;
      if (typeof value !== 'string') continue;
      const variable = name.startsWith('env.') ? name.slice(4) : undefined;
      if (variable === undefined ? !hasSecretShape(value) : !isSecretValue(variable, value)) continue;
      const extras = { ...weightOf(config, value), ...advice(config, variable ?? name) };
      yield fileHit(config, setting, `${quote(name, 80)} = ${REDACTED}`, extras);
    }
  },
};

/** Checks arguments and assignments on the launch line. */
export const literalSecretArg: Rule<ServerSubject> = {
  ...about('arg', 'in an argument', [...REFERENCES, 'CWE-214']),
  *check(subject): Generator<RuleHit> {
    for (const word of shownArgs(subject)) {
      for (let count = occurrences(word.shown) - occurrences(word.value); count > 0; count--) {
        yield serverHit(subject, word, quote(word.shown, 120), weightOf(subject.config, word.value));
      }
    }
  },
};

function occurrences(text: string): number {
  return text.split(REDACTED).length - 1;
}

/** Checks HTTP headers of a remote server. */
export const literalSecretHeader: Rule<ServerSubject> = {
  ...about('header', 'in a header'),
  *check(subject): Generator<RuleHit> {
    for (const header of subject.configured.headers.filter(({ name, value }) => isSecretValue(name, value))) {
      const evidence = `${quote(header.name, 80)}: ${REDACTED}`;
      const variable = header.name.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();
      yield serverHit(subject, header, evidence, { ...weightOf(subject.config, header.value), ...advice(subject.config, variable) });
    }
  },
};

/** Checks the address of a remote server. */
export const literalSecretUrl: Rule<ServerSubject> = {
  ...about('url', 'in the address', [...REFERENCES, 'CWE-598']),
  *check(subject): Generator<RuleHit> {
    const { url } = subject.configured;
    const shown = subject.server.url;
    if (!url || shown === null) return;
    for (let count = occurrences(shown) - occurrences(url.value); count > 0; count--) {
      yield serverHit(subject, url, quote(shown, 160), weightOf(subject.config, url.value));
    }
  },
};

/** True when the file holds any literal secret. */
export function holdsLiteralSecret(subject: ConfigSubject): boolean {
  const rules = [literalSecretEnv, literalSecretArg, literalSecretHeader, literalSecretUrl];
  return (
    subject.servers.some((server) => rules.some((rule) => [...rule.check(server)].length > 0)) ||
    [...literalSecretSetting.check(subject)].length > 0
  );
}
