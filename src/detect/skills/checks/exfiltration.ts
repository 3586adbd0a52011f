import { NOBODY } from '../../text/reading/document.js';
import { isMaker, isUserContent } from '../../text/reading/maker-hosts.js';
import { isDropHost, isForeignHost } from '../../text/reading/places.js';
import type { FlowEvent, SendEvent } from '../flow/events.js';
import type { DataSource, Mark } from '../flow/value.js';
import type { CodeHit, FlowCheck, TracedCode } from './hits.js';
import { belongsTo, isLeftOpen, isNamedIn, isRelated, isServiceOf, outsideHost, zoneOf } from './hosts.js';

const STRONG: ReadonlySet<DataSource> = new Set<DataSource>(['secret', 'browser', 'keychain', 'wallet', 'metadata', 'clipboard', 'screen']);
const DATA: ReadonlySet<DataSource> = new Set<DataSource>([...STRONG, 'environment', 'credential', 'identity', 'files']);

/**
 * EXF-01, 03, 04, 05, 07, 08, 09: data that leaves the machine, and its destination. One finding for each transfer, the
 * gravest.
 */
export const transfers: FlowCheck = function* (code) {
  yield* unexplained(code);
  for (const event of code.events) {
    if (event.kind === 'print' || event.kind === 'write') {
      const hit = shown(event, code);
      if (hit !== undefined) yield { ...hit, at: event.at };
    }
    if (event.kind !== 'send') continue;
    const hit = event.via === 'dns' ? lookUp(event) : transfer(event, code);
    if (hit !== undefined) yield { ...hit, at: event.at };
  }
};

type Hit = Omit<CodeHit, 'at'>;

/** A picture or link whose address holds a secret: whoever shows the text sends it. */
const LINK = /(?:!\[[^\]\n]{0,80}\]\(|<img\b[^>\n]{0,80}src=["']?|\]\()https?:\/\/([^/?#\s"')]+)[^\s"')]{0,200}\uFFFC/;

/** Hosts that draw what an address holds. */
const DRAWS =
  /(?:^|\.)(?:mermaid\.ink|kroki\.io|plantuml\.com|quickchart\.io|shields\.io|badgen\.net|image-charts\.com|gravatar\.com|qrserver\.com|placehold\.co|dicebear\.com|carbon\.now\.sh|codecogs\.com)$/;

function shown({ text, marks }: FlowEvent & { kind: 'print' | 'write' }, { subject }: TracedCode): Hit | undefined {
  const host = LINK.exec(text)?.[1];
  if (host === undefined || outsideHost(host) === undefined) return undefined;
  const isFree = !isMaker(host) && !isRelated(host, subject) && !DRAWS.test(host);
  const secret = marks.find(
    ({ source }) =>
      STRONG.has(source) || source === 'environment' || source === 'credential' || ((source === 'encoded' || source === 'files') && isFree),
  );
  if (secret === undefined) return undefined;
  return { rule: 'EXF-04', evidence: `${secret.label} in the address of a picture or link → ${host}` };
}

/**
 * EXF-01 by what a script has in hand: it reads a store of secrets and sends something unknown to a host that belongs neither to the
 * store nor to the skill, on ways that were not followed.
 */
function* unexplained(code: TracedCode): Generator<CodeHit> {
  const { events, subject, unit } = code;
  if (unit.kind === 'fence') return;
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  const read = events.flatMap((event) => (event.kind === 'read' ? event.marks.filter(({ source, label }) => isStore(source, label)) : []));
  const secret = read.find(({ label }) => !isNamedIn(about, label));
  if (secret === undefined) return;
  for (const event of events) {
    if (event.kind !== 'send' || !event.carries || event.marks.some(({ source }) => STRONG.has(source))) continue;
    const host = outsideHost(event.to);
    if (host === undefined || isRelated(host, subject) || belongsTo(secret.label, host, NOBODY)) continue;
    if (isMaker(host) && !isUserContent(host, event.to)) continue;
    yield { rule: 'EXF-01', at: event.at, evidence: words([secret], host), severity: 'high', confidence: 'medium' };
    return;
  }
}

/** Stores of secrets that are not the project's own. */
function isStore(source: DataSource, label: string): boolean {
  return (
    (source === 'secret' && !/(?:^|[/\\])\.env/.test(label.replace(/^~\/.*/, ''))) ||
    source === 'browser' ||
    source === 'keychain' ||
    source === 'wallet'
  );
}

function transfer(event: SendEvent, code: TracedCode): Hit | undefined {
  const host = outsideHost(event.to) ?? (event.via === 'git' && event.to === '' ? 'what is published' : undefined);
  if (host === undefined) return isLeftOpen(event.to) ? toWhomever(event, code) : undefined;
  const sent = event.marks.filter((mark) => DATA.has(mark.source));
  return (
    strong(sent, host, { code, owned: !isUserContent(host, event.to) }) ??
    inHeader(event, host, code) ??
    environment(sent, host) ??
    credential(event, host, code) ??
    bulk(sent, host, { event, code }) ??
    dropped(event, host) ??
    messenger(event, host, code) ??
    telemetry(sent, host, code)
  );
}

/** What a store of secrets holds, or the whole environment, goes where a variable says: nobody can tell by the code who gets it. */
function toWhomever({ marks, via }: SendEvent, { subject, unit }: TracedCode): Hit | undefined {
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  const stolen = marks.filter(({ source, label }) => isStore(source, label) && !isNamedIn(about, label));
  const to = 'an address that is not written out';
  // A copy by `scp` is as often that of one's own keys to one's own machine.
  if (stolen.length > 0 && via !== 'copy') return { rule: 'EXF-01', evidence: words(stolen, to), severity: 'high', confidence: 'medium' };
  const whole = unit.kind === 'fence' ? [] : marks.filter(({ source }) => source === 'environment');
  return whole.length === 0 ? undefined : { rule: 'EXF-07', evidence: words(whole, to), severity: 'medium', confidence: 'medium' };
}

function words(marks: readonly Mark[], host: string): string {
  return `${[...new Set(marks.map((mark) => mark.label))].slice(0, 4).join(', ')} → ${host}`;
}

/** One item of a store that the user keeps for this, as programs that log in ask for it. */
const ONE_ITEM =
  /^(?:vault|op|bw|lpass|pass|chamber|doppler|infisical|secret-tool) (?:read|kv get|item get|get|show|lookup|secrets get)\b|^security find-\w+-password .*-s /;

function strong(sent: readonly Mark[], host: string, { code: { subject }, owned }: { code: TracedCode; owned: boolean }): Hit | undefined {
  const own = (label: string) => belongsTo(label, host, NOBODY) || (ONE_ITEM.test(label) && isMaker(host) && isServiceOf(host, subject));
  const marks = sent.filter((mark) => STRONG.has(mark.source) && !(owned && own(mark.label)));
  if (marks.length === 0) return undefined;
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  const fits =
    marks.every(
      (mark) =>
        (mark.source === 'clipboard' || mark.source === 'screen') && about.includes(mark.source === 'screen' ? 'screen' : 'clipboard'),
    ) && !isForeignHost(host, subject);
  return { rule: 'EXF-01', evidence: words(marks, host), ...(fits && { severity: 'medium' as const }) };
}

function environment(sent: readonly Mark[], host: string): Hit | undefined {
  const marks = sent.filter((mark) => mark.source === 'environment');
  return marks.length === 0 ? undefined : { rule: 'EXF-07', evidence: words(marks, host) };
}

/** What a store holds, in a header to a host that it does not belong to. */
function inHeader({ header }: SendEvent, host: string, { subject }: TracedCode): Hit | undefined {
  const foreign = header.filter(
    ({ source, label, answered }) => isStore(source, label) && answered === undefined && !belongsTo(label, host, subject),
  );
  if (foreign.length === 0 || isRelated(host, subject)) return undefined;
  return { rule: 'EXF-01', evidence: words(foreign, host), severity: 'high', confidence: 'medium' };
}

/** Where a client shows its secret to get a token (RFC 6749, sections 2.3.1 and 3.2), and what it shows. */
const TOKEN_ENDPOINT = /^[^?]*\/(?:oauth2?|connect|auth|token|sso|openid-connect)\b[^?]*\btokens?(?:[/?#]|$)|^[^?]*\/token$/i;
const OF_CLIENT = /client_?(?:secret|id)|refresh_?token|app_?secret/i;

/** One named credential: allowed where it belongs, doubtful in a header to another host, grave in a body. */
function credential(event: SendEvent, host: string, { subject }: TracedCode): Hit | undefined {
  const foreign = ({ source, label, answered }: Mark) =>
    source === 'credential' && answered === undefined && !belongsTo(label, host, subject) && !isRelated(host, subject);
  const body = event.marks.filter(foreign);
  const isLogin = TOKEN_ENDPOINT.test(event.to) && body.every(({ label }) => OF_CLIENT.test(label));
  if (body.length > 0) return { rule: 'EXF-01', evidence: words(body, host), severity: isLogin ? 'medium' : 'high', confidence: 'medium' };
  const header = event.header.filter(foreign);
  return header.length === 0 ? undefined : { rule: 'EXF-01', evidence: words(header, host), severity: 'low', confidence: 'low' };
}

/** Files collected by a pattern, or a whole repository. */
function bulk(sent: readonly Mark[], host: string, { event, code }: { event: SendEvent; code: TracedCode }): Hit | undefined {
  const marks = sent.filter((mark) => mark.source === 'files');
  const forge = event.via === 'git' && /(?:^|\.)(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|azure\.com)$/.test(host);
  const announced = /upload|sync|back-?up|publish|deploy|share|index|submit|analy[sz]e|scan|review|send/i.test(code.bundle.description);
  const isOwn = marks.every(({ label }) => !label.startsWith('~'));
  if (marks.length === 0 || forge || (announced && (isOwn || isRelated(host, code.subject)))) return undefined;
  return { rule: 'EXF-03', evidence: words(marks, host), confidence: 'medium' };
}

function dropped({ marks, carries }: SendEvent, host: string): Hit | undefined {
  if (!isDropHost(host)) return undefined;
  const sent = marks.filter((mark) => mark.source !== 'decoded');
  if (sent.length > 0) return { rule: 'EXF-09', evidence: words(sent, host) };
  return carries ? { rule: 'EXF-09', evidence: `content → ${host}`, confidence: 'medium' } : undefined;
}

/** Addresses of messengers that take what anybody sends who knows them. */
const MESSENGER =
  /^(?:https?:\/\/)?(?:(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\w|api\.telegram\.org(?:\/(?:file\/)?bot|$)|hooks\.slack\.com\/(?:services|workflows|triggers)\/\w|(?:[\w-]+\.)?webhook\.office\.com\/)/i;
const BRAND = /discord|telegram|slack|teams|office|webhook|chat|notif|messag|alert/i;

/** EXF-09: something goes into a fixed channel of a messenger that no instruction of the bundle names. */
function messenger(event: SendEvent, host: string, { bundle, unit }: TracedCode): Hit | undefined {
  if (!event.carries || unit.kind === 'fence' || !MESSENGER.test(event.to)) return undefined;
  const told = bundle.files.some(({ role, text }) => (role === 'entry' || role === 'referenced') && BRAND.test(text ?? ''));
  return told || BRAND.test(bundle.description)
    ? undefined
    : { rule: 'EXF-09', evidence: `content → ${host}`, severity: 'high', confidence: 'medium' };
}

const ANNOUNCED = /telemetry|analytics|usage (?:data|statistics)|anonymous|opt[ -]?out|crash report/i;

/** Words of a setting that lets the user opt out. */
const SWITCH =
  /opt[ -]?out|turn(?:ed)? (?:it |this )?off|switch(?:ed)? (?:it |this )?off|\bdisabled? (?:it|by|with|via)\b|DO_NOT_TRACK|NO_TELEMETRY|TELEMETRY(?:_\w+)?\s?=\s?(?:0|off|false)|only (?:when|if) (?:the user|enabled|you)/i;

function telemetry(sent: readonly Mark[], host: string, { bundle }: TracedCode): Hit | undefined {
  const marks = sent.filter((mark) => mark.source === 'identity' && mark.label !== 'date' && mark.label !== 'CI');
  if (marks.length === 0) return undefined;
  const announced = bundle.files.some((file) => (file.role === 'entry' || file.role === 'referenced') && ANNOUNCED.test(file.text ?? ''));
  const refusable = announced && bundle.files.some((file) => SWITCH.test(file.text ?? ''));
  return refusable ? undefined : { rule: 'EXF-08', evidence: words(marks, host), ...(announced && { severity: 'low' as const }) };
}

/** Data sent as labels of a DNS name. */
function lookUp(event: SendEvent): Hit | undefined {
  const known = event.marks.some(({ source }) => STRONG.has(source)) ? outsideHost(event.to) : undefined;
  const zone = zoneOf(event.to) ?? known?.split('.').slice(1).join('.');
  const marks = event.marks.filter((mark) => DATA.has(mark.source) && mark.label !== 'date');
  return zone === undefined || marks.length === 0 ? undefined : { rule: 'EXF-05', evidence: words(marks, zone) };
}
