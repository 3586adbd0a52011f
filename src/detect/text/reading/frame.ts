import type { Clean } from './clean.js';
import { deniesNothing, leavesNothingOut } from './empty-denial.js';
import type { Passage } from './passage.js';
import { type Tag, tagText } from './phrase-trie.js';
import { remembered } from './remembered.js';
import { Words } from './words.js';

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
/** Headings of lists of what attackers do; the nearest heading counts. */
const HOSTILE_HEADING =
  /\b(?:attacks?|attack(?:er)? \w+|threats?|injections?|red flags?|malicious|phishing|iocs?|adversar\w+|exploits?|jailbreaks?|abuse|warning signs?|indicators? of \w+)\b/i;
/** A heading that is the name of a record and nothing more; a skill about changelogs has the word in its title. */
const RECORD_HEADING = /^[\s#]*(?:changelog|change log|(?:version |release )?history|release notes)[\s:#]*$/i;
/** A quotation that says where it is from. */
const ATTRIBUTED =
  /\b(?:quoted|phishing|for example|attack(?:er)?|incident|training only|sample|found in|was (?:seen|sent)|taken from|victims?|reported|excerpt)\b/;
const BAN_HEADING =
  /\b(?:never|(?:do|does|will|shall|should) not|(?:do|does|wo|should)n['’]t|don'ts|forbidden|prohibited|not allowed|must not|avoid|bad|wrong|deny|denied|blocked|no-?go|disallowed|off.?limits|out of scope|refuse|mistakes?|pitfalls?|what not|guardrails?|limits)\b|禁止|нельзя|запрещ|verboten|prohibid|interdit|vietat|금지/i;
const PAIRS: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ['`', '`'],
  ['«', '»'],
  ['「', '」'],
  ['„', '"'],
  ['『', '』'],
];

/** Steps that the agent is told to take, whatever the heading above calls them. */
const ORDERED_STEPS =
  /\b(?:do (?:exactly )?(?:this|these|the following)|follow these|carry out|the (?:agent|assistant) (?:must|does|should|shall)|you must|must be done|every time|each time|in this order|what (?:the agent|to do)|(?:run|perform|execute|complete) the following)\b/;
const STEP_HEADING =
  /\b(?:prerequisites?|requirements?|required|set-?up|install(?:ation)?|steps?|workflow|getting started|before (?:use|using|you))\b/i;
const OTHERS = /\b(?:attackers?|adversar\w+|malicious|threats?|victims?|payloads?|injections?|expected|tests?|signatures?|detect\w*)\b/i;

/** True when the heading above or the lead-in says that what follows is an example, an attack, a test. */
export function isExhibited({ heading, leadIn }: Passage): boolean {
  return headingOf(heading).mention || leadOf(leadIn).mention;
}

/** Reads the frame of a passage whose clean text is given. */
export function frameOf(passage: Passage, clean: Clean): Frame {
  const unseen = passage.channel !== 'open' && passage.channel !== 'far';
  if (unseen) return { quotations: [], mention: false, banned: false };
  const lead = leadOf(passage.leadIn);
  return {
    quotations: quotationsOf(clean.text),
    mention: !isOrderedStep(passage) && isSpokenOf(passage, clean, lead),
    banned: (passage.role !== 'prose' && headingOf(passage.heading).banned) || lead.banned || CROSSED_OUT.test(passage.raw),
  };
}

/** A row or numbered step under words that order the reader to follow it: calling it an example does not excuse it. */
function isOrderedStep({ role, raw, heading, leadIn }: Passage): boolean {
  const step = role === 'table' || /^\s*\d{1,3}[.)]\s/.test(raw);
  if (!step || OTHERS.test(leadIn) || /\b(?:attacks?|threats?|malicious|adversar\w+|injections?)\b/i.test(heading)) return false;
  if (ORDERED_STEPS.test(leadIn.toLowerCase())) return true;
  const last = heading.slice(heading.lastIndexOf(' / ') + 1);
  return !OTHERS.test(heading) && role !== 'table' && STEP_HEADING.test(last);
}

function isSpokenOf(passage: Passage, clean: Clean, lead: LeadIn): boolean {
  const { role, heading } = passage;
  if (role === 'code' || role === 'table' || lead.mention) return true;
  if (role === 'shown' && headingOf(heading).mention) return true;
  // Anybody can write a heading: by itself it excuses a list of attacks under that name, and what is quoted or labelled, but no order.
  if (role === 'item' && HOSTILE_HEADING.test(heading.slice(heading.lastIndexOf(' / ') + 1))) return true;
  if (headingOf(heading).mention && (role === 'quote' || (role === 'item' && SHOWN_ITEM.test(passage.raw)))) return true;
  if (role === 'prose' && LABELLED_QUOTES.test(passage.raw) && HOSTILE_HEADING.test(heading.slice(heading.lastIndexOf(' / ') + 1)))
    return true;
  if (
    role === 'item' &&
    QUOTED_ITEM.test(passage.raw) &&
    /\b(?:like|such as|says?|saying|phrases?|texts?|messages?|instructions)\b/i.test(passage.leadIn)
  )
    return true;
  return role === 'quote' && (ATTRIBUTED.test(clean.text.slice(0, 160)) || isExplained(passage.after ?? ''));
}

const QUOTED_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s{1,4}[*_]{0,2}["“'`‘«].{3,2000}["”'`’»][*_.,;]{0,3}\s{0,20}$/s;
/** Nothing but a label in bold and what it is the name of, in quotation marks. */
const LABELLED_QUOTES = /^\s*\*\*[^*\n]{1,80}\*\*:?\s{0,3}["“][^\n]{1,600}["”.]{1,2}\s*(?:\n\s*["“][^\n]{1,600}["”.]{1,2}\s*){0,20}$/;
/** An item that shows something: it has a label in bold, or quotes words or code. */
const SHOWN_ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s{1,4}(?:\*\*[^*\n]{1,80}\*\*|.{0,400}(?:["“«「„`]|\w\())/;
/** An item that its mark calls wrong. */
const CROSSED_OUT = /^\s*(?:(?:[-*+•]|\d{1,3}[.)])\s{1,4})?[❌✗✘🚫⛔]/u;
const OBEY = /\b(?:carry out|follow|obey|do (?:what|as|it)|execute|apply|act on|comply)\b/;
const EXPLAINED =
  /\b(?:(?:quote|text|sentence|message|line|example)s? above|this (?:is|was) (?:a|an|the)|(?:is|was) (?:the|a|an) (?:\w+ )?(?:injection|attack|attempt))\b/;

/** True when the block after a quote says what it is and does not ask to follow it. */
function isExplained(after: string): boolean {
  const text = after.toLowerCase();
  return EXPLAINED.test(text) && OTHERS_IN_TEXT.test(text) && !OBEY.test(text);
}

const OTHERS_IN_TEXT = /\b(?:injections?|attacks?|attempts?|phishing|malicious|jailbreaks?|refuse\w*|reject\w*|attackers?)\b/;

interface LeadIn {
  mention: boolean;
  banned: boolean;
}

/**
 * Titles of a whole text that frame nothing by a word: those that say what a skill is for as often as what it shows; and, in three words and
 * more, that call the whole an example or a demonstration, as those do who test whether that excuses it. Each with its words.
 */
const TITLES: readonly (readonly [title: RegExp, words: RegExp])[] = [
  [/^# (?=[^/]*?(?:\p{L}+\W+){2,}\p{L})[^/]*?\b(?:examples?|demo|sample)\b[^/]*?(?= \/ |$)/iu, /\b(?:examples?|demo|sample)\b/gi],
  [/^# [^/]*?\b(?:tests|testing|checklist|smells?)\b[^/]*?(?= \/ |$)/i, /\b(?:tests|testing|checklist|smells?)\b/gi],
];

const headingOf = remembered(
  (heading): LeadIn => ({
    mention: MENTION_HEADING.test(untitled(heading)) || RECORD_HEADING.test(heading),
    banned: BAN_HEADING.test(heading),
  }),
);

/** The headings without a title that frames nothing. */
function untitled(heading: string): string {
  for (const [pattern, words] of TITLES) {
    const title = pattern.exec(heading)?.[0];
    if (title !== undefined && !MENTION_HEADING.test(title.replace(words, ''))) return heading.slice(title.length);
  }
  return heading;
}

/** A sign that forbids, or a list of what is out of the question. */
const NO_GO = /[❌✗✘🚫⛔]|\b(?:hard|absolute|strict) no(?:s|-?es|-?gos?)?\b|\bno-gos?\b/u;

/** "No", "not", and "non-" before a word: they deny a word and forbid nothing. */
const NO_BAN = /^(?:no|not)(?:[^\p{L}]|$)|^non-/u;

const leadOf = remembered((text): LeadIn => {
  const lead = text.toLowerCase();
  const tags = tagText(Words.of(lead));
  const denials = tags.filter((tag) => tag.concept === 'negate' && !NO_BAN.test(lead.slice(tag.start, tag.end + 1)));
  return {
    mention: tags.some((tag) => tag.concept === 'mention'),
    banned: NO_GO.test(lead) || (denials.length > 0 && !denials.some((tag) => leavesNothingOut(lead, tag))),
  };
});

/** Quotations of one passage: each sentence is looked for in all of them. What is not known to be quoted counts as said. */
const MAX_QUOTATIONS = 1000;

function quotationsOf(text: string): Quotation[] {
  const found: Quotation[] = [];
  for (const [open, close] of PAIRS) {
    let start = text.indexOf(open);
    while (start !== -1) {
      const end = text.indexOf(close, start + 1);
      if (end === -1) break;
      if (end - start > 8 && found.length < MAX_QUOTATIONS) found.push({ start: start + 1, end });
      start = text.indexOf(open, end + 1);
    }
  }
  return found;
}

/** True when the stretch is spoken of: in quotation marks that words like "example" or "detects" introduce or follow up. */
export function isMentioned(frame: Frame, text: string, tags: readonly Tag[], start: number, end: number): boolean {
  if (frame.mention) return true;
  const middle = (start + end) / 2;
  const quotation = frame.quotations.find(
    (candidate) => candidate.start <= middle && middle <= candidate.end && holdsMost(candidate, start, end),
  );
  if (
    isReported(text.slice(start, end)) ||
    JUDGED_QUOTE.test(text.slice(start, end)) ||
    isGuarded(text.slice(start, Math.min(text.length, end + 120)))
  )
    return true;
  const loose = quotation !== undefined && !COMMANDED.test(text.slice(Math.max(0, quotation.start - 24), quotation.start));
  const talked = (from: number, to: number) =>
    startingIn(tags, from, to).some((tag) => tag.start >= from && tag.end <= to && isTalk(text, tag, loose));
  if (quotation) {
    const before = text.slice(Math.max(0, quotation.start - 90), quotation.start);
    if (SOUGHT.test(before) || BY_A_STRANGER.test(before)) return true;
    return (
      talked(quotation.start - 160 - LONGEST, quotation.start) ||
      talked(quotation.end, quotation.end + 100 + LONGEST) ||
      isForbiddenBefore(text, tags, quotation.start) ||
      isSaidByOthers(text, quotation)
    );
  }
  return talked(start, end);
}

/** What somebody outside wrote. */
const BY_A_STRANGER =
  /\b(?:an?|some|one) (?:\w+ )?(?:stranger|attacker|visitor|customer|commenter|spammer|page|comment|issue|ticket|e-?mail|review|website|message|document) (?:once |recently )?(?:wrote|said|asked|demanded|posted|claimed|ordered|tells?|says?|reads?)\b[:,]?[\s"“«]{0,3}$/;
/** "Check for phrases like …": what is quoted is looked for. */
const SOUGHT =
  /\b(?:check|detect|look|scan|flag|filter|grep|watch|search|block|strip|screen|test)\w* (?:[^.;:"]{0,40}\b)?(?:patterns?|strings?|phrases?|text|words?|wording|lines?|sentences?|inputs?|messages?|content)\b[^.;:"]{0,20}\b(?:like|such as|containing|e\.g\.|matching|including)[\s`"'“(]{1,4}$/;

/** Words in front of a quotation forbid what it says, in any language: "Verboten ist: „…“", 禁止：「…」. */
function isForbiddenBefore(text: string, tags: readonly Tag[], start: number): boolean {
  const from = Math.max(0, start - LEAD_IN_ENGLISH);
  return (
    [...text.slice(from, start).matchAll(ENGLISH_NOT)].some(({ index }) => !deniesNothing(text, { start: from + index }, { start })) ||
    startingIn(tags, start - LEAD, start).some(
      (tag) =>
        tag.concept === 'negate' &&
        tag.end <= start &&
        !OF_SOMETHING_ELSE.test(text.slice(tag.start, tag.end)) &&
        !deniesNothing(text, tag, { start }),
    )
  );
}

const LEAD_IN_ENGLISH = 80;
const ENGLISH_NOT = /\b(?:never|not?)\b(?=[^.]{0,60}$)/g;

/** English words that forbid their own object: "avoid delays: …" says nothing of what follows. */
const OF_SOMETHING_ELSE =
  /^(?:[a-z]+ing|avoid|skip|omit|stop|blocks?|den(?:y|ies)|prevent\w*|reject\w*|refuse\w*|refrain from|without|instead of|rather than|no|not|nothing|nobody|neither|nor|leave out|can't|cannot|won't)$/;

/** Characters in front of a quotation that speak of it. */
const LEAD = 40;
const CONDITION =
  /(?:^|[\s,，])(?:wenn|falls|sollte|si|se|caso|quando|cuando|quand|lorsqu\S{1,3}|если|когда)\s|如果|若|假如|当|もし|場合|만약|만일|경우|(?:^|\s)(?:if|when|whenever) /;
const SAID =
  /(?:sagt|sagen|steht|schreibt|heißt|behauptet|verlangt|fordert|dice|digan?|diga|ponga|escribe|pide|dit|disent|écrit|demande|scrive|chiede|dicono|diz|dizem|escreve|pede|говорит|пишет|написано|сказано|просит|требует|写着|写道|说|要求|声称|と書|という|と言|と述べ|라고|라는|says?|tells?|asks?|demands?|reads)/;

/** "If a file says „…“, report it": the words of somebody else, in any language. */
function isSaidByOthers(text: string, quotation: Quotation): boolean {
  const before = text.slice(Math.max(0, quotation.start - 160), quotation.start);
  const after = text.slice(quotation.end, quotation.end + 60);
  return CONDITION.test(before) && (SAID.test(before) || SAID.test(after));
}

/** A name in quotation marks in the middle of a sentence does not make the sentence a quotation. */
function holdsMost(quotation: Quotation, start: number, end: number): boolean {
  return (Math.min(end, quotation.end) - Math.max(start, quotation.start)) * 2 >= end - start;
}

/** Characters of the longest phrase that a tag marks. */
const LONGEST = 40;

/** Tags that start in a stretch; they are in order of place, and a long text has very many. */
function startingIn(tags: readonly Tag[], from: number, to: number): Tag[] {
  let low = 0;
  for (let high = tags.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((tags[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  const found: Tag[] = [];
  for (let at = low; at < tags.length; at++) {
    const tag = tags[at];
    if (tag === undefined || tag.start > to) break;
    found.push(tag);
  }
  return found;
}

/** "Run `…`": what is quoted is to be done. */
const COMMANDED = /\b(?:run|execute|call|type|enter|start|invoke|launch)[:\s]{0,3}[`"«「„『]$/;

/** A quotation is what the sentence judges: "…" is concrete, "…" means that. */
const JUDGED_QUOTE =
  /^[\s>*-]{0,6}["“][^"”]{8,400}["”][,;]? (?:is|are|was|were|means|would be|counts|reads|sounds|says nothing|belongs) (?!what you|what to|your\b|the (?:orders?|task|instructions?|new)\b|now\b|how\b|to be (?:done|followed))/;

const REPORTED =
  /\b(?:told|asked|instructed|tricked|convinced|caused|persuaded|led) (?:the|an|our|their) (?:\w+ )?(?:agents?|assistants?|models?|llm|ai|bots?|victims?)\b/;

/** Tells what somebody once made an agent do. */
function isReported(sentence: string): boolean {
  return REPORTED.test(sentence) && !/\b(?:you|your)\b/.test(sentence);
}

const FOREIGN_WORDS =
  /\b(?:if|when|whenever|should) (?:a|an|the|any|some|such a) (?:\w+ ){0,3}?(?:pages?|websites?|files?|documents?|issues?|comments?|e-?mails?|messages?|texts?|content|inputs?|results?|responses?|outputs?|readmes?|tickets?|descriptions?)\b.{0,40}\b(?:says?|asks? (?:you|for|to)|tells?|claims?|instructs?|orders?|demands?)\b/;
const DEFENCE =
  /\b(?:stop|refuse|ignore it|report (?:it|this)|warn|tell the user|alert|treat|do not (?:follow|comply|obey|act)|don't (?:follow|comply|obey)|never (?:follow|comply|obey)|flag|reject|decline)\b/;

/** Says what to do when foreign text gives orders: stop, refuse, tell the user. */
function isGuarded(sentence: string): boolean {
  return FOREIGN_WORDS.test(sentence) && DEFENCE.test(sentence);
}

/** A word of the trade that stands by itself, not as a part of a host, path or name. */
function isTalk(text: string, tag: Tag, quoted: boolean): boolean {
  if (tag.concept !== 'mention' && !(quoted && tag.concept === 'theme')) return false;
  return !/[./@_-]/.test(text[tag.start - 1] ?? ' ');
}
