import type { Clean } from './clean.js';
import type { Passage } from './passage.js';
import { type Tag, tagText } from './phrase-trie.js';

/** A stretch of clean text between quotation marks or back-ticks. */
interface Quotation {
  start: number;
  end: number;
}

/** What surrounds the sentences of a passage: quotations, and whether headings and lead-ins make it an example or a ban. */
export interface Frame {
  quotations: readonly Quotation[];
  /** Everything in the passage is spoken of. */
  mention: boolean;
  banned: boolean;
}

const MENTION_HEADING =
  /\b(?:attacks?|threats?|injections?|red flags?|anti-?patterns?|malicious|test (?:cases?|data)|tests|testing|fixtures?|examples?|samples?|indicators?|signatures?|phishing|iocs?|adversar\w+|exploits?|vulnerabilit\w+|detect\w*|what (?:not )?to look|patterns?|checklist|findings?|rationali[sz]ations?|incidents?|hunting|mitre|warning signs?|abuse|techniques?|scenarios?|faq|jailbreaks?|smells?)\b/i;
/** A heading that is the name of a record and nothing more; a skill about changelogs has the word in its title. */
const RECORD_HEADING = /^[\s#]*(?:changelog|change log|(?:version |release )?history|release notes)[\s:#]*$/i;
/** A quotation that says where it is from. */
const ATTRIBUTED =
  /\b(?:quoted|phishing|for example|attack(?:er)?|incident|training only|sample|found in|was (?:seen|sent)|taken from|victims?|reported|excerpt)\b/;
const BAN_HEADING =
  /\b(?:never|do not|don['’]t|don'ts|forbidden|prohibited|not allowed|must not|avoid|bad|wrong|deny|denied|blocked|no-?go|disallowed|off.?limits|out of scope|refuse|mistakes?|pitfalls?|what not|guardrails?|limits)\b|禁止|нельзя|запрещ|verboten|prohibid|interdit|vietat|금지/i;
const PAIRS: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['`', '`'],
  ['«', '»'],
  ['「', '」'],
  ['„', '"'],
  ['『', '』'],
];

/** Reads the frame of a passage whose clean text is given. */
export function frameOf(passage: Passage, clean: Clean): Frame {
  const unseen = passage.channel !== 'open' && passage.channel !== 'far';
  if (unseen) return { quotations: [], mention: false, banned: false };
  const lead = passage.leadIn.toLowerCase();
  const leadTags = lead === '' ? [] : tagText(lead);
  return {
    quotations: quotationsOf(clean.text),
    mention:
      passage.role === 'code' ||
      passage.role === 'table' ||
      (passage.role === 'quote' && ATTRIBUTED.test(clean.text.slice(0, 160))) ||
      MENTION_HEADING.test(passage.heading) ||
      RECORD_HEADING.test(passage.heading) ||
      leadTags.some((tag) => tag.concept === 'mention'),
    banned:
      BAN_HEADING.test(passage.heading) ||
      leadTags.some((tag) => tag.concept === 'negate' && !/^(?:no|not)$/.test(lead.slice(tag.start, tag.end))),
  };
}

function quotationsOf(text: string): Quotation[] {
  const found: Quotation[] = [];
  for (const [open, close] of PAIRS) {
    let start = text.indexOf(open);
    while (start !== -1) {
      const end = text.indexOf(close, start + 1);
      if (end === -1) break;
      if (end - start > 8) found.push({ start: start + 1, end });
      start = text.indexOf(open, end + 1);
    }
  }
  return found;
}

/** True when the stretch is spoken of: in quotation marks that words like "example" or "detects" introduce or follow up. */
export function isMentioned(frame: Frame, text: string, tags: readonly Tag[], start: number, end: number): boolean {
  if (frame.mention) return true;
  const middle = (start + end) / 2;
  const quotation = frame.quotations.find((candidate) => candidate.start <= middle && middle <= candidate.end);
  const mentions = tags.filter((tag) => isTalk(text, tag, quotation !== undefined));
  if (quotation) {
    const around = (tag: Tag) =>
      (tag.end <= quotation.start && quotation.start - tag.end < 160) || (tag.start >= quotation.end && tag.start - quotation.end < 100);
    return mentions.some(around) || /\b(?:never|not?)\b[^.]{0,60}$/.test(text.slice(Math.max(0, quotation.start - 80), quotation.start));
  }
  return mentions.some((tag) => tag.start >= start && tag.end <= end);
}

/** A word of the trade that stands by itself, not as a part of a host, path or name. */
function isTalk(text: string, tag: Tag, quoted: boolean): boolean {
  if (tag.concept !== 'mention' && !(quoted && tag.concept === 'theme')) return false;
  return !/[./@_-]/.test(text[tag.start - 1] ?? ' ');
}
