import { isFileOfAccount, isOfKnownMaker } from '../../text/reading/maker-hosts.js';
import { isBareAddress, isFilledIn } from '../../text/reading/places.js';
import type { RunEvent } from '../flow/events.js';
import { STREAMED_SHELL } from '../flow/library/child-commands.js';
import { type Mark, UNKNOWN_PART } from '../flow/value.js';
import type { CodeHit, FlowCheck, TracedCode } from './hits.js';
import { isRelated, isUncheckable, outsideHost } from './hosts.js';

const CHECKED = /\b(?:sha(?:256|512)sum|shasum|openssl dgst|gpg2? --verify|cosign verify|minisign|hashlib\.sha|createHash|Get-FileHash)\b/;
/** Words of a command that access the network or start programs. */
const DANGEROUS =
  /\b(?:curl|wget|nc|ncat|bash|sh|powershell|iex|os\.system|subprocess|child_process|socket|urllib|requests|eval|exec)\b|https?:\/\//i;

type Hit = Omit<CodeHit, 'at'>;

/** RCE-01, 03, 04, 06, ENC-02, ENC-04: code that is executed, and where it came from. */
export const executions: FlowCheck = function* (code) {
  for (const event of code.events) {
    if (event.kind === 'run') {
      const carries = CARRIES.test(event.text);
      // What is echoed may be all that was decoded: then a shell got it.
      const started = (carries ? undefined : fetched(event, code)) ?? (carries && !ECHO.test(event.text) ? undefined : decoded(event));
      const hit = reverse(event, code) ?? started ?? hidden(event, code) ?? callers(event, code);
      if (hit !== undefined) yield { ...hit, at: event.at };
    } else if (
      event.kind === 'write' &&
      /^\/dev\/(?:tcp|udp)\//.test(event.path) &&
      code.events.some((other) => other.kind === 'run' && other.how === 'interactive')
    )
      yield { ...shellFor(event.path, code), at: event.at };
  }
};

/** Programs that take what they are given as data: an address, a header, a text. */
const CARRIES = /^(?:curl|wget|echo|printf|jq|grep|ffmpeg|magick|convert)\s(?!.*(?:[|;`]|\$\(|&&))[^\n]*$/;

const ECHO = /^(?:echo|printf)\s/;

const SOCKET = /\/dev\/(?:tcp|udp)\//;
const SOCKETS = /\/dev\/(?:tcp|udp)\/([^/\s]*)/g;

/** A shell for a remote host. In a text that only shows it, a host that the reader fills in does not count. */
function shellFor(text: string, { unit }: Pick<TracedCode, 'unit'>): Hit {
  return { rule: 'RCE-03', evidence: text, ...(unit.kind === 'fence' && isFilledInTarget(text) && { severity: 'low' as const }) };
}

function isFilledInTarget(text: string): boolean {
  const hosts = [...text.matchAll(SOCKETS)].map((match) => match[1] ?? '');
  const rest = text.replaceAll(SOCKETS, '');
  const addresses = text.match(/\d{1,3}(?:\.\d{1,3}){3}/g) ?? [];
  if (addresses.length > 0 && !addresses.some((address) => isBareAddress(address))) return !text.includes(UNKNOWN_PART);
  const written = /\d{1,3}(?:\.\d{1,3}){3}|[a-z]\.[a-z]{2,}/.test(rest);
  return hosts.length > 0 && hosts.every((host) => host === '' || isFilledIn(host)) && !written && !text.includes(UNKNOWN_PART);
}

const OPENS_CONNECTION =
  /\b(?:net|tls)\.(?:connect|createConnection|createServer|Socket)\b|\bsocket\.(?:socket|create_connection|create_server)\b|\bopen_connection\b/;

function reverse(event: RunEvent, { events, unit }: TracedCode): Hit | undefined {
  if (event.how !== 'interactive') return undefined;
  if (SOCKET.test(event.text)) return shellFor(event.text, { unit });
  if (event.text === STREAMED_SHELL)
    return OPENS_CONNECTION.test(unit.text) ? { rule: 'RCE-03', evidence: 'a connection to elsewhere is the input of a shell' } : undefined;
  if (event.text !== 'dup2') return undefined;
  const socket =
    /\bsocket\.(?:socket|create_connection)\b/.test(unit.text) &&
    events.some((other) => other.kind === 'run' && other.how !== 'interactive');
  return socket ? { rule: 'RCE-03', evidence: 'socket tied to a shell' } : undefined;
}

/** Downloaded code: the vendor's own installer is a low finding, an address that nobody can check the worst. */
function fetched(event: RunEvent, code: TracedCode): Hit | undefined {
  const mark = event.marks.find(({ source }) => source === 'fetched');
  if (mark === undefined) return undefined;
  const rule = event.how === 'shell' && code.unit.language === 'shell' ? 'RCE-01' : 'RCE-04';
  const evidence = `${mark.label} is executed`;
  const host = outsideHost(mark.label);
  const isPinned = CHECKED.test(code.unit.text);
  if (host === undefined)
    return { rule, evidence, severity: isPinned || code.unit.kind === 'fence' ? 'low' : 'medium', confidence: 'medium' };
  if (isUncheckable(mark.label)) return { rule, evidence, severity: 'critical' };
  const isVendor = isOfKnownMaker(host) && !isFileOfAccount(host, mark.label);
  if (isVendor || isPinned) return { rule, evidence, severity: 'low' };
  if (isRelated(host, code.subject)) return { rule, evidence, severity: code.unit.kind === 'fence' ? 'low' : 'medium' };
  return { rule, evidence, severity: startsItsProgram(mark.label, code) || isOfNamedAccount(mark.label, code) ? 'medium' : 'high' };
}

/** Parts of an address that name nothing. */
const GENERAL =
  /^(?:https?|www|get|cli|install\w*|download\w*|dl|raw|github\w*|gitlab|main|master|latest|releases?|setup|scripts?|bin|src)$/;
/** Limit of parts of an address that are looked for. */
const MOST_NAMES = 8;

/**
 * True where a guide installs, over HTTPS, a program that has the name of the host or repository it comes from, and starts it afterwards:
 * whoever knows neither still has to ask who that is, but nothing is hidden.
 */
function startsItsProgram(address: string, { unit, bundle }: TracedCode): boolean {
  if (unit.kind !== 'fence') return false;
  const parts = address.toLowerCase().split(/[^a-z0-9-]+/);
  const names = parts.filter((part) => part.length > 2 && !GENERAL.test(part)).slice(0, MOST_NAMES);
  if (names.length === 0) return false;
  const starts = new RegExp(`(?:^|[\\n;&|\`(]) {0,8}(?:sudo )?(?:${names.join('|')}) +[\\w-]`, 'i');
  return bundle.files.some(({ text }) => text !== undefined && starts.test(text));
}

/** An account or a repository on a code host. */
const ACCOUNT = /^https:\/\/(?:raw\.githubusercontent\.com|github\.com|gitlab\.com)\/([\w.-]+)\/([\w.-]+)\//i;

/** True where a guide installs from an account or a repository that the skill is named after, or that it says it is about. */
function isOfNamedAccount(address: string, { unit, subject }: TracedCode): boolean {
  const names = (ACCOUNT.exec(address.toLowerCase())?.slice(1) ?? []).flatMap((name) => [name, name.split('-', 1)[0] ?? name]);
  const about = `${subject.name} ${subject.description} ${unit.context}`.toLowerCase();
  const own = subject.name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(isTelling);
  return (
    unit.kind === 'fence' && names.some((name) => isTelling(name) && (about.includes(name) || own.some((word) => name.includes(word))))
  );
}

function isTelling(name: string): boolean {
  return name.length > 3 && !GENERAL.test(name);
}

function decoded(event: RunEvent): Hit | undefined {
  const mark = event.marks.find(({ source, label }) => source === 'decoded' && !(isReadable(event.text) && PICKED.test(label)));
  if (mark === undefined) return undefined;
  return { rule: 'ENC-02', evidence: `decoded with ${mark.label}, then executed` };
}

/** What makes single letters, which honest code may append to a command. */
const PICKED = /chr|fromChar|fromCode|letters|numbers/i;

/** True for a command that says in plain words what is run. */
function isReadable(text: string): boolean {
  return /^[\w./-]{2,}/.test(text.trim());
}

/** The command is readable only after it was assembled. */
function hidden(event: RunEvent, { unit, bundle }: TracedCode): Hit | undefined {
  const code = event.how === 'eval' && /[a-z]{3}\s{0,4}[(.=]/i.test(event.text);
  if (!event.assembled || !(code || DANGEROUS.test(event.text))) return undefined;
  const host = CARRIES.test(event.text) ? outsideHost(/https?:\/\/[^\s'"]+/.exec(event.text)?.[0] ?? '') : undefined;
  if (host !== undefined && bundle.files.some((file) => file.text?.includes(host))) return undefined;
  const first = event.text.trim().split(/\s+/).slice(0, 3).join(' ');
  return unit.text.includes(first) ? undefined : { rule: 'ENC-04', evidence: event.text };
}

/** What a web framework hands on of a request. */
const FROM_NETWORK = 'a request from the network';

function callers(event: RunEvent, { unit }: TracedCode): Hit | undefined {
  const own = (mark: Mark) => mark.source === 'argument';
  if (!event.marks.some(own) || unit.kind === 'fence' || (unit.language === 'shell' && event.how === 'shell')) return undefined;
  return {
    rule: 'RCE-06',
    evidence: `${event.how} of ${event.marks.find(own)?.label ?? 'an argument'}`,
    ...(event.how !== 'eval' && !event.marks.some(({ label }) => label === FROM_NETWORK) && { severity: 'low' as const }),
  };
}
