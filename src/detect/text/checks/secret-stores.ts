import { isForeignHost } from '../reading/places.js';
import { has, isForbidden, ordered, tagsOf, wordOf } from '../reading/statement.js';
import { seen } from './detection.js';
import { command, order } from './rule.js';
import { isTopic, secretsOf } from './secrets-out.js';

const DUMP =
  /\bsecurity\s{1,3}(?:dump-keychain|find-(?:generic|internet)-password\b[^\n]{0,80}\s-w)|\bmimikatz\b|\bsekurlsa\b|\bprocdump\b[^\n]{0,60}\blsass\b|\breg(?:\.exe)?\s{1,3}save\s{1,3}hklm\\(?:sam|security)\b/;

/** CRD-02: an order to dump the store in which a system keeps its passwords. */
export const storeDumped = order(
  (statement) => {
    const match = DUMP.exec(statement.text);
    if (match === null || ordered(statement, 'run').length === 0) return undefined;
    const after = statement.text.slice(match.index + match[0].length);
    return /\b(?:keep|save|store|send|attach|include|append|add|output|copy)\b/.test(after)
      ? { ...seen('CRD-02', 'password store', 'dumped'), severity: 'high' }
      : undefined;
  },
  ['secret', 'run'],
);

/** CRD-01: several stores are gone through for what they hold, by a text that is about something else. */
export const storesSearched = order(
  (statement, document) => {
    const stores = secretsOf(statement).filter((tag) => !isTopic(statement, tag, document));
    const kinds = new Set(stores.map((tag) => wordOf(statement, tag)));
    if (kinds.size < 2 || ordered(statement, 'take').length === 0) return undefined;
    const values = tagsOf(statement, 'whole').length > 0 || /\b(?:contents?|values?|what (?:they|it) holds?)\b/.test(statement.text);
    const spared = /\bnames?\b[^.;]{0,20}\b(?:only|never|not)\b|\bnever\b[^.;]{0,20}\bvalues?\b/.test(statement.text);
    const everywhere = /\b(?:machine|home (?:folder|directory)|disk|computer|system|whole)\b/.test(statement.text);
    return values && everywhere && !spared ? { ...seen('CRD-01', 'several stores', 'their contents'), severity: 'high' } : undefined;
  },
  ['secret', 'take'],
);

const SEED =
  /\b(?:ask|request|prompt|get)\b.{0,40}\bfor (?:the |their |his |her |a )?(?:[\w-]{1,20} ){0,3}(?:seed phrase|recovery (?:phrase|words)|secret phrase|mnemonic|private key)\b/;

/** What the words are said to be good for, once somebody else has them. */
const HANDED_IN = /\b(?:validat|verif|synchroni[sz]|re-?link|re-?connect|activat|unlock|rectif|migrat|whitelist)\w*\b|https?:\/\//;

/** CRD-03: the phrase that opens a wallet is asked for; no task needs it. */
export const seedAsked = order(
  (statement) => {
    const match = SEED.exec(statement.text);
    if (match === null || has(statement, 'negate')) return undefined;
    const kept =
      ordered(statement, 'store').length + ordered(statement, 'give').length > 0 ||
      /\b(?:and|then) (?:keep|note|jot|enter)\b/.test(statement.text) ||
      [statement, ...statement.next].some(({ text }) => HANDED_IN.test(text));
    return { ...seen('CRD-03', 'asks for secret', kept ? 'kept' : 'opens a wallet'), severity: kept ? 'high' : 'medium' };
  },
  ['secret', 'user'],
);

const UPLOAD =
  /\b(?:curl|wget|http)\b[^\n]{0,200}\s(?:-f|-d|-t|--data(?:-binary|-raw|-urlencode)?|--form|--upload-file|--post-file)[\s=]|\b(?:scp|rsync|nc|ncat)\b/;

/** EXF-02 in one shell line: a store of credentials is packed or read, and something is uploaded to a foreign host. */
export const filesAway = command(
  (statement, document) => {
    const stores = secretsOf(statement).filter((tag) => !isForbidden(statement, tag));
    const upload = UPLOAD.exec(statement.text);
    if (stores.length === 0 || upload === null || !/\||&&|;|@/.test(statement.text)) return undefined;
    if (/\bauthorization\b|\bx-api-key\b|--netrc/.test(statement.text)) return undefined;
    const host = /(?:https?:\/\/|@)([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8})/.exec(statement.text.slice(upload.index))?.[1];
    const packed =
      /\b(?:tar|zip|cat|cp|base64|gzip)\b/.test(statement.text) || /@["']?~?\/?[\w./-]{0,80}(?:\.ssh|\.aws|id_|\.env)/.test(statement.text);
    return host !== undefined && packed && isForeignHost(host, document.subject)
      ? seen('EXF-02', 'credential store', 'uploaded')
      : undefined;
  },
  ['downloader', 'secret'],
  ['socket', 'secret'],
);

const LABEL = /(?:<[^>\s]{1,30}>|\{[^}\s]{1,30}\}|\$\w{1,30})\.((?:[\w-]{1,63}\.){1,6}[a-z]{2,20})\b/;

/** EXF-05: data becomes the label of a name that is looked up. */
export const dnsChannel = command(
  (statement, document) => {
    const host = LABEL.exec(statement.text)?.[1];
    if (host === undefined || !isForeignHost(host, document.subject)) return undefined;
    const looked = /\b(?:resolve|look up|look-up|lookup|nslookup|dig|ping|query|host)\b/.test(statement.text);
    const data =
      has(statement, 'credential') ||
      has(statement, 'secret') ||
      has(statement, 'context') ||
      /\b(?:chunks?|encode[ds]?|files?)\b/.test(statement.text);
    return looked && data ? seen('EXF-05', 'data in label', 'looked up') : undefined;
  },
  ['credential'],
  ['secret'],
  ['context'],
);
