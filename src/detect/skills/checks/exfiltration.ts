import { isDropHost, isForeignHost } from '../../text/reading/places.js';
import type { SendEvent } from '../flow/events.js';
import type { DataSource, Mark } from '../flow/value.js';
import type { CodeHit, FlowCheck, TracedCode } from './hits.js';
import { belongsTo, isRelated, outsideHost, zoneOf } from './hosts.js';

const STRONG: ReadonlySet<DataSource> = new Set<DataSource>(['secret', 'browser', 'keychain', 'wallet', 'metadata', 'clipboard', 'screen']);
const DATA: ReadonlySet<DataSource> = new Set<DataSource>([...STRONG, 'environment', 'credential', 'identity', 'files']);

/**
 * EXF-01, 03, 05, 07, 08, 09: data that leaves the machine, and its destination. One finding for each transfer, the
 * gravest.
 */
export const transfers: FlowCheck = function* (code) {
  for (const event of code.events) {
    if (event.kind !== 'send') continue;
    const hit = event.via === 'dns' ? lookUp(event) : transfer(event, code);
    if (hit !== undefined) yield { ...hit, at: event.at };
  }
};

type Hit = Omit<CodeHit, 'at'>;

function transfer(event: SendEvent, code: TracedCode): Hit | undefined {
  const host = outsideHost(event.to);
  if (host === undefined) return undefined;
  const sent = event.marks.filter((mark) => DATA.has(mark.source));
  return (
    strong(sent, host, code) ??
    environment(sent, host) ??
    credential(event, host, code) ??
    bulk(sent, host, { event, code }) ??
    dropped(
      event.marks.filter((mark) => mark.source !== 'decoded'),
      host,
    ) ??
    telemetry(sent, host, code)
  );
}

function words(marks: readonly Mark[], host: string): string {
  return `${[...new Set(marks.map((mark) => mark.label))].slice(0, 4).join(', ')} → ${host}`;
}

function strong(sent: readonly Mark[], host: string, { subject }: TracedCode): Hit | undefined {
  const marks = sent.filter((mark) => STRONG.has(mark.source) && !belongsTo(mark.label, host, { ...subject, name: '', description: '' }));
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

/** One named credential: allowed where it belongs, doubtful in a header to another host, grave in a body. */
function credential(event: SendEvent, host: string, { subject }: TracedCode): Hit | undefined {
  const foreign = (mark: Mark) => mark.source === 'credential' && !belongsTo(mark.label, host, subject) && !isRelated(host, subject);
  const body = event.marks.filter(foreign);
  if (body.length > 0) return { rule: 'EXF-01', evidence: words(body, host), severity: 'high', confidence: 'medium' };
  const header = event.header.filter(foreign);
  return header.length === 0 ? undefined : { rule: 'EXF-01', evidence: words(header, host), severity: 'low', confidence: 'low' };
}

/** Files collected by a pattern, or a whole repository. */
function bulk(sent: readonly Mark[], host: string, { event, code }: { event: SendEvent; code: TracedCode }): Hit | undefined {
  const marks = sent.filter((mark) => mark.source === 'files');
  const forge = event.via === 'git' && /(?:^|\.)(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|azure\.com)$/.test(host);
  const announced = /upload|sync|back-?up|publish|deploy|share|index|submit|analy[sz]e|scan|review|send/i.test(code.bundle.description);
  if (marks.length === 0 || forge || (announced && isRelated(host, code.subject))) return undefined;
  return { rule: 'EXF-03', evidence: words(marks, host), confidence: 'medium' };
}

function dropped(sent: readonly Mark[], host: string): Hit | undefined {
  return isDropHost(host) && sent.length > 0 ? { rule: 'EXF-09', evidence: words(sent, host) } : undefined;
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
  const zone = zoneOf(event.to);
  const marks = event.marks.filter((mark) => DATA.has(mark.source) && mark.label !== 'date');
  return zone === undefined || marks.length === 0 ? undefined : { rule: 'EXF-05', evidence: words(marks, zone) };
}
