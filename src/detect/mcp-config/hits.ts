import type { ConfigFile, Placed } from '../../model/ai-evidence.js';
import type { Location } from '../../model/component.js';
import type { Severity } from '../../model/severity.js';
import { quote } from '../../support/quote.js';
import { redactCommand } from '../../support/redact-command.js';
import type { RuleHit } from '../contract/rule.js';
import { namesCredential } from './credential-names.js';
import { isWrittenByOthers, type ServerSubject } from './subject.js';

/** A command or program text as evidence shows it, without the secrets in it. */
export function quoteCommand(text: string, width = 120): string {
  return quote(redactCommand(text.slice(0, 4 * width)), width);
}

/** What a rule adds to a hit. */
type Extras = Pick<RuleHit, 'severity' | 'confidence' | 'fix' | 'advisories'>;

/** Where a value stands, without the value itself. */
type Place = Pick<Placed, 'line' | 'pointer'>;

/** A hit about one server: the finding's subject is the server, its place the offending value or else the server's key. */
export function serverHit(subject: ServerSubject, place: Place | undefined, evidence: string, extras: Extras = {}): RuleHit {
  const { config, configured, server } = subject;
  const { line = configured.line, pointer = configured.pointer } = place ?? {};
  const at = { ...(line !== undefined && { line }), ...(pointer !== undefined && { pointer }) };
  return { ...fileHit(config, at, `server ${quote(server.name, 60)}: ${evidence}`, extras), subject: server.ref };
}

/** A hit about the file itself or one of its settings. */
export function fileHit(config: ConfigFile, place: Place | undefined, evidence: string, extras: Extras = {}): RuleHit {
  return { location: locationOf(config, place), evidence, ...extras };
}

function locationOf({ path }: ConfigFile, place: Place | undefined): Location {
  return {
    path,
    ...(place?.line !== undefined && { line: place.line }),
    ...(place?.pointer !== undefined && { pointer: place.pointer }),
  };
}

const WORSE: Partial<Record<Severity, Severity>> = { low: 'medium', medium: 'high' };
const BETTER: Partial<Record<Severity, Severity>> = { critical: 'high', high: 'medium', medium: 'low' };

/**
 * Severity in its surroundings: one step worse, and never above high, when somebody else may change the file, when the server's
 * tools run unasked or when credentials are in its reach; one step better in a file that an administrator manages.
 */
export function weighed(base: Severity, subject: ServerSubject): Severity {
  const { config, server } = subject;
  if (config.scope === 'managed') return better(base);
  const reaches = isWrittenByOthers(config) || server.auto_approve.includes('*') || holdsCredentials(subject);
  return reaches ? (WORSE[base] ?? base) : base;
}

/** One step less. */
export function better(severity: Severity): Severity {
  return BETTER[severity] ?? severity;
}

/** True when the server is given a credential, by name. */
export function holdsCredentials({ server }: Pick<ServerSubject, 'server'>): boolean {
  return server.env_names.some(namesCredential) || server.header_names.some((name) => /^(?:proxy-)?authorization$/i.test(name));
}
