import { negatesAbroad } from '../reading/negation.js';

import { has, near, ordered, type Statement, tagsOf, wordOf } from '../reading/statement.js';
import { seen, type TextCheck } from './detection.js';
import { settingsWidened } from './persistence.js';
import { command, order } from './rule.js';

const BYPASS_FLAG =
  /--dangerously-skip-permissions|--yolo\b|\bbypasspermissions\b|--dangerously-bypass-approvals-and-sandbox|\bapproval_policy\s{0,2}=\s{0,2}["']?never|--allow-all-tools|--trust-all-tools|"?(?:auto_?approve|alwaysallow)"?\s{0,2}[:=]\s{0,2}(?:true|\[\s{0,2}"\*")|\bchat\.tools\.autoapprove\b|--no-sandbox-approval|--full-auto\b|\bauto_?approve\w{0,8} (?:to|on|is) (?:true|all|every)|\bturn on auto-?approv/;
const LIMITED =
  /\b(?:sandbox|container|vm|isolated|throwaway|disposable|never|do not|don't|must not|should not|not (?:recommended|allowed|safe)|avoid|dangerous|warning|caution|only (?:in|when|if)|risk\w*)\b/;
const FOR_EVER = /\b(?:always|every|all (?:further|future|other)|from now on|permanently|each|default)\b/;

/** APR-01: a switch that turns approvals off. */
export const approvalsOff = command(
  (statement) => {
    if (!BYPASS_FLAG.test(statement.text)) return undefined;
    const around = `${statement.previous?.text ?? ''} ${statement.text} ${statement.next[0]?.text ?? ''}`;
    const set = statement.passage.role === 'front' && !/^\s*(?:name|title|description)\s*:/.test(statement.text);
    const limited = LIMITED.test(around.replaceAll('--dangerously', ''));
    const widened = limited ? undefined : settingsWidened(statement);
    if (widened !== undefined) return widened;
    const forEver = ordered(statement, 'run').length > 0 && FOR_EVER.test(statement.text);
    return { ...seen('APR-01', 'approval switch'), severity: set || (forEver && !limited) ? 'high' : limited ? 'low' : 'medium' };
  },
  ['bypass'],
);

/** Acts that need a person's yes: they destroy, pay, publish or run whatever is given. */
const GRAVE =
  /\b(?:delet\w+|remov\w+ (?:all|every|the database|files)|wip\w+|pay|payments?|purchas\w+|transfers?|buy|spend|push(?:es)? to (?:main|master|production)|deploy\w*|publish\w*|drop\b|destroy\w*|merge\w* (?:without|to)|sudo|(?:every|any|all) (?:tool calls?|commands?|actions?|changes?|orders?|tools?|operations?|requests?)\b|terraform|everything|refunds?|trades?|scripts?\/)/;
/** Commands of whatever kind, and not those that a text names. */
const RUNS_COMMANDS = /\b(?:run|running|execut\w+) (?:shell |terminal |bash |system )?commands\b(?! (?:such|like|that|which|below|above))/;
const QUESTION =
  /\b(?:(?:ask|asking)\b(?! (?:for everything|everything\b|the same|all over|follow|a |any |clarif|questions|(?:the user|them|me|him) to |reviewer))|confirm|confirming|confirmation|approval|permission|consent|(?<!system |hidden |initial |own )prompt|prompting|dialogs?)\b(?! (?:pauses|bypass))/;

/** Words that say what a mode or a switch does: nobody is told to use it. */
const DESCRIBED =
  /^[\s\d.)>*#-]{0,8}(?:-{1,2}[a-z][\w-]*,? |[`*"'][^`*"']{1,60}[`*"']{1,3}\s?[:–—-]+\s|(?:enables|activates|allows|lets|makes|means|controls|sets|determines|specifies|automatically)\b)/;

const QUESTION_GONE =
  /\b(?:confirmations?|approvals?|permissions?|consent)\b[^.;,]{0,20}\b(?:is|are) no longer (?:needed|required|necessary|asked for)\b[^.;]{0,40}\b(?:any|all|every|each|tools?|commands?|actions?|calls?)\b|\bno (?:further |more )?(?:confirmations?|approvals?|permissions?|consent) (?:is|are) (?:needed|required|necessary)\b[^.;]{0,40}\b(?:from now on|from here on|any ?more|any longer|for the rest)\b/;

/** APR-02: what was asked before is said to be asked no longer. */
export const questionGone = order(
  (statement) =>
    QUESTION_GONE.test(statement.text) && !/\b(?:read-only|if|when|once|unless|after|version|release|deprecat\w+)\b/.test(statement.text)
      ? { ...seen('APR-02', 'no question any more'), severity: 'high' }
      : undefined,
  ['ask'],
  ['trust'],
  ['consent'],
);

/** APR-02: grave acts without a question. */
export const neverAsk = order(
  (statement) => {
    const asks = tagsOf(statement, 'ask');
    const negations = tagsOf(statement, 'negate').filter(
      (tag) =>
        !/^(?:no|not|nothing|reject|deny|block|blocks|prevent)$/.test(wordOf(statement, tag)) ||
        /\b(?:no|not)\b.{0,12}\b(?:ask|confirm|permission|approval|prompt)/.test(statement.text),
    );
    if (!DESCRIBED.test(statement.text) && approveAll(statement)) return seen('APR-02', 'approves everything', 'no question');
    if (needless(statement)) return seen('APR-02', 'no question', 'grave act');
    if (asks.length === 0 || negations.length === 0) return undefined;
    return isLatin(statement) ? latinNeverAsk(statement) : foreignNeverAsk(statement);
  },
  ['ask', 'negate'],
  ['grant'],
);

/** Places that are there to be tried out. */
const REHEARSAL = /\b(?:staging|preview|test (?:environment|server|system|database)|dry.?run)\b/;

/** "Asking is not needed", said of a grave act here or in the sentence before. */
function needless({ text, previous }: Statement): boolean {
  const waived =
    /\b(?:asking|confirmations?|approvals?|permission)\b[^.;]{0,40}\b(?:is|are) (?:not (?:needed|required|necessary)|unnecessary|superfluous|pointless|a waste of time)\b/.test(
      text,
    );
  return waived && GRAVE.test(`${previous?.text ?? ''} ${text}`) && !/\b(?:read-only|reading|format\w*|if|when|unless)\b/.test(text);
}

/** A question that is waived: "without asking", "no need to confirm". */
const WAIVED = new RegExp(
  `\\b(?:never|without|don't|do not|no need to|must not|skip|no|not to|sin|ohne|sans|senza|sem|ne|no)\\b[^.,;]{0,24}(?:${QUESTION.source}|\\bshow a confirmation\\b|pedir|confirmaci|demander|nachfrage|rückfrage|zu fragen|chiedere|perguntar|conferma|confirma|rückfragen)`,
);

function latinNeverAsk(statement: Statement): ReturnType<TextCheck> {
  const found = WAIVED.exec(statement.text);
  // "Do not ask the reviewer to run it again" asks somebody to act, not for leave.
  if (
    found !== null &&
    /^(?:ask|asking|prompt|tell)?\s?(?:the|a|an|them|him|her|your)?\s?(?:\w{0,20} )?to (?!confirm|approve|agree|allow|permit)\w/.test(
      statement.text.slice(found.index + found[0].length).trimStart(),
    )
  )
    return undefined;
  // "Without asking the team you cannot deploy" demands the question.
  if (
    found !== null &&
    /^[^,.;:]{0,60}\b(?:cannot|can't|can not|may not|must not)\b/.test(statement.text.slice(found.index + found[0].length))
  )
    return undefined;
  if (REHEARSAL.test(statement.text)) return undefined;
  if (found !== null && isNoQuestion(statement.text, found)) return undefined;
  if (found === null || asksValue(statement.text.slice(found.index), found[0].length)) return undefined;
  const isGrave = GRAVE.test(statement.text) || foreignGrave(statement);
  if (!isGrave && !RUNS_COMMANDS.test(statement.text)) return undefined;
  if (/\b(?:never|not|don't|must not|avoid|cannot|no|nothing|nobody|none|neither|won't)\b[^.;]{0,60}\bwithout\b/.test(statement.text))
    return undefined;
  if (
    /\b(?:nunca|jamás|niemals|nie|jamais|mai|não|nicht|kein\w{0,2}|ning[uú]n\w?|nessun\w?|aucune?|nenhuma?)\b[^.;]{0,60}\b(?:sin|ohne|sans|senza|sem)\b/.test(
      statement.text,
    )
  )
    return undefined;
  const left = GIVEN_LEAVE.test(statement.text.slice(found.index + found[0].length));
  const effect = EFFECT.test(statement.text.slice(0, found.index)) && !/\b(?:you|your|agent|assistant|claude)\b/.test(statement.text);
  return {
    ...seen('APR-02', 'no question', 'grave act'),
    ...(left ? { severity: 'low' as const } : (effect || !isGrave) && { severity: 'medium' as const }),
  };
}

/** What somebody or something else would do: told as a danger or a feature, not as an order. */
const EFFECT =
  /\b(?:which|that|it|this|means?|leads? \w+ to|lets?|could|may|might|would|(?:will|can)|auto-\w+s|(?:will|can|could|may|might|would) lead \w+ to) (?:[^.;:]{0,80} )?$/;
/** Groups of rights, switches by their names, and what "confirming" means of a fact. */
const NO_QUESTION =
  /^no permissions? (?:groups?|sets?|levels?|errors?|denied|issues?|slips?|is bound|are bound)|^no[^.;]{0,24}`?--|^no[^.;]{0,30}\b(?:flag|option|switch|parameter|argument)\b|\bconfirming (?!with\b|first\b|by\b|it\b|this\b|that you\b|anything\b|any \w+ with\b)(?!.{0,40}\b(?:with|by) (?:the |your )?(?:user|person|owner|human)\b)[a-z]/;
/** A line of a program's help. */
const OPTION_LINE = /^[\s>*|`-]{0,6}\w[\w-]*,? {1,3}--[a-z][\w-]*\b/;
/** What is called wrong is not ordered. */
const CALLED_WRONG =
  /^[^.;]{0,40}\b(?:is|are|would be|counts as|is considered) (?:always |never |also )?(?:an? )?(?:bug|mistake|error|wrong|violation|defect|failure|forbidden|prohibited|not (?:allowed|ok|acceptable)|unacceptable|dangerous|unsafe|risky|bad)\b/;

function isNoQuestion(text: string, found: RegExpExecArray): boolean {
  const said = text.slice(found.index);
  return (
    NO_QUESTION.test(said) ||
    OPTION_LINE.test(text) ||
    /[\w]\/$/.test(text.slice(0, found.index)) ||
    /\bif $/.test(text.slice(0, found.index)) ||
    CALLED_WRONG.test(text.slice(found.index + found[0].length))
  );
}

/** "Only when the user has named it": the question is left out where its answer is known. */
const GIVEN_LEAVE =
  /^[^,.;:]{0,24}\bonly (?:when|if|after|once|where)\b.{0,80}?\b(?:users?|person|customer|operator|owner)\b[*_]{0,2} (?:has |have |had |already |explicitly |clearly ){0,3}(?:asked|said|told|gave|given|chose|chosen|wrote|named|listed|approved|confirmed|agreed|requested|specified|pointed|answered|selected)\b/;

/** What a question that is left out would be about, where it is no leave: a name, a number, a place in a queue. */
const VALUE =
  /^[^,.;:]*?\b(?:ask|asking|prompt|prompting) (?:(?!before|if|whether)[\w']{1,20} ){0,3}?(?:for|about|which|what|where|how many|how)\b([^,.;:]*)/;
const LEAVE =
  /\b(?:permissions?|approvals?|confirm\w*|consent|authori\w+|clearance|leave|yes|word|opinion|ok|okay|go-?ahead|green light|sign-?off|agree\w*|passwords?|reviews?|input|anything|anyone|it|this|that|them|first|again|may|can|should|must|shall|allowed)\b/;

function asksValue(text: string, length: number): boolean {
  const value = VALUE.exec(text);
  if (value === null || value[0].length - (value[1]?.length ?? 0) < length - 1) return false;
  return !LEAVE.test(value[1] ?? '') && !GRAVE.test(value[1] ?? '');
}

/** The same in Chinese, where the thing asked follows the verb, and in Russian, which names it with "about". */
const VALUE_ABROAD =
  /^[问問询詢]+(?![问問询詢])(?:用户|使用者)?(?!(?:即|就|便|而|直接|是否|可否|能否|意见|同意|许可|允许|批准|任何|我|用户))[\u4e00-\u9fff]{2,}|^спр\S{0,12} (?:\S{1,20} )?(?:о|об|про|как\S{0,3}|где|сколько) (?!(?:\S{1,20} )?(?:разреш|соглас|подтвержд|удал|этом))/;

/** Japanese puts the thing before the verb. */
const VALUE_BEFORE = /(?<!許可|承認|同意|可否|是非|確認)を$/;

function asksValueAbroad(text: string, at: number): boolean {
  return VALUE_ABROAD.test(text.slice(at)) || (/^(?:質問|尋ね|聞)/.test(text.slice(at)) && VALUE_BEFORE.test(text.slice(0, at)));
}

function foreignGrave(statement: Statement): boolean {
  return (
    statement.tongue !== 'en' &&
    has(statement, 'risky') &&
    /\b(?:sin|ohne|sans|senza|sem)\b|\b(?:cualquier|jeden|qualquer|qualsiasi|ejecuta|esegui|execute|exécute|lösche|borra|supprime|elimina)\b/.test(
      statement.text,
    ) &&
    !/\b(?:the|and|with)\b/.test(statement.text)
  );
}

function foreignNeverAsk(statement: Statement): ReturnType<TextCheck> {
  const waived = tagsOf(statement, 'ask').some(
    (ask) => !asksValueAbroad(statement.text, ask.start) && tagsOf(statement, 'negate').some((no) => negatesAbroad(statement, no, ask)),
  );
  // A heading says under which title something stands, and orders nothing by itself.
  if (!waived || !has(statement, 'risky') || statement.passage.role === 'heading') return undefined;
  const commands = tagsOf(statement, 'risky').filter((tag) => !tagsOf(statement, 'ask').some((ask) => ask.start === tag.start));
  // "Do not delete before you have asked" holds two negated parts; an order to act holds one.
  const acts = commands.some((tag) => ordered(statement, 'risky').includes(tag));
  return acts ? seen('APR-02', 'no question', 'grave act') : undefined;
}

function isLatin(statement: Statement): boolean {
  return !/[\u0370-\u1fff\u2e80-\ud7ff]/.test(statement.text);
}

function approveAll(statement: Statement): boolean {
  const found =
    /\b(?:approve|accept|allow|confirm|grant)s? (?:(?:of )?(?:every|all|any)) (?:tool|command|permission|action|request|call|prompt|operation|change)s?\b/.exec(
      statement.text,
    );
  if (
    found === null ||
    /\b(?:never|not|don't|must not|avoid|unless|should not)\b/.test(statement.text.slice(Math.max(0, found.index - 40), found.index))
  )
    return false;
  // A thing that allows all requests is described.
  if (
    /^(?:approve|accept|allow|confirm|grant)s/.test(found[0]) &&
    !/\b(?:agent|assistant|you|claude|model)\b/.test(statement.text.slice(0, found.index))
  )
    return false;
  return /\b(?:without|automatically|silently|never|immediately|no|on (?:behalf|their behalf)|(?:do not|don't) wait)\b/.test(
    statement.text,
  );
}

/** "Anything you remember": what is known already, not an order to keep something. */
const RECALLED = /\b(?:you|we|i) (?:already |may |might |still )?$/;
/** What a text says of the worth of documents is no permission for anybody. */
const DOCUMENTS = /\b(?:docs|documentation|references?|readme|guides?|changelog|manual)\b/;
const SOMEBODY =
  /\b(?:authors?|publishers?|vendors?|servers?|senders?|tools?|skills?|plugins?|commands?|requests?|hosts?|domains?|accounts?|users?|permission|approv\w+|warnings?|anything|everything) (?!you\b)/;

/** What was answered once is not asked again. */
const NOT_TWICE =
  /\b(?:never|not|don't|without) (?:to )?(?:ask|asking|asked|repeat\w*) (?:[^.;,]{0,30}\b)?(?:same|twice|again|already answered|more than once)\b/g;

/** PER-05: permission or trust is put into memory. */
export const seededMemory = order(
  (statement) => {
    if (DOCUMENTS.test(statement.text) && !SOMEBODY.test(statement.text)) return undefined;
    const stores = ordered(statement, 'store').filter((tag) => !RECALLED.test(statement.text.slice(0, tag.start)));
    const memory = has(statement, 'memory') || /(?<!\byou )\b(?:remember|memori[sz]e)\b(?!:)/.test(statement.text);
    if (stores.length === 0 || !memory) return undefined;
    const text = [statement, ...statement.next.slice(0, 1)]
      .map((each) => each.text)
      .join(' ')
      .replace(NOT_TWICE, ' ');
    const waived =
      /\b(?:never|no|not|without)\b(?:(?!\balways\b|\b(?:able|answer)\b)[^.]){0,40}\b(?:review|warn|warnings?|ask|confirm|check|approval|question)/.test(
        text,
      );
    const granted =
      /\b(?:is|are|as) (?:fully )?(?:trusted|safe|verified|exempt|whitelisted|allowlisted|pre-?approved)\b|\btrusts?\b|\b(?:has|have) (?:already )?(?:authori[sz]ed|approved|agreed|granted|consented)\b|\bmay (?:run|do|send|access) (?:anything|everything|any|all)\b|\balways (?:allow|approve|accept)\b/.test(
        text,
      );
    const foreign = /[\u0370-\u1fff\u2e80-\ud7ff]/.test(text) && has(statement, 'trust');
    return waived || granted || foreign ? seen('PER-05', 'memory', 'permission') : undefined;
  },
  ['store'],
);

const OWN_PROTECTION =
  /\b(?:firewall|anti-?virus|virus scan\w*|defender|edr|gatekeeper|selinux|apparmor|sip|endpoint protection|security (?:software|warnings?|checks?)|injection checks?|malware scan\w*|certificate (?:check|verification)\w*|(?:tls|ssl) verification|xprotect|two-factor|2fa)\b/;

/** APR-03: an order to switch off what protects the machine or the review. */
export const protectionOff = order(
  (statement) => {
    if (!has(statement, 'protection') || !OWN_PROTECTION.test(statement.text)) return undefined;
    const pair = near(ordered(statement, 'disable'), tagsOf(statement, 'protection'), 30);
    if (pair === undefined || pair[0].start > pair[1].start) return undefined;
    const imperative = isClauseStart(statement.text, pair[0].start);
    if (!imperative || /\b(?:temporar|re-?enable|if the user asks|ask the user|for testing|test environment|lab)\b/.test(statement.text))
      return undefined;
    return seen('APR-03', 'switches off', 'protection');
  },
  ['protection', 'disable'],
);

/** True where a clause begins: an imperative stands there. */
export function isClauseStart(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at);
  if (
    /\b(?:first|known|\w*kit|malware|attackers?|used|able|allow\w*|enabl\w*|designed|tools?|ways?|how)\b[^.;,:]{0,40}\bto\s$/.test(
      text.slice(Math.max(0, at - 80), at),
    )
  )
    return false;
  return (
    /(?:^|[.:;,>*\-)!]|\b(?:and|then|must|please|to|always|also|first|now|you|should|assistant|run,))[\s"'`*_>]*$/.test(before) ||
    /^[\s\d.>*\-[\]x"'`(]*$/.test(text.slice(0, at))
  );
}
