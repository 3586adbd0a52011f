import type { ConfigFile, Placed } from '../../model/ai-evidence.js';
import type { Location } from '../../model/component.js';
import type { Severity } from '../../model/severity.js';
import { namesCredential } from '../../support/credential-names.js';
import { quote } from '../../support/quote.js';
import { redactCommand } from '../../support/redact-command.js';
import type { RuleHit } from '../contract/rule.js';
import { isWrittenByOthers, type ServerSubject } from './subject.js';

/** A command or program text for evidence, with secrets redacted. */
export function quoteCommand(text: string, width = 120): string {
  return quote(redactCommand(text.slice(0, 4 * width)), width);
}

/** Fields that a rule adds to a hit. */
type Extras = Pick<RuleHit, 'severity' | 'confidence' | 'fix' | 'advisories'>;

/** The position of a value, without the value itself. */
type Place = Pick<Placed, 'line' | 'pointer'>;

/** A hit about one server: its subject is the server, its place the offending value or else the server's key. */
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

function locationOf({ path, image }: ConfigFile, place: Place | undefined): Location {
  return {
    path,
    ...(image !== undefined && { image }),
    ...(place?.line !== undefined && { line: place.line }),
    ...(place?.pointer !== undefined && { pointer: place.pointer }),
  };
}

const WORSE: Partial<Record<Severity, Severity>> = { low: 'medium', medium: 'high' };
const BETTER: Partial<Record<Severity, Severity>> = { critical: 'high', high: 'medium', medium: 'low' };

/**
 * Adjusts a severity to the server's context. It rises one step, to high at most, when other people may change the
 * file, when the server's tools run without approval, or when the server has credentials. It falls one step in a file
 * that an administrator manages.
 */
export function weighed(base: Severity, subject: ServerSubject): Severity {
  const { config, server } = subject;
  if (config.scope === 'managed') return better(base);
  const reaches = isWrittenByOthers(config) || server.auto_approve.includes('*') || holdsCredentials(subject);
  return reaches ? (WORSE[base] ?? base) : base;
}

/** The next lower severity. */
export function better(severity: Severity): Severity {
  return BETTER[severity] ?? severity;
}

/** True when the server gets a credential, judged by names. */
export function holdsCredentials({ server }: Pick<ServerSubject, 'server'>): boolean {
  return server.env_names.some(namesCredential) || server.header_names.some((name) => /^(?:proxy-)?authorization$/i.test(name));
}
