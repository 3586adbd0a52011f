import type { TextDocument } from '../reading/document.js';
import { isMaker, isUserContent } from '../reading/maker-hosts.js';
import { isFilledIn, isForeignHost, placesOf } from '../reading/places.js';
import { sparing } from '../reading/sparing.js';
import type { Statement } from '../reading/statement.js';
import { orderedActs } from './acts.js';
import type { TextCheck } from './detection.js';
import type { OrderedAct } from './ordered-act.js';
import { saidIn } from './sayings.js';
import { type Verb, verbsOf } from './verbs.js';

/** Farthest place of the object from its verb, in characters. */
const REACH = 160;
const CLAUSE =
  /(?:^[\s\d.)>*#\-[\]x<a-z_"'`]{0,14}|^(?:before|after|when|while|on) \w{3,20}ing (?:\w{1,20} ){0,3}|[,;:>.!)\]–—-][*_"'”]{0,3}\s{1,3}|\b(?:then|and|also|always|please|must|should|shall|first|now|immediately|silently|quietly|you|to|or|agent|assistant|just|simply|from now on|have|has to|need to|needs to|go|will|can|may)\s{1,3}|<\w{1,20}>)$/;
/** A source and nothing else: what something is called, and where it lies. */
const REFERENCE = /^[\s\d.)>*-]{0,8}[^:.!?]{1,60}: <?https?:\/\/\S+?>?[\s;,.]*$/;
const NEGATED =
  /\b(?:never|not|don't|doesn't|won't|cannot|can't|without|avoid|refuse\w*|reject\w*|block\w*|forbid\w*|deny|denied|prevent\w*|no)\b[^.;]{0,50}$/;
/** What somebody or something can do: no order. */
const OFFERED =
  /\b(?:allow|enable|let|help|want|wish|like|need|try|tries|support|use|used|able|ability|ways?|how|possible|easy|easier|hard|designed|meant|intended|tool|service|option|api|command|function|feature|utility|library|app|application)(?:s|ed|ing)?\b[^.;,:]{0,40}\bto\s{1,3}$/;
/** An item that begins with a name in code and a colon says what the name means. */
const DEFINED = /^[\s\d.)>*-]{0,8}`[^`]{1,60}`(?:(?:,| or| and|\s?\/) `[^`]{1,60}`){0,6}[*_]{0,2}\s?[:–—-]\s{1,3}$/;
/** What a program does that the agent is told to start: the agent's doing. */
const BY_STARTED =
  /(?:^|[,;.:]\s|\b(?:then|and|first|always|please|must|should)\s)(?:run|start|execute|launch|call|invoke)\b(?:[^;]){1,60}[,;] ?(?:which|that|it) (?:then |also |silently |quietly )?$/;
/** Speaks of something that was named before. */
const PRONOUN =
  /^\w+(?:\s{1,3}\w{2,12}ly)?\s{1,3}(?:it|them|this|that|these|those|everything|(?:the|its|their|that|this) (?:files?|results?|archive|outputs?|cop(?:y|ies)|zip|images?|contents?|text|data|values?|picture|list|dump|lot))\b/;
/** Before a participle: what is to be done, or what happens each time. */
const PASSIVE = /\b(?:be|is|are|gets?|been|have|has|having)\s{1,3}(?:\w{2,12}ly\s{1,3}|then\s{1,3}|also\s{1,3}|always\s{1,3})?$/;
/** A clause that only says when or whether. */
const SUPPOSED = /\b(?:if|when|once|after|whenever|unless)\b[^,;.:]*$/;
/** Who does it is a program of somebody: the text describes, it does not order. */
const BY_PROGRAM =
  /\b(?:by|through|via) (?:the |a |an |this |that )?(?:\w+ ){0,2}(?:servers?|services?|backend|client|sdk|libraries|library|framework|pipeline|worker|job|api|app|application|browser|cli|platform|vendor|provider|system)\b/;
/** "So that no stored logins are used": the object is what is left alone. */
const SPARED = /\b(?:no|without|never|not|nor|except|instead of)\b[\w\s]{0,12}$/;

/** Orders to do something, as a table of acts tells them; quoted, reported and forbidden ones are none. */
export const actChecks: readonly TextCheck[] = [
  (statement, document) => {
    const { text, words, passage } = statement;
    if (passage.role === 'heading' || passage.role === 'front') return undefined;
    const named = namedIn(text);
    if (named.length === 0 || REFERENCE.test(text)) return undefined;
    const orders = verbsOf(words).filter((verb) => isOrder(text, verb) && !isSetting(text, verb));
    if (orders.length === 0) return undefined;
    const ordered = new Set(orders.flatMap((verb) => [...verb.acts]));
    const act = named.find((each) => each.verbs.some((verb) => ordered.has(verb)) && isMet(each, orders, statement, document));
    return act && { rule: act.rule, features: ['order', 'act'], severity: act.severity };
  },
  saidIn,
];

/** Acts whose object a sentence names. */
function namedIn(text: string): OrderedAct[] {
  return acts.filter(({ object }) => object.test(text)).map(({ act }) => act);
}

const acts = orderedActs.map((act) => ({ act, object: sparing(act.object) }));

/** `export PATH=…` sets a variable of the shell. */
function isSetting(text: string, { start, end }: Verb): boolean {
  return text.slice(start, end) === 'export' && /^ \w+=/.test(text.slice(end));
}

function isOrder(text: string, { start, end, form }: Verb): boolean {
  const before = text.slice(Math.max(0, start - 80), start);
  if (NEGATED.test(before) || /^do (?:not|n't)\b/.test(text.slice(start))) return false;
  if (form === 'base') return CLAUSE.test(before) && !OFFERED.test(before) && !DEFINED.test(text.slice(0, start));
  if (form === 'third') return BY_STARTED.test(before);
  return form === 'past' && PASSIVE.test(before) && !SUPPOSED.test(before) && !BY_PROGRAM.test(text.slice(end));
}

function isMet(act: OrderedAct, orders: readonly Verb[], statement: Statement, document: TextDocument): boolean {
  const { text } = statement;
  if (act.also !== undefined && !act.also.test(text)) return false;
  if (act.not?.test(text)) return false;
  if (act.topic?.test(`${document.subject.name} ${document.subject.description}`.toLowerCase())) return false;
  if (act.outward && !isOutward(statement, document)) return false;
  if (act.rented && !goesToRented(statement, document)) return false;
  return orders.some((verb) => act.verbs.some((wanted) => verb.acts.has(wanted)) && isObjectOf(act, verb, text));
}

/** An order has its object behind the verb; a passive, and one that speaks of "it", before. */
function isObjectOf({ object, reach = REACH }: OrderedAct, { start, end, form }: Verb, text: string): boolean {
  const after = text.slice(start, end + REACH + 60);
  const behind = object.exec(after);
  if (behind !== null && behind.index <= reach && !SPARED.test(after.slice(0, behind.index))) return true;
  if (form === 'base' && !PRONOUN.test(after)) return false;
  const before = text.slice(Math.max(0, start - REACH), start);
  const ahead = object.exec(before);
  return ahead !== null && !SPARED.test(before.slice(0, ahead.index));
}

function isOutward(statement: Statement, document: TextDocument): boolean {
  return placesOf(statement).some(
    ({ kind, host, at }) =>
      kind === 'phone' ||
      (host !== '' && isOfOthers(host, document) && !isMaker(host) && !READ_UP.test(statement.text.slice(Math.max(0, at - 60), at))),
  );
}

/** Before the address of a link that tells more: nothing goes there. */
const READ_UP = /\b(?:see (?:also )?(?:the |our |its )?|from )\[[^\]]{1,50}\]\($/;

function goesToRented(statement: Statement, document: TextDocument): boolean {
  return placesOf(statement).some(
    ({ kind, host, address }) => kind === 'url' && isUserContent(host, address) && isOfOthers(host, document),
  );
}

/** Not the subject's own, and not left for the reader to fill in. */
function isOfOthers(host: string, { subject }: TextDocument): boolean {
  return isForeignHost(host, subject) && !isFilledIn(host);
}
