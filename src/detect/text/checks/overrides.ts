import { gap, has, near, ordered, type Statement, tagsOf, wordOf } from '../reading/statement.js';
import { seen, type TextCheck } from './detection.js';
import { order } from './rule.js';

/** Words that void things in honest texts as well: they need a clear object. */
const MILD = /^(?:skip|cancel|replaces?|drop|delete|discard|bypass|overrides?|void|abandon|set aside|put aside|do not apply|don't apply)$/;
/** "All", "any", "your" say less than "previous". */
const VAGUE = /^(?:all|any|your|other|existing|current|original|system|safety|given|past|developer|rest of|before)$/;
const ORDERS =
  /^(?:told|system told|you (?:were|have)|what the|user's|original (?:task|request)|instruction|guideline|guidance|directive|system message|prompt|safety|guardrail|restriction|constraint|rules?$|programming|polic|training|limits)/;
/** Objects that people override in honest texts. */
const TECHNICAL = /^(?:settings|configuration|commands?|steps|order|orders|rule|limits|limitation|polic|guidance)/;

/** INJ-01: drop the rules given before. */
export const override = order(
  (statement) => {
    if (SOMEBODYS_WORD.test(statement.text) && ordered(statement, 'void').length > 0 && !UNTRUSTED_TEXT.test(statement.text))
      return seen('INJ-01', 'voids', 'what others said');
    if (isFirst(statement.text) && /\b(?:this|these|here|below|following)\b/.test(statement.text) && has(statement, 'instructions')) {
      return seen('INJ-01', 'claims precedence', 'instructions');
    }
    const orders = tagsOf(statement, 'instructions');
    const earlier = tagsOf(statement, 'earlier');
    for (const verb of ordered(statement, 'void')) {
      const object = orders.find((order) => order.start >= verb.start && order.end > verb.end && gap(verb, order) <= 48);
      const passive = /^(?:are|is|as|can be|may be|no longer|do not|don't|not bound|treated)\b/.test(wordOf(statement, verb))
        ? orders.find((order) => order.end <= verb.start && gap(order, verb) <= 60)
        : undefined;
      const glued =
        passive ?? object ?? orders.find((order) => gap(verb, order) <= 24 && /[\u0370-\u1fff\u2e80-\ud7ff]/.test(wordOf(statement, verb)));
      if (glued !== undefined && isFilledWith(statement.text, verb, glued)) continue;
      if (glued === undefined || /^training (?:data|set|cut)/.test(statement.text.slice(glued.start))) continue;
      if (glued.start > verb.end && /\bfor (?:the|this|your) (?:current )?$/.test(statement.text.slice(verb.end, glued.start))) continue;
      if (
        MADE_TO.test(statement.text.slice(0, verb.start)) ||
        isShunned(statement.text, verb.start) ||
        isPossessed(statement.text, verb, glued)
      )
        continue;
      if (isOwnScope(statement.text, verb, glued)) continue;
      const scope = earlier.filter((tag) => gap(tag, glued) <= 30 && !(tag.start >= verb.start && tag.end <= verb.end));
      if (isUnbounded(statement, verb, glued, scope)) return seen('INJ-01', 'voids', 'earlier instructions');
    }
    return undefined;
  },
  ['void', 'instructions'],
  ['void', 'earlier'],
);

/** What those have said whom the agent works for, as the subject or object of a sentence that voids it. */
const SOMEBODYS_WORD =
  /\b(?:everything|anything|whatever|all|what) (?:that )?(?:the|your) (?:operator|developers?|vendor|owner|maker|host|company|admin\w*) (?:has |have |had )?(?:told|configured|set|wrote|written|asked|said|gave|given|instructed|taught)\b/;

/** Defending against orders in foreign text is the opposite of following them. */
const UNTRUSTED_TEXT =
  /\b(?:embedded|injected|contained|found|untrusted|hidden|page|web ?page|website|web|document|email|e-mail|third-party|user-supplied|external) (?:in |\w+ )?(?:instructions?|text|orders|directives|content|results?)\b|\binstructions? (?:in|inside|from|within) (?:the |a |an |any )?(?:repositor\w+|fetched|downloaded|scraped|external|remote|third-party|user-supplied|uploaded|retrieved) |\binstructions? (?:that (?:are|is) )?(?:embedded|found|contained|hidden|written|placed) (?:in|inside|within) |\binstructions? (?:in|inside|from|within) (?:the |a |an )?(?:(?!system|developer|your)\w+ )?(?:content|e-?mails?|web|pages?|untrusted|results?|documents?|comments?)\b/;

const FIRST =
  /\b(?:comes? first|takes? (?:precedence|priority)|ha(?:s|ve) priority|outranks?|supersedes?|(?<!\b(?:to|an?|the|instruction|these|those|with|following|update|any|no)[ -]|-\w{1,20} )overrides?)\b(?=.{0,60}\b(?:(?:other|earlier|previous|prior|all|any|every|system|your) (?:\w+ )?(?:instructions?|rules?|prompts?|guidelines?|guidance|polic|orders?|directives?|messages?|texts?|description))|[^a-z]*$)/;

/** The text puts itself first: not what stands in code, and not before what others wrote. */
function isFirst(text: string): boolean {
  const found = FIRST.exec(text);
  return found !== null && !/`\s$/.test(text.slice(0, found.index)) && !UNTRUSTED_TEXT.test(text);
}

type Word = ReturnType<typeof tagsOf>[number];

/** "Replace it with your training code": what comes in its place is named, not what is voided; a placeholder is replaced by contents. */
function isFilledWith(text: string, verb: Word, object: Word): boolean {
  if (!/^(?:is |are |be )?(?:replac|substitut|overrid|swap)/.test(text.slice(verb.start, verb.end))) return false;
  if (object.start > verb.end) return /\b(?:with|by)\b/.test(text.slice(verb.end, object.start));
  return /\bplaceholders?\b|\{\{/.test(text) && /^(?:d)? (?:with|by) /.test(text.slice(verb.end));
}

/** Words that the text warns a writer of: "avoid wording such as …" and nothing else before the quotation. */
const SHUNNED =
  /\b(?:avoid|never|do not|don't|no|instead of|rather than)\b[^.!?:;"]{0,60}\b(?:language|wording|phras\w+|words?|terms?|formulations?|sentences?|expressions?)\b(?:[\s,(]|\b(?:such as|like|e\.g\.|and|or)\b|"[^"]{1,200}"\)?)*$/;
/** What somebody else's agent is told: "ask the agent to forget …". */
const TOLD_AGENT = /\b(?:ask|tell|remind|instruct|prompt)(?:s|ing)? (?:the|your|an?) (?:agent|assistant|model|ai|claude|llm) to ["'“]?$/;
const SHUNNED_AFTER = /^[^"]*"\)? (?:are|is|should|must) (?:always )?(?:to )?be (?:avoided|banned|forbidden)\b/;

/** True where the words at a place stand in quotation marks as wording that the text advises against. */
function isShunned(text: string, at: number): boolean {
  if (TOLD_AGENT.test(text.slice(0, at))) return true;
  const open = text.lastIndexOf('"', at);
  if (open === -1 || (text.slice(0, open).split('"').length - 1) % 2 !== 0) return false;
  return SHUNNED.test(text.slice(0, open)) || SHUNNED_AFTER.test(text.slice(at));
}

/** "The drafts and their instructions", "the folder, its old rules …": those of a thing that the sentence names. */
function isPossessed(text: string, verb: Word, object: Word): boolean {
  const between = text.slice(verb.end, object.start);
  return (
    /\b(?:their|its) (?:(?:previous|earlier|prior|former|old|older|past) )?$/.test(between) &&
    !/\b(?:you|your|system|developers?|operators?|assistant|model|maker|host|user)\b/.test(between)
  );
}

/** The rules of this text itself. */
const OWN_RULES = /\b(?:these|those) (?:[\w-]{1,20} ){0,2}$/;
/** Where they hold no longer: in a place or for a kind of thing, not for the agent, the time or the task. */
const ELSEWHERE =
  /^ (?:there\b|(?:to|in|inside|within|for|outside(?: of)?) (?!.*\b(?:you|your|agents?|assistants?|models?|sessions?|conversations?|chats?|tasks?|requests?|here|now|any(?:thing|one)?|all|every(?:thing)?)\b))/;
const PLACE_BEFORE =
  /(?:^\s*|[;:,] |\bso )(?:in|inside|within|for|outside) (?!.*\b(?:you|sessions?|conversations?|chats?|tasks?|requests?|this|all|every|now)\b)[^,;:]{2,40}$/;

/** "These rules don't apply there" bounds what the text said itself; "bots are exempt from the rules above" does as well. */
function isOwnScope(text: string, verb: Word, object: Word): boolean {
  const said = text.slice(verb.start, verb.end);
  if (/\bappl/.test(said) && object.end <= verb.start) {
    const own = OWN_RULES.exec(text.slice(0, object.end).replace(/[\w-]+$/, ''));
    return own !== null && (ELSEWHERE.test(text.slice(verb.end)) || PLACE_BEFORE.test(text.slice(0, own.index).trimEnd()));
  }
  if (said !== 'exempt from') return false;
  const own =
    /^ (?:the |these |all (?:the )?)?(?:[\w-]+ )?(?:rules?|checks?|limits?|guidelines?|polic\w+)(?: (?:above|below))?[^\w]*$/.test(
      text.slice(verb.end),
    );
  const them = /\b(?:you|we|i|it|this|skill|tool|assistant|agent|model|server|commands?|requests?|messages?|session)\b/.test(
    text.slice(0, verb.start),
  );
  return own && !them && !/\b(?:your|previous|earlier|prior|system|safety)\b/.test(text.slice(verb.end));
}

/** What software lays down about versions, tables and layouts. */
const CONSTRAINTS =
  /\b(?:versions?|types?|keys?|layout|schema|dependenc(?:y|ies)|packages?|check|unique|size|column|table|grid) constraints?\b/;

/** Rules that a model was made with. */
const OWN_SAFETY =
  /\byour (?:own |built-in |current |usual )?(?:safety|content|ethical|moral) (?:guideline|guidance|polic|filter|rule|restriction|training|protocol|guardrail|constraint)/;
/** What others try to bring the agent to: whoever tells of it warns. */
const MADE_TO =
  /\b(?:make|makes|making|get|gets|getting|trick\w*|convinc\w*|persuad\w*|tell|tells|telling|attempts?|attempting|tr(?:y|ies|ying)) (?:you |the (?:agent|assistant|model|ai) )?(?:to )?$/;
/** "You are no longer bound by any rules": said of the agent, and not of a value or a team. */
const UNBOUND_AGENT = /\b(?:you|the (?:ai|assistant|agent|model)|claude) (?:are|is|was|were|will be) (?:now )?$/;

function isUnbounded(statement: Statement, verb: Word, object: Word, scope: readonly Word[]): boolean {
  if (UNTRUSTED_TEXT.test(statement.text) || CONSTRAINTS.test(statement.text)) return false;
  const noun = wordOf(statement, object);
  if (OWN_SAFETY.test(statement.text)) return true;
  if (scope.length > 0 && /\bbound by$/.test(wordOf(statement, verb)) && UNBOUND_AGENT.test(statement.text.slice(0, verb.start)))
    return true;
  if (/^(?:what the|user's request)/.test(noun)) return !MILD.test(wordOf(statement, verb));
  if (scope.length === 0) return false;
  const mild = MILD.test(wordOf(statement, verb)) || TECHNICAL.test(noun);
  const clear = scope.some((tag) => !VAGUE.test(wordOf(statement, tag)));
  if (mild) return clear && ORDERS.test(noun) && !/\b(?:default|user|team|project|style|lint|config)\b/.test(statement.text);
  return clear || ORDERS.test(noun);
}

/** INJ-03: a role that has no limits. */
export const unlimitedPersona = order(
  (statement) => {
    const around = [statement, ...statement.next.slice(0, 1), ...(statement.previous ? [statement.previous] : [])];
    const persona = has(statement, 'persona');
    const limitless = around.find((each) => has(each, 'unbound'));
    if (!persona || limitless === undefined || isSwitch(statement)) return undefined;
    const bound =
      /\b(?:content|restrict|limit|guideline|forbidden|allowed|rules?(?! of the (?:village|game|house|school))|filter|ethic|safety|policy|policies|unrestricted|uncensored|unfiltered|dan|jailbroken|god mode|do anything|refus)/.test(
        limitless.text,
      );
    const ascii = /^[^\u0370-\u1fff\u2e80-\ud7ff]*$/.test(limitless.text);
    const mild =
      limitless !== statement &&
      /\bno (?:rules|limits)\b/.test(limitless.text) &&
      !/\b(?:filter|ethic|safety|polic\w+|refus\w*|restrict\w*)\b/.test(limitless.text);
    return (bound && !mild) || !ascii ? seen('INJ-03', 'persona', 'no limits') : undefined;
  },
  ['persona'],
);

/** Verbs that change a setting as often as a role. */
const TURN = /\b(?:switch to|enter|activate|simulate|become) (?:the |an? )?/g;
const ROLE_NAMED =
  /^(?:[\w'-]+ ){0,2}?(?:persona|character|role|assistant|ai|model|agent|bot|mode|state|self|version|dan|jailbr\w+|person|being|expert|unrestricted|uncensored|unfiltered)\b/;

/** Every persona that the statement names is a setting: a name in a code span, or a "mode" of some other thing. */
function isSwitch(statement: Statement): boolean {
  const { text } = statement;
  return tagsOf(statement, 'persona').every((tag) => {
    TURN.lastIndex = tag.start;
    const turn = TURN.exec(text);
    if (turn?.index !== tag.start) return false;
    const object = text.slice(TURN.lastIndex);
    return (
      /^`/.test(object) ||
      !ROLE_NAMED.test(object) ||
      /^(?:unrestricted|unfiltered) (?!mode|ai|assistant|model|persona|self|version|state|agent|bot)[a-z]+ \w/.test(object)
    );
  });
}

const ASKED =
  /\b(?:if|when|whenever|should|in case)\b.{0,40}\b(?:users?|anyone|anybody|somebody|someone|asked|asks?|questioned|human|person|they)\b/;
const ABOUT_SELF =
  /\b(?:this|the) (?:tool|server|skill|plugin|extension)\b|\bthat (?:it|this)\b|\bdata protection\b|\bprivacy\b|\bmachine\b|\bnothing\b|\bwhat (?:this|it) does\b|\bdata (?:is|are|leaves)\b|\beverything\b|[\u0370-\u1fff\u2e80-\ud7ff]/;
/** Words that say that the truth does not matter. */
const ANYHOW =
  /\b(?:whatever|regardless|no matter (?:what|how)|in (?:any|every|all|each) (?:cases?|events?|circumstances?)|even (?:when|though)|anyway|even if|without (?:checking|looking|reading))\b/;
const FIXED = /\b(?:always|only|whatever|regardless|every|never|no matter|without (?:reading|checking|looking|running|review))\b/;

/** Somebody else says it: "when they say 'everything is fine'". */
const BY_OTHERS =
  /\b(?:they|he|she|users?|people|customers?|clients?|someone|somebody|stakeholders?|founders?|patients?|candidates?) (?:\w+ly |might |may |will |just )?$/;

/** INJ-05: an answer that is fixed before anybody looked. */
export const fixedVerdict = order(
  (statement) => {
    const claims = ordered(statement, 'claim').filter((tag) => !BY_OTHERS.test(statement.text.slice(0, tag.start)));
    const verdicts = tagsOf(statement, 'verdict').filter((tag) => !isQuality(statement, tag));
    const pair = near(claims, verdicts, 70);
    if (pair === undefined || pair[0].end > pair[1].start) return withoutReading(statement);
    const asked =
      ASKED.test(statement.text) ||
      /\bquestions? about\b/.test(statement.text) ||
      (has(statement, 'ask') && has(statement, 'user') && /[\u0370-\u1fff\u2e80-\ud7ff]/.test(statement.text));
    if (asked && ABOUT_SELF.test(statement.text)) return seen('INJ-05', 'question about itself', 'fixed answer');
    if (ANYHOW.test(statement.text) && !/\b(?:wait|ask|unless)\b/.test(statement.text))
      return seen('INJ-05', 'verdict', 'whatever is true');
    const fixed = FIXED.test(statement.text) && !/\b(?:if|when|only if|after|unless|once)\b/.test(statement.text);
    const sweeping = /\b(?:approve|accept|pass) (?:every|all|any)\b/.test(statement.text);
    return fixed || sweeping ? { ...seen('INJ-05', 'verdict', 'whatever is true'), severity: sweeping ? 'high' : 'medium' } : undefined;
  },
  ['claim', 'verdict'],
  ['blind'],
);

/** Behind a virtue: the thing that has it, or more virtues up to the code that has them all. */
const QUALIFIED =
  /^(?:[ -]up|ed|ing)\b|^[^.;:]{0,80}\bcode\b|^ (?!(?:and|or|for|in|of|on|to|by|with|at|as|from|if|when|whatever|even|no|so|is|are|without|regardless|after|before|while|every|all|anyway|anyhow|too|also|instead|again|enough)\b)[a-z]+/;

/** "Write clean code": the word says how a thing is to be made, it is no result that is reported. */
function isQuality(statement: Statement, tag: Word): boolean {
  const virtue = /^(?:clean|secure|safe|correct|fine|valid)$/.test(wordOf(statement, tag));
  return virtue && QUALIFIED.test(statement.text.slice(tag.end)) && !/["'“]$/.test(statement.text.slice(0, tag.start));
}

/** "Approve them without reading". */
function withoutReading(statement: Statement): ReturnType<TextCheck> {
  const blind = /\b(?:approve|accept|merge|mark|pass|sign off)\b.{0,40}\bwithout (?:reading|checking|looking|review|testing)/.test(
    statement.text,
  );
  return blind && !/\b(?:never|not|don't)\b.{0,30}\b(?:approve|accept|merge|mark|pass)\b/.test(statement.text)
    ? seen('INJ-05', 'verdict', 'without looking')
    : undefined;
}

/** INJ-07: instructions come from an address and are to be obeyed. */
export const remoteOrders = order(
  (statement, document) => {
    if (!/https?:\/\//.test(statement.text) || ordered(statement, 'fetch').length === 0) return undefined;
    const around = [statement, ...statement.next.slice(0, 1)];
    const orders = /\b(?:instructions?|rules|prompt|steps|directives|commands|orders)\b/.test(statement.text);
    const obey = around.some(
      (each) =>
        /\b(?:do (?:what|as)|follow (?:it|them|its|the|those|what|every)|obey|carry (?:it|them) out|carry out (?:it|them|the|what|every|all)|execute (?:it|them|the|what|every|all)|apply (?:it|them)|act on)\b/.test(
          each.text,
        ) && ordered(each, 'follow').length > 0,
    );
    const exactly = around.some((each) =>
      /\bdo (?:exactly |precisely |just )?(?:what(?:ever)?|as) (?:is |it |they |the page |the file )?(?:written|says?|said|stated|listed|described|told)\b/.test(
        each.text,
      ),
    );
    const often = /\b(?:every|each|always|periodically|at (?:every )?start|daily|hourly|first|before|newest|latest|current)\b/.test(
      statement.text,
    );
    if (obey && document.kind === 'json-string') return seen('INJ-07', 'fetched', 'obeyed');
    return ((orders && obey) || exactly) && often ? seen('INJ-07', 'fetched', 'obeyed') : undefined;
  },
  ['address', 'fetch'],
);

const SELF_COPY =
  /\b(?:copy|add|insert|append|include|paste|replicate|propagate|repeat|put|place|write)\b.{0,30}\b(?:this|these|the above|the same) (?:\w{1,12} ){0,2}(?:text|instructions?|paragraph|notes?|message|rules?|section|block|lines?|prompt|sentence)\b.{0,60}\b(?:every|all|other|each|any|new)\b.{0,30}\b(?:repositor|repos?\b|files?|issues?|readmes?|posts?|agents?|projects?|skills?|messages?|documents?|replies|mails?|e-?mails?)/;

const INTO_INSTRUCTIONS =
  /\b(?:copy|add|insert|append|include|paste|write|put)\b.{0,20}\b(?:this|these|the above|the same) (?:\w{1,12} )?(?:text|instructions?|paragraph|notes?|rules?|section|block|lines?|prompt)\b.{0,30}\b(?:claude\.md|agents\.md|gemini\.md|\.cursorrules|copilot-instructions|instruction files?|system prompts?)/;

/** What the agent tells the helpers that it starts for the task at hand. */
const TO_HELPERS =
  /\b(?:sub-?agents?|teammates?|workers?|builders?|testers?|reviewers?|dispatch|spawn(?:ed|ing)?|task)\b[*_`'"’s]{0,4} (?:[\w-]+ ){0,3}prompts?\b/;

/** INJ-08: a text that wants to be copied on. */
export const spreading = order(
  (statement) =>
    !TO_HELPERS.test(statement.text) &&
    (SELF_COPY.test(statement.text) || (INTO_INSTRUCTIONS.test(statement.text) && /\b(?:each|every|all|any)\b/.test(statement.text))) &&
    ordered(statement, 'give').length > 0
      ? seen('INJ-08', 'copies itself', 'elsewhere')
      : undefined,
  ['give'],
);

/** An agreement that is asked for, or that contributors give to a licence, is not the user's to an act. */
const REQUIRED = /\b(?:must|should|shall|needs?|required|contribut\w*|commits?|licen[cs]\w*)\b/;
const CONDITION =
  /\b(?:if|when|once|after|until|unless|only|before|whether|ensure|confirm|that|which|who|where|wait|check|verify|wenn|falls|nachdem|bevor|sobald|cuando|quand|lorsque|après|quando|após|dopo)\b|\?|确保|確保|检查|验证|是否|请先|需先|除非|如果|只有|只在|当用户|если|когда|после/;
/** Behind the words that state it, where a language puts its conditions there. */
const CONDITION_AFTER = /^\s?(?:済み?)?(?:\d|的|後|后|之前|前|時|时|場合|なら|まで|たら|の(?!で)|한 (?:경우|뒤|후)|하면|할 때|지 않)/;

/** INJ-09: the text says that the user has agreed. */
export const claimedConsent = order(
  (statement) => {
    const [claim] = tagsOf(statement, 'consent');
    if (claim === undefined) return undefined;
    const before = statement.text.slice(Math.max(0, claim.start - 70), claim.start);
    if (CONDITION_AFTER.test(statement.text.slice(claim.end))) return undefined;
    if (CONDITION.test(before) || REQUIRED.test(before) || /\b(?:not|never|no)\b/.test(before)) return undefined;
    const sweeping = /\b(?:all|everything|every|any)\b|[\u0370-\u1fff\u2e80-\ud7ff]/.test(statement.text);
    const said = `${statement.text} ${statement.next[0]?.text ?? ''}`;
    const skips =
      /\b(?:never|no|not|without|don't|do not|nobody)\b.{0,40}\b(?:ask|confirm|show|display|prompt|permission|review|warn)/.test(said);
    const act = has(statement, 'risky') || has(statement, 'user');
    if (!act || !(sweeping || skips)) return undefined;
    return {
      ...seen('INJ-09', 'claimed consent', ...(skips ? ['skips the question'] : [])),
      severity: skips || sweeping ? 'high' : 'medium',
    };
  },
  ['consent'],
);
