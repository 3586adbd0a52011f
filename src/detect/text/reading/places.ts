import { hostOf } from '../../../support/address.js';
import type { Subject } from './document.js';
import type { Statement } from './statement.js';

/** Where data or money would go: a place written out in the text. */
export interface Place {
  kind: 'url' | 'mail' | 'phone' | 'account' | 'ip';
  value: string;
  /** The value, and of a URL the path that follows it. */
  address: string;
  /** Host without port, for addresses. */
  host: string;
  at: number;
}

const PLACE =
  /(https?|wss?|ftp):\/\/([^\s/"'<>()`\]{}|]{1,255})(\/[^\s"'<>()`\]{}|]{0,300})?|([\w.+-]{1,64})@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6})|(\+\d[\d ()-]{6,18}\d)|\b([a-z]{2}[0-9x]{2}(?: ?[0-9a-z]{4}){3,7}(?: ?[0-9a-z]{1,4})?)\b|\b(0x[0-9a-f]{40}|bc1[a-z0-9]{20,60})\b|\b(\d{1,3}(?:\.\d{1,3}){3})\b/gi;

/** Addresses, mail addresses, phone and account numbers of a statement. */
export function placesOf(statement: Pick<Statement, 'text'>): Place[] {
  if (!/[:@+\d]/.test(statement.text)) return [];
  return [...statement.text.matchAll(PLACE)].flatMap((match): Place[] => {
    const [address, , url, path = '', , mailHost, phone, iban, coin, ip] = match;
    const at = match.index;
    const value = address.slice(0, address.length - path.length);
    if (url !== undefined) return [{ kind: 'url', value, address, host: hostOf(`http://${url.replace(/[.,;]+$/, '')}`) ?? '', at }];
    if (mailHost !== undefined) return [{ kind: 'mail', value, address, host: mailHost, at }];
    if (phone !== undefined) return [{ kind: 'phone', value, address, host: '', at }];
    if (iban !== undefined && /\d.*\d.*\d/.test(iban)) return [{ kind: 'account', value, address, host: '', at }];
    if (coin !== undefined) return [{ kind: 'account', value, address, host: '', at }];
    return ip === undefined || isSection(statement.text, at, ip) ? [] : [{ kind: 'ip', value, address, host: ip, at }];
  });
}

/** "(7.5.9.2)", "clause 7.5.9.2": four small numbers that name a part of a document or a version. */
function isSection(text: string, at: number, value: string): boolean {
  if (value.split('.').some((part) => Number(part) > 40)) return false;
  const before = text.slice(Math.max(0, at - 16), at);
  return (
    /\b(?:sections?|clauses?|versions?|chapters?|rules?|art(?:icles?)?\.?|items?|tables?|figures?|v|release)\s?$|§\s?$/.test(before) ||
    (before.endsWith('(') && text[at + value.length] === ')')
  );
}

const LOCAL =
  /^(?:localhost|127\.|0\.0\.0\.0|::1|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|host\.docker\.internal)|\.(?:local|localhost|internal)$/;
const DROP_HOST =
  /(?:^|\.)(?:pastebin\.com|paste\.ee|gist\.github(?:usercontent)?\.com|rentry\.(?:co|org)|glot\.io|hastebin\.com|ngrok(?:-free)?\.(?:io|app|dev)|webhook\.site|requestbin\.(?:com|net)|pipedream\.net|transfer\.sh|file\.io|0x0\.st|trycloudflare\.com|serveo\.net|oast\.\w{2,8}|interact\.sh|burpcollaborator\.net|beeceptor\.com|requestcatcher\.com|hookbin\.com|gofile\.io|anonfiles\.com|termbin\.com|ix\.io)$/;

/** True for hosts that serve anybody's drops: paste sites, request catchers, tunnels. */
export function isDropHost(host: string): boolean {
  return DROP_HOST.test(host);
}

/** True for a numeric address that is not of this machine or a private network. */
export function isBareAddress(host: string): boolean {
  return /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host) && !LOCAL.test(host);
}

/** True when a host belongs to nobody the subject speaks of: neither its own hosts nor a name in its name or description. */
export function isForeignHost(host: string, subject: Subject): boolean {
  if (host === '' || LOCAL.test(host) || /[<${]/.test(host)) return false;
  if (isBareAddress(host) || isDropHost(host)) return true;
  const lower = host.toLowerCase();
  if (subject.hosts.some((own) => lower === own.toLowerCase() || lower.endsWith(`.${own.toLowerCase()}`))) return false;
  const about = `${subject.name} ${subject.description}`.toLowerCase();
  const joined = subject.name.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return !lower
    .split('.')
    .slice(0, -1)
    .some(
      (label) => label.length > 3 && !isGeneralLabel(label) && (about.includes(label) || (label.length > SHORT && joined.includes(label))),
    );
}

/** Letters of a label that may stand within a name by accident, once its words are written as one. */
const SHORT = 5;

/** What a host is for: anybody may call a part of their domain so. */
const GENERAL_LABELS = new Set([
  'www',
  'docs',
  'help',
  'mail',
  'data',
  'files',
  'cloud',
  'upload',
  'cdn',
  'static',
  'hook',
  'hooks',
  'collect',
  'metrics',
  'logs',
  'test',
  'tool',
  'tools',
  'info',
  'server',
  'report',
  'service',
  'telemetry',
  'analytics',
  'monitor',
  'tracker',
  'backup',
  'backups',
  'sync',
  'status',
  'update',
  'updates',
  'download',
  'downloads',
  'webhook',
  'webhooks',
  'collector',
  'format',
  'formatter',
  'validate',
  'verify',
  'secure',
  'share',
  'notes',
  'analysis',
  'convert',
  'converter',
  'validator',
  'notify',
  'storage',
]);

/** True for a label that says what a host is for, and not whose it is. */
export function isGeneralLabel(label: string): boolean {
  return GENERAL_LABELS.has(label);
}

/**
 * True for hosts that nobody can own: names reserved for documentation (RFC 2606), and words that stand for the reader's own value,
 * as in `ATTACKER_IP` or `<host>`. Takes the host as it was written: small letters are a name.
 */
export function isFilledIn(host: string): boolean {
  return /(?:^|\.)example\.(?:com|org|net)$/i.test(host) || /^(?:[A-Z][A-Z0-9_]*|[a-z]+(?:_[a-z]+)+|<[^>]*>?|\{+[^}]*\}*)$/.test(host);
}

/** Domains that texts write where the reader's own is meant. */
const MODEL_DOMAIN =
  /^(?:(?:www|mail|api|app)\.)?(?:[a-z]|example|(?:your|my|the|our|some|any)?-?(?:company|corp|corporation|org|organi[sz]ation|domain|business|email|mail|host|site|website|server|team|employer|tenant|customer|client|acme|contoso|fabrikam|northwind|foo|bar|test|sample|placeholder))\.(?:com|org|net|io|co|dev|de|local|tld|example)$/;
/** The same in an address of the web. */
const READERS_DOMAIN =
  /^(?:[\w-]+\.)?(?:your|my)-?(?:company|corp|org|organi[sz]ation|domain|business|site|website|server|team|app|project|tenant|instance|host)\.(?:com|org|net|io|co|dev|app|local|tld|example)$/;
/** Resolvers that anybody may ask, named as such all over documentation. */
const PUBLIC_RESOLVER = /^(?:1\.[01]\.[01]\.1|8\.8\.(?:8\.8|4\.4)|9\.9\.9\.9|149\.112\.112\.112|208\.67\.22[02]\.22[02])$/;

/** True for a place that stands for the reader's own, or that belongs to the public: nobody in particular gets what goes there. */
export function isStandIn({ kind, host }: Pick<Place, 'kind' | 'host'>): boolean {
  if (kind === 'ip') return PUBLIC_RESOLVER.test(host);
  return isFilledIn(host) || READERS_DOMAIN.test(host) || (kind === 'mail' && MODEL_DOMAIN.test(host));
}
