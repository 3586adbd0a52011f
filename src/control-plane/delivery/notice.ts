import type { Severity } from '../../model/severity.js';
import { redact } from '../../support/redact.js';
import { safeText } from '../../support/terminal.js';
import type { DeliveredFacts } from '../store/schema/delivery-entries.js';
import { factsOf, type SeenFinding, type Sight } from './sight.js';

/** A part of a notice. Texts are other people's: each service's markup escapes them. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'fields'; fields: readonly (readonly [name: string, value: string])[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'link'; label: string; url: string };

/** What a ticket, a comment or a message says, in no service's markup. It holds no secret. */
export interface Notice {
  title: string;
  severity: Severity;
  blocks: readonly Block[];
}

const TITLE_MAX = 200;
const TEXT_MAX = 1500;
/** Findings that a digest lists; the others are counted. */
export const LISTED = 50;

/** What is different about a finding on a ticket. */
export interface NoticeChange {
  sight: Sight;
  before: DeliveredFacts | null;
}

/** The ticket of one finding. */
export function findingNotice({ findingId, finding, exposed, chain }: Sight, publicUrl: string | undefined): Notice {
  const { severity, title, why, fix, placeCount } = finding;
  const command = /`([^`\n]{2,300})`/.exec(fix)?.[1];
  const places = finding.places.map((place) => clean(place));
  const more = placeCount - places.length;
  return {
    title: clean(`[${severity}] ${title}`, TITLE_MAX),
    severity,
    blocks: [
      { kind: 'fields', fields: fieldsOf(finding, exposed) },
      { kind: 'text', text: clean(why, TEXT_MAX) },
      ...(places.length > 0 ? named('Where', [...places, ...(more > 0 ? [`and ${more} more`] : [])]) : []),
      ...(chain.length > 0 ? named('How it is reached', [chain.map((step) => clean(step)).join(' → ')]) : []),
      { kind: 'text', text: `Fix: ${clean(fix, TEXT_MAX).replaceAll('`', '')}` },
      ...(command === undefined ? [] : [{ kind: 'code' as const, text: clean(command, 300) }]),
      ...linkTo(publicUrl, `/v1/findings/${findingId}`),
    ],
  };
}

function named(title: string, items: readonly string[]): Block[] {
  return [
    { kind: 'text', text: `${title}:` },
    { kind: 'list', items },
  ];
}

function fieldsOf({ severity, score, kev, id, component, subject, fixed_version }: SeenFinding, exposed: boolean): [string, string][] {
  const rows: [string, string | undefined][] = [
    ['Severity', score === undefined ? severity : `${severity} (CVSS ${score})`],
    ['Problem', id],
    ['Known to be exploited', kev === 'listed' ? 'yes (CISA KEV)' : undefined],
    ['Component', component],
    ['Subject', subject],
    ['Fixed in', fixed_version],
    ['Exposed', exposed ? 'yes: an MCP server reaches it' : 'not known to be'],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, clean(value)]]));
}

/** One ticket for many findings, the worst first. */
export function digestNotice(sights: readonly Sight[], publicUrl: string | undefined): Notice {
  const [worst] = sights;
  const severity = worst?.finding.severity ?? 'unknown';
  const shown = sights.slice(0, LISTED).map(lineOf);
  const more = sights.length - shown.length;
  return {
    title: `[${severity}] ${sights.length} findings`,
    severity,
    blocks: [
      { kind: 'text', text: `${sights.length} findings, the worst first:` },
      { kind: 'list', items: [...shown, ...(more > 0 ? [`and ${more} more`] : [])] },
      ...linkTo(publicUrl, '/v1/findings?status=open'),
    ],
  };
}

/** A comment on what has changed: `Closed`, `Changed`. */
export function changeNotice(what: string, changes: readonly NoticeChange[]): Notice {
  const items = changes.slice(0, LISTED).map(({ sight, before }) => `${lineOf(sight)}: ${differences(before, sight).join('; ')}`);
  const more = changes.length - items.length;
  const [first] = changes;
  const others = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
  return {
    title: first ? `${what}: ${lineOf(first.sight)}${others}` : what,
    severity: first?.sight.finding.severity ?? 'unknown',
    blocks: [
      { kind: 'text', text: `${what}:` },
      { kind: 'list', items: [...items, ...(more > 0 ? [`and ${more} more`] : [])] },
    ],
  };
}

const REASONS = { resolved: 'is resolved', triage: 'was set aside by triage', exception: 'is covered by an exception' } as const;

function differences(before: DeliveredFacts | null, sight: Sight): string[] {
  if (sight.reason !== null) return [REASONS[sight.reason]];
  const after = factsOf(sight);
  if (before?.status === 'closed') return ['has appeared again'];
  if (before === null) return ['is new'];
  return [
    ...(before.severity === after.severity ? [] : [`severity ${before.severity} → ${after.severity}`]),
    ...(before.kev === after.kev ? [] : [after.kev ? 'known to be exploited (CISA KEV)' : 'no longer listed as exploited']),
    ...(before.exposed === after.exposed ? [] : [after.exposed ? 'an MCP server reaches it now' : 'no MCP server reaches it any more']),
    ...(before.fix === after.fix ? [] : [`fix: ${clean(after.fix, 300)}`]),
  ];
}

function lineOf({ finding: { severity, title, component, subject } }: Sight): string {
  const about = component ?? subject;
  return clean(`[${severity}] ${title}${about === undefined ? '' : ` (${about})`}`, TITLE_MAX);
}

function linkTo(publicUrl: string | undefined, path: string): Block[] {
  if (publicUrl === undefined) return [];
  return [{ kind: 'link', label: 'Open in Castellan', url: `${publicUrl.replace(/\/+$/, '')}${path}` }];
}

/** Other people's text: no secret, no invisible or control character, not longer than `max`. */
function clean(text: string, max = 300): string {
  const safe = safeText(redact(text)).replace(/\s+/g, ' ').trim();
  return safe.length > max ? `${safe.slice(0, max - 1)}…` : safe;
}
