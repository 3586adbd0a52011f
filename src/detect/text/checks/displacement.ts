import type { TextDocument } from '../reading/document.js';
import { sparing } from '../reading/sparing.js';
import { has, near, ordered, type Statement, tagsOf } from '../reading/statement.js';
import { seen, type TextCheck } from './detection.js';
import { order } from './rule.js';

const BROKEN =
  /\b(?:is|are|was|has become) (?:now |all |completely |known to be )?(?:broken|unsafe|insecure|unreliable|compromised|malicious|buggy|defective|corrupt\w*|faulty|out of order|infected|retired|deprecated|obsolete|disabled)\b|\bthey (?:corrupt|leak|steal|lose|damage|harm)\b|\bit (?:corrupts|leaks|steals|loses|damages|harms)\b|\b(?:tools?|servers?|skills?|ones?|plugins?) (?:corrupts?|leaks?|steals?|loses?|damages?|harms?)\b|\b(?:no longer|does not|doesn't|do not|don't) works?\b/;
const TAKE_OVER =
  /\b(?:use|call|choose|prefer|pick|select|invoke) (?:only )?(?:this|mine|ours|this one|me)\b|\b(?:in its|in their) place\b|\binstead\b|\breplaces? (?:all|every|the|any)\b|\btakes? (?:over|precedence)\b|\b(?:through|via|use|using) this (?:one|tool|server|skill)\b/;
const BAN =
  /\b(?:never|do not|don't|must not|stop|avoid|no longer) (?:\w+ ){0,2}?(?:use|call|using|calling|invoke|choose|trust|invoking|run|running|consult|be (?:used|called|invoked|consulted))\b/;
const RIVAL =
  /\b(?:other|another|any other|every other|all other|different|alternative|competing|built-?in|native|default|standard) (?:\w+ ){0,2}?(?:tools?|servers?|skills?|plugins?|functions?|one|ones|agents?|extensions?)\b|\bthe other(?: ones?)?(?= (?:is|are|was|were|has|have)\b)|\bthe other ones?\b|\ball (?:\w+ )?(?:tools|servers|skills)\b/;

/** TRG-02: others are broken or banned, so that this is used. */
export const displacement = order(
  (statement, document) => {
    const around = [statement, ...statement.next.slice(0, 1)];
    const text = around.map((each) => each.text).join(' ');
    const rival =
      RIVAL.test(statement.text) || isNamedRival(statement.text, text) || namesForeignTool(statement, document.subject.ownNames);
    if (!rival) return foreignDisplacement(statement);
    if (isAdvice(statement, text, document)) return undefined;
    const slander = BROKEN.test(RIVAL.test(statement.text) ? text : statement.text) && TAKE_OVER.test(text);
    const ban =
      BAN.test(statement.text) &&
      (RIVAL.test(BAN.exec(statement.text) ? statement.text.slice(BAN.exec(statement.text)?.index ?? 0) : '') || TAKE_OVER.test(text));
    const replaces = /\breplaces? (?:all|every|any)\b.{0,30}\b(?:tools?|skills?|servers?)\b/.test(statement.text);
    const lie = /\btell\b.{0,30}\b(?:user|them)\b.{0,40}\b(?:broken|unsafe|unavailable|does not work)\b/.test(text);
    if (slander || lie) return { ...seen('TRG-02', 'slander', 'takes its place'), severity: 'high' };
    if (replaces && BAN.test(text)) return { ...seen('TRG-02', 'replaces others', 'bans them'), severity: 'high' };
    if (ban && /\b(?:after|once|ever|having|any)\b/.test(statement.text) && replacesNearby(statement))
      return { ...seen('TRG-02', 'bans others'), severity: 'high' };
    return ban || replaces || /\bwould be (?:chosen|used|picked)\b.{0,30}\b(?:stop|use this)/.test(text)
      ? seen('TRG-02', 'displaces others')
      : undefined;
  },
  ['broken'],
  ['negate'],
  ['replace'],
  ['disclose'],
);

/** Words that a maker uses of what it gave up, and that blame nobody. */
const GIVEN_UP = /\b(?:deprecated|obsolete|retired|disabled)\b/g;
/** What is to be used is the text's own subject. */
const OWN =
  /\b(?:use|call|choose|prefer|pick|select|invoke|through|via|using) (?:only |always )?(?:this|mine|ours?|me)\b|\bin (?:its|their) place\b|\breplaces?\b|\btakes? (?:over|precedence)\b/;
/** What holds beyond the task at hand. */
const LASTING = /\b(?:after|once|ever|having|again|any ?more|from now on|no longer|everywhere|whatever|always)\b/;

/** What says which things to use and puts none of them in the place of another's: an API that was given up, or a task kept small. */
function isAdvice(statement: Statement, text: string, document: TextDocument): boolean {
  if (isOwnPraise(text, document)) return false;
  if (!RIVAL.test(statement.text)) return BROKEN.test(statement.text) && !BROKEN.test(statement.text.replaceAll(GIVEN_UP, ''));
  const body = document.kind === 'markdown' && statement.passage.role !== 'front';
  return body && !BROKEN.test(text) && !LASTING.test(text) && BAN.test(statement.text) && !TAKE_OVER.test(text);
}

function isOwnPraise(text: string, { subject }: TextDocument): boolean {
  return OWN.test(text) || [subject.name, ...subject.ownNames].some((name) => name.length > 3 && namesIt(text, name.toLowerCase()));
}

function namesIt(text: string, name: string): boolean {
  const at = text.indexOf(name);
  return at !== -1 && !/\w/.test(`${text[at - 1] ?? ' '}${text[at + name.length] ?? ' '}`);
}

/** "The search tool of the browser server is unsafe": some tool is called bad, and this one is to be used. */
function isNamedRival(text: string, around: string): boolean {
  return (
    BROKEN.test(text) &&
    /\b(?:the|that) (?:[`"']?\w+[`"']? ){1,2}(?:tool|server|skill|plugin)\b/.test(text) &&
    /\b(?:through|use|using|call|prefer|via) this\b/.test(around)
  );
}

function replacesNearby(statement: Statement): boolean {
  return statement.previous !== undefined && /\breplaces?\b/.test(statement.previous.text);
}

function foreignDisplacement(statement: Statement): ReturnType<TextCheck> {
  if (!OTHER_TOOLS.test(statement.text) && (statement.tongue === 'en' || !has(statement, 'otherTools'))) return undefined;
  const around = [statement, ...statement.next.slice(0, 1)];
  const broken = has(statement, 'broken') && around.some((each) => has(each, 'instead'));
  const banned = near(tagsOf(statement, 'negate'), [...tagsOf(statement, 'run'), ...tagsOf(statement, 'instead')], 12) !== undefined;
  if (broken) return { ...seen('TRG-02', 'slander', 'takes its place'), severity: 'high' };
  return banned ? seen('TRG-02', 'bans others') : undefined;
}

/** Other tools of a kind, in languages that put the kind into the words or between them. */
const OTHER_TOOLS = sparing(
  /(?:andere[nr]?|übrigen|sonstigen|restlichen) (?:\p{L}+ )?\p{L}{0,20}(?:werkzeuge?|tools?)(?!\p{L})|(?:autres|demás|otras|outras|demais|altri) (?:\p{L}+ )?(?:outils|herramientas|ferramentas|strumenti)(?!\p{L})|(?:остальн|друг|проч)\p{L}+ (?:\p{L}+ )?инструмент|(?:其他|其它|别的|其余)\p{L}{0,6}工具|(?:他|ほか|別)の\p{L}{0,8}ツール|다른 (?:\p{L}+ )?(?:도구|툴)/u,
);

const IDENTIFIER = /\b[a-z][a-z0-9]*(?:_[a-z0-9*]+)+\b/g;

/** True when the statement names a tool in the usual spelling that its subject does not have. */
export function namesForeignTool(statement: Statement, ownNames: readonly string[]): boolean {
  if (!statement.text.includes('_')) return false;
  const own = new Set(ownNames.map((name) => name.toLowerCase()));
  const names = statement.text.match(IDENTIFIER) ?? [];
  const called = /\b(?:tool|function|server|called|used|invoked|call|run|use)\b/.test(statement.text);
  return called && names.some((name) => !own.has(name));
}

/** TRG-02: taken even where the user names something else. */
export const evenAgainstWish = order((statement) =>
  AGAINST_WISH.test(statement.text) && !/\b(?:never|do not|don't|must not|not to)\b/.test(statement.text)
    ? { ...seen('TRG-02', 'against the wish of the user'), severity: 'high' }
    : undefined,
);

const AGAINST_WISH = sparing(
  /\b(?:use|pick|choose|prefer|select|call|run|take|invoke) (?:only )?(?:this|mine|ours|our) ?(?:skill|tool|server|one|plugin|agent)?\b[^.;]{0,80}\b(?:even|also|regardless|no matter)\b[^.;]{0,30}\b(?:better (?:one|tool|server|skill)|user|they|person|somebody|someone|human)\b[^.;]{0,30}\b(?:asks?|asked|names?|named|wants?|requests?|chooses?|chose|prefers?|mentions?)\b[^.;]{0,20}\b(?:another|other|different|else|others)\b/,
);

const EVERY_REQUEST =
  /\b(?:every|any|all|each) (?:user )?(?:requests?|questions?|messages?|tasks?|conversations?|prompts?|quer(?:y|ies)|sessions?)\b/;

/** TRG-01: a description that wants every request. */
export const grabsAll = order((statement) => {
  if (statement.passage.role !== 'front' || !/^description\b|^\s*description:/.test(statement.text)) return undefined;
  const grabs = EVERY_REQUEST.test(statement.text) && /\b(?:always|must|first|before|whenever|use)\b/.test(statement.text);
  if (!grabs) return undefined;
  return { ...seen('TRG-01', 'every request'), severity: RIVAL.test(statement.text) && BAN.test(statement.text) ? 'medium' : 'low' };
});

const ENDORSED =
  /\bofficial(?:ly)? (?:\w+ )?(?:anthropic|openai|google|microsoft|github|apple|amazon|aws|meta|mozilla|owasp|nist) (?:\w+ )?(?:skill|tool|server|plugin|extension|integration|release)\b|\b(?:verified|certified|endorsed|audited|approved|vetted) by (?:anthropic|openai|google|microsoft|github|apple|amazon|aws|meta|mozilla|owasp|nist)\b/;

/** TRG-03: a description that borrows the name of a vendor to be trusted. Nothing in a text can prove it. */
export const borrowedName = order(
  (statement, document) => {
    const header = statement.passage.role === 'front' || document.kind === 'json-string';
    return header && ENDORSED.test(statement.text) ? seen('TRG-03', 'borrowed name') : undefined;
  },
  ['trust'],
  ['verdict'],
);

/** A second way in for whoever knows it. */
const SPARE_PASSWORD = sparing(
  /\b(?:accept|allow|add|include|hard-?code|recogni[sz]e|let in)\b.{0,40}\b(?:(?:master|fixed|hidden|spare|back ?door) (?:password|user|account|key|token)|the (?:password|token|user) [`"'‘“][^\s`"'’”]{3,40}[`"'’”])/,
);

/** SUP-05: an addition to what the agent writes that serves somebody else. */
export const plantedCode = order(
  (statement) => {
    if (/\b(?:user|they|customer) (?:asks?|wants?|requests?|needs?|chooses?)\b/.test(statement.text)) return undefined;
    if (SPARE_PASSWORD.test(statement.text) && /\b(?:whenever|when you|every|each|all|any|always)\b/.test(statement.text))
      return seen('SUP-05', 'planted', 'spare password');
    const adds =
      ordered(statement, 'give').length > 0 &&
      /\b(?:add|insert|include|append|prepend|embed|put|prefix|inject|slip|sneak|tuck|place)\b/.test(statement.text);
    const code =
      /\b(?:import|require\(|<script|line|snippet|script|hook|backdoor|back door|beacon|tracker|tracking|pixel|eval|prefix)\b/.test(
        statement.text,
      );
    const always =
      /\b(?:whenever|every|each|all|any|always|when)\b/.test(statement.text) &&
      /\b(?:files?|commands?|pages?|commits?|projects?|code|functions?|scripts?)\b/.test(statement.text);
    const literal = /(["'`])(?:import|require|<script|from|eval|curl|chmod|sudo|fetch)(?:(?!\1)[^\n]){3,200}\1/.test(statement.text);
    return adds && code && always && literal && foreignAddition(statement) ? seen('SUP-05', 'planted', 'in every file') : undefined;
  },
  ['give'],
  ['grant'],
);

function foreignAddition(statement: Statement): boolean {
  const unexplained = [statement, ...statement.next.slice(0, 1)].some(
    (each) => has(each, 'hush') || /\b(?:do not|don't|never|without) (?:explain|mention|comment|document|say|tell|point)/.test(each.text),
  );
  return (
    unexplained ||
    /\b(?:telemetry|track|beacon|analytics|backdoor|chmod|sudo|curl|https?:|boot|hook|loader|remote|update)/.test(statement.text)
  );
}
