import type { CodeHit, FlowCheck } from './hits.js';

/** Numbers in a list, at least as many as a short order has letters. */
const NUMBER_LIST = /(?<![\w.])-?\d{1,6}(?:[,;\s]{1,8}-?\d{1,6}){23}/;
/** Shorter lists, over which letters can be dealt. */
const SHORT_LIST = /[[({]\s{0,4}-?\d{1,6}(?:\s{0,4},\s{0,4}-?\d{1,6}){5,}/g;
/** A run of characters without a blank, in quotes or on a line of its own. */
const BLOB = /(?:["'`]|^[ \t]*)([^\s"'`]{48,8000})(?=["'`]|\s*$)/gm;
const ADDRESS_OR_PATH = /^(?:https?:|data:|git|\/|\.{1,2}\/|[\w.-]+\/[\w.-]+\/)|\$\{|\{\{|[<>]/;
/** A token of three parts, whose first two say what they are once decoded (RFC 7519, section 3). */
const WEB_TOKEN = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$/;
/** Classes and counts of a pattern for text. */
const PATTERN_SIGNS = /\(\?[:=!<]|\[\^?\w-\w|\\[bdswBDSW](?![\w\\])|\{\d{1,4},\d{0,4}\}|\.[*+]|\\[$(){}.|]/g;
/** Signs that chance puts into as many letters of noise. */
const CHANCE = 1 / 100;
const DIGEST = /^(?:sha\d{3}-.*|[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;

/** What turns numbers or letters into other letters. */
const UNFOLDS =
  /\bchr\(|fromcharcode|fromcodepoint|\bbytes\(|bytearray\(|\bxor\b|\^|b(?:16|32|58|64|85)decode|\batob\(|\bdecode\(|unhexlify|fromhex|maketrans|\btranslate\(|decompress|inflate|int\([^)\n]{1,40},\s?\d+\)|divmod|\[::-1\]|\.reverse\(|\btr\b[^\n]{1,40}['"]|\brev\b|base64 (?:-d|--decode)|\bxxd -r|\bpack\(|printf '?\\\\/i;
const SHOWS = /\bprint\b|console\.log|\becho\b|stdout|\bprintf\b|\bputs\b|write-(?:host|output)/i;

/** An order about what code prints: to run it, or to do what it says. */
const ORDERED =
  /\b(?:follow|obey|run|execute|carry out|apply|perform|do|act on|adopt|paste|treat|evaluate|comply with|stick to|use|read)\b[^.\n]{0,80}\b(?:it|what(?:ever)?|output|prints?|printed|result(?:ing)?|returns?|says?|lines?|instructions?|commands?|steps?|text|message|decoded|recovered|shows?|gives?)\b|\b(?:output|result|text|message|lines?|what it (?:says|prints|shows|gives))\b[^.\n]{0,60}\b(?:is|are|contains?|holds?|tells?|describes?|to be|must be|binding|applies|apply)\b/i;

/** Characters around a piece of code in which words about it stand. */
const AROUND = 700;

/**
 * ENC-03: a payload that nobody can read, code that unfolds and shows it, and words that say to act on what is shown. It need not be
 * decoded to be suspicious.
 */
export const opaqueOrders: FlowCheck = function* ({ unit }): Generator<CodeHit> {
  const { file, text, offset, kind } = unit;
  if (!UNFOLDS.test(text) || !SHOWS.test(text)) return;
  const at = payloadIn(text);
  if (at === undefined) return;
  const whole = file.text ?? '';
  const around =
    offset < 0
      ? ''
      : `${whole.slice(Math.max(0, offset - AROUND), offset)}\n${whole.slice(offset + text.length, offset + text.length + AROUND)}`;
  const evidence = 'unreadable data is unfolded and shown';
  if (ORDERED.test(around)) yield { rule: 'ENC-03', at, evidence: `${evidence}, to be acted on` };
  else if (kind === 'fence') yield { rule: 'ENC-03', at, evidence, severity: 'medium', confidence: 'medium' };
};

/** Where the unreadable data begins. */
function payloadIn(text: string): number | undefined {
  const list = NUMBER_LIST.exec(text);
  if (list !== null) return list.index;
  const lists = [...text.matchAll(SHORT_LIST)];
  if (lists.length > 1) return lists[0]?.index;
  for (const match of text.matchAll(BLOB)) if (isOpaque(match[1] ?? '')) return match.index;
  return undefined;
}

/** Letters, digits and signs in disorder: neither an address, a path, a digest nor words. */
function isOpaque(blob: string): boolean {
  if (ADDRESS_OR_PATH.test(blob) || DIGEST.test(blob) || WEB_TOKEN.test(blob)) return false;
  if ((blob.match(PATTERN_SIGNS)?.length ?? 0) > 2 + CHANCE * blob.length) return false;
  const words = blob.match(/[a-z]{4,}/g)?.join('').length ?? 0;
  return words < blob.length / 3 && entropyOf(blob) > 3.5;
}

/** Shannon's entropy in bits a character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
