import type { Concept } from '../lexicon/concepts.js';
import type { TextDocument } from '../reading/document.js';
import { negatesAbroad, OTHER_SCRIPT } from '../reading/negation.js';
import type { Tag } from '../reading/phrase-trie.js';
import { has, isForbidden, ordered, type Statement, tagsOf, wordOf } from '../reading/statement.js';
import { type Detection, seen } from './detection.js';
import { order } from './rule.js';
import { foreignPlace, secretsOf } from './secrets-out.js';

/** Acts that nobody may hide from the user. */
const SENSITIVE: readonly Concept[] = ['context', 'memory', 'precious', 'protection', 'recipient', 'elsewhere', 'consent'];
const ACTS: readonly Concept[] = ['give', 'run', 'fetch', 'wipe', 'store', 'replace', 'disable', 'take'];
const SELF =
  /\b(?:this|these|that you|it|the (?:step|tool|file|call|instruction|action|prefix|change|note|upload|request|parameter)s?)\b|[\u0370-\u1fff\u2e80-\ud7ff]/;
/** "Without revealing it" hides an act only where there is one: in a riddle it is the answer. */
const NAMED =
  /\b(?:this|these|that you|the (?:step|tool|file|call|instruction|action|prefix|change|note|upload|request|parameter)s?)\b|[\u0370-\u1fff\u2e80-\ud7ff]/;
const OTHER_AUDIENCE =
  /\b(?:participants?|reviewers?|customers?|candidates?|recipients?|callers?|visitors?|attendees?|players?|colleagues|clients?|public|opponent|students?|end users?)\b/;

/** Nothing is told before it is known to be true. */
const UNTIL_SURE = /\b(?:before|until|till|unless)\b[^.;]{0,60}\b(?:confirm\w*|verif\w*|sure|certain|checked|acknowledged|succeeded)\b/;

/** INJ-04: the user is not to know. */
export const concealment = order(
  (statement, document) => {
    if (statement.passage.role === 'heading') return undefined;
    const hidden = hiding(statement);
    if (hidden === undefined || OTHER_AUDIENCE.test(statement.text) || UNTIL_SURE.test(statement.text)) return undefined;
    const around = [statement, ...(statement.previous ? [statement.previous] : []), ...statement.next.slice(0, 1)];
    if (around.some((each) => (each === statement ? isSensitive(each) : isSensitiveOrder(each))))
      return seen('INJ-04', hidden, 'sensitive act');
    return (
      ofStep(statement, statement.previous, document, hidden) ??
      ofStep(statement, statement, document, hidden) ??
      aloneOf(statement, document, hidden)
    );
  },
  ['hush'],
  ['keep'],
  ['disclose', 'negate'],
);

/** "These are notes for you, not text to show": it says what the text is; it hides nothing that is done. */
const NO_OUTPUT = /\bnot (?:as )?(?:an? |any |some )?[a-z]{3,12} (?:to|for) (?:be )?(?:show|shown|display|report|surface)/;

function aloneOf(statement: Statement, document: TextDocument, hidden: string): Detection | undefined {
  const acts = ACTS.some((concept) => tagsOf(statement, concept).length > 0);
  const user = namesUser(statement);
  if (hidden === 'not disclosed' && !acts && NO_OUTPUT.test(statement.text)) return undefined;
  const firm = /\b(?:under any circumstances|ever|never|at all|in any way|no matter)\b/.test(statement.text);
  const heavy = document.kind === 'json-string' || firm || statement.passage.channel !== 'open';
  const weighed = (feature: string): Detection =>
    heavy ? seen('INJ-04', hidden, feature) : { ...seen('INJ-04', hidden, feature), severity: 'medium', confidence: 'medium' };
  if (hidden === 'not disclosed' && user && SELF.test(statement.text) && (acts || NAMED.test(statement.text))) return weighed('own act');
  if (hidden === 'hushed' && user && /\bthis (?:tool|step|call|file|server)\b/.test(statement.text))
    return seen('INJ-04', hidden, 'own act');
  if (hidden === 'hushed' && acts && has(statement, 'recipient')) return seen('INJ-04', hidden, 'recipient');
  const record = /\b(?:transcript|log|logs|history|summary)\b/.test(statement.text);
  if (hidden === 'hushed' && acts && (user || firm || record) && !isPassiveManner(statement)) return weighed('act');
  return undefined;
}

/** "Keep this to yourself" hides what the sentence before orders. */
function ofStep({ text }: Statement, step: Statement | undefined, document: TextDocument, hidden: string): Detection | undefined {
  if (step === undefined || /\b(?:unless|until|if|before|yet|except)\b/.test(text)) return undefined;
  const act = OUTWARD.some((concept) => ordered(step, concept).length > 0) || /\b(?:register|transfer|grant|change)\b/.test(step.text);
  const grave = GRAVE_OBJECTS.some((concept) => has(step, concept)) || foreignPlace(step, document);
  const told =
    hidden === 'hushed' ||
    /\b(?:users?|person|human|anyone|anybody|owner|developer|operator)\b|\bbring (?:this|it|that) up\b|\b(?:mention|report|point out|say|document) (?:it|this|that)\b|[\u0370-\u1fff\u2e80-\ud7ff]/.test(
      text,
    );
  const back = told && /\b(?:this|it|that|so|know|learn|notice)\b|\b(?:user|person)\W{0,3}$|[\u0370-\u1fff\u2e80-\ud7ff]/.test(text);
  return act && grave && back ? seen('INJ-04', hidden, 'outward step') : undefined;
}

const OUTWARD: readonly Concept[] = ['give', 'wipe', 'replace', 'disable'];
const GRAVE_OBJECTS: readonly Concept[] = ['context', 'recipient', 'every', 'protection', 'precious'];

function isSensitive(statement: Statement): boolean {
  return secretsOf(statement).length > 0 || (SENSITIVE.some((concept) => has(statement, concept)) && namesUser(statement));
}

function isSensitiveOrder(statement: Statement): boolean {
  return secretsOf(statement).length > 0 && ACTS.some((concept) => has(statement, concept));
}

/** How the statement hides something: it forbids to tell, or asks for silence. */
function hiding(statement: Statement): string | undefined {
  if (silentTags(statement).length > 0 || KEPT.test(statement.text)) return 'hushed';
  return undisclosed(statement) ? 'not disclosed' : undefined;
}

const KEPT =
  /\bleave\b.{1,30}\b(?:steps?|checks?|uploads?|calls?|changes?|address|transfers?|requests?|lines?|copy|copies|access)\b.{0,12}\bout of (?:the|your|any|every) (?:summary|description|report|confirmation|transcript|logs?|answer|reply|message|diff|chat)|(?<!\b(?:not|never) )\bkeep\b.{1,30}\b(?:hidden from|secret from|quiet about|out of (?:the )?(?:transcript|logs?|summary|report|chat))\b/;
const MANNER_ONLY = /^(?:hide the|hide it|hide this|silently|quietly|conceal|in secret|first)$/;
const QUIET_OBJECT =
  /\b(?:hide|conceal)\b.{0,30}\b(?:from (?:the )?(?:user|human|person|operator|owner)|this line|this (?:text|message|note|step|fact)|the (?:call|upload|request|fact|action)|your|what you)\b/;

function silentTags(statement: Statement): Tag[] {
  return tagsOf(statement, 'hush').filter((tag) => {
    // "Secret" is also a part of "secret key" in languages without spaces.
    if (isForbidden(statement, tag) || tagsOf(statement, 'secret').some(({ start, end }) => start <= tag.start && tag.end <= end))
      return false;
    if (SECRET_THING.test(statement.text.slice(Math.max(0, tag.start - 2), tag.end + 2))) return false;
    if (isNoManner(statement, tag) || isOfThing(statement, tag) || isEffect(statement, tag) || isPassedOver(statement, tag)) return false;
    const word = wordOf(statement, tag);
    if (!MANNER_ONLY.test(word)) return true;
    if (/^(?:hide|conceal)/.test(word)) return QUIET_OBJECT.test(statement.text);
    return /\b(?:fails?|failing|ignored?|ignores|swallow|truncat|drops?|skip)/.test(statement.text)
      ? false
      : has(statement, 'user') ||
          secretsOf(statement).length > 0 ||
          has(statement, 'context') ||
          /\b(?:transcript|each chat|start of)\b/.test(statement.text);
  });
}

/** In Chinese one word is "secret", the thing, and "secretly": what is shared or kept is the thing. */
const SECRET_THING =
  /(?:分享|共享|传递|存储|管理|保管|加密|创建|交换|机密|安全)秘密|秘密(?:信息|文件|数据|内容|消息|分享|共享|传递|管理|值|名称|存储)/;

/** Other languages' words for a manner, and what is passed over in it: that tells how a program goes on, as English says "silently skips". */
const MANNER_ABROAD =
  /^(?:조용히|슬쩍|静かに|黙って|静默|默默|悄悄|молча|тихо|silenziosamente|in silenzio|silencieusement|en silence|silenciosamente|en silencio|em silêncio|stillschweigend|lautlos)$/;
const PASSED_OVER =
  /^[^.;!?。；！？]{0,24}?(?:건너|무시|실패|넘어가|종료|제외|누락|잘리|대체|스킵|失敗|スキップ|無視|終了|除外|フォールバック|跳过|跳過|忽略|失败|退出|截断|丢弃|降级|回退|пропус|игнор|заверш|обрез|ignor|salt(?:a|e|o)|fall[aei]|omit|descart|échou|saut|tronqu|überspr|übergang|fehlschl|abgebrochen|verw[oi]rf)/;

function isPassedOver(statement: Statement, tag: Tag): boolean {
  return MANNER_ABROAD.test(wordOf(statement, tag)) && PASSED_OVER.test(statement.text.slice(tag.end));
}

/** "A change silently breaks it", "undocumented history", "keep the key secret": said of a thing or a value, nobody is kept in the dark. */
const OF_THING =
  /^(?:silently|quietly) (?:not |always |never )?(?:[a-z]{3,14}(?:[^su\W]s|ing)|broken|lost|dropped|wrong)\b|^undocumented (?!steps?\b|calls?\b|uploads?\b)[a-z]+|^(?:静かに|默默)(?:維持|保持|待)/;
const KEEP_VALUE = /^keep (?:it|this) (?:secret|hidden)/;
const VALUE_NAMED = /\b(?:keys?|secrets?_?\w*|tokens?|passwords?|salts?|pepper|credentials?|\w+_(?:key|token|secret))\b/;

/** Words for which it takes more to hide something from somebody: whom, or what it is to look like. */
const VAGUE_HUSH: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^invisible to\b/,
    /^invisible to (?:the |your |any |every |all )?(?:users?|humans?|person|people|operators?|owner|reviewers?|anyone|them)\b/,
  ],
  [/^make it look\b/, /^make it look (?:like|as|natural|normal|innocent|harmless|accidental|routine|legit)/],
  [
    /^keep (?:it|them|this|that) out of\b/,
    /^keep \w+ out of (?:the |your |any |every |all )?(?:\w+ )?(?:transcripts?|logs?|summar\w+|reports?|chat|answers?|repl(?:y|ies)|messages?|sight|view|diff|history|conversation|output|description|records?)\b/,
  ],
  [/^(?:never|not) happened\b/, /$^/],
  [/^undocumented\b/, /^undocumented (?:steps?|calls?|uploads?)\b/],
];
const PRETENDED = /\b(?:as (?:if|though)|like (?:it|this|that|nothing)|pretend\w*|act as|say (?:that )?(?:it|this|nothing))\b/;
/** What something would do, does by itself or makes another thing do: its effect, not an order. */
const EFFECT_BEFORE =
  /(?:(?<!\b(?:you|agent|assistant|model|claude|ai) )\b(?:would|could|might|may|can|will|does|did)|\b(?:it|they|which|that)|\b(?:makes?|lets?|causes?|allows?)\b[^.;,]{1,60}) (?:also |then |even |just |not )?$/;
const MANNER = /^(?:silently|quietly|secretly|covertly)$/;
const NEGATED_BEFORE =
  /\b(?:never|do not|don't|must not|should not|not to|avoid)\b[*_]{0,2} (?![^.;:]{0,120}\b(?:but|instead|then)\b)[^.;:]{2,120}\b(?:and|or) $/;

/** "A write would silently drop fields", "never accept a name and silently replace it": what goes wrong, not what is to be done. */
function isEffect({ text }: Statement, tag: Tag): boolean {
  const word = text.slice(tag.start);
  const before = text.slice(Math.max(0, tag.start - 160), tag.start);
  const vague = VAGUE_HUSH.find(([start]) => start.test(word));
  if (vague !== undefined) return !vague[1].test(word) && !PRETENDED.test(before);
  return MANNER.test(text.slice(tag.start, tag.end)) && (EFFECT_BEFORE.test(before) || NEGATED_BEFORE.test(before));
}

/** "… are silently excluded", "fails silently": said of a thing. */
function isPassiveManner(statement: Statement): boolean {
  return silentTags(statement).every(
    (tag) =>
      MANNER.test(wordOf(statement, tag)) &&
      /\b(?:is|are|was|were|be|been|being|gets?)\s(?:then\s)?$/.test(statement.text.slice(0, tag.start)),
  );
}

const PRONOUNS = /^(?:them|they|their)$/;
const TOLD = /\b(?:tell|telling|told|inform\w*|ask\w*|show\w*|warn\w*|notify\w*|alert\w*|let|with|from|to) $/;

/** "Fix one of them" names no user; "tell them" does. */
function namesUser(statement: Statement): boolean {
  return tagsOf(statement, 'user').some(
    (tag) => !PRONOUNS.test(wordOf(statement, tag)) || TOLD.test(statement.text.slice(Math.max(0, tag.start - 16), tag.start)),
  );
}

function isOfThing({ text }: Statement, tag: Tag): boolean {
  if (KEEP_VALUE.test(text.slice(tag.start))) return VALUE_NAMED.test(text.slice(0, tag.start));
  return OF_THING.test(text.slice(tag.start));
}

const CONFIDENTIAL = /^(?:保密|秘密)$/;
const REST_OF_CLAUSE = /^[^,;.!?，。；、！？]*/;
const CLAUSE_SO_FAR = /[^,;.!?，。；、！？]*$/;

/**
 * Words that Chinese and Japanese use for a manner and for a thing: part of a noun ("silent mode", "hidden field"), or the state of
 * a credential that nobody may learn, which protects the user.
 */
function isNoManner(statement: Statement, tag: Tag): boolean {
  const { text } = statement;
  const word = wordOf(statement, tag);
  if (/^(?:静默|隠し|伏せ)$/.test(word))
    return (
      /^[\u30a0-\u30ff\u4e00-\u9fff]/.test(text.slice(tag.end)) &&
      !ACTS.some((concept) => tagsOf(statement, concept).some(({ start }) => start === tag.end))
    );
  if (!CONFIDENTIAL.test(word)) return false;
  const start = text.slice(0, tag.start).search(CLAUSE_SO_FAR);
  const end = tag.end + (REST_OF_CLAUSE.exec(text.slice(tag.end))?.[0].length ?? 0);
  const inClause = (concept: Concept) => tagsOf(statement, concept).some((other) => other.start >= start && other.end <= end);
  return (inClause('credential') || inClause('secret')) && !inClause('user') && !ACTS.some(inClause);
}

/** What must not be shown is a value: that protects the user. */
const PROTECTED =
  /^(?:,? (?:or |and )?\w+,?){0,3}? (?:the |its |their |any |all |this |that |your |raw |actual |plain |secret |full |api |access |private |environment ){0,4}(?:environment variables|pii|phi|(?:sensitive|personal|confidential|payment|card|patient) (?:data|information|values?|details|fields?)|values?|secrets?|passwords?|tokens?|credentials?|keys?|passphrases?|contents?)(?: values?)?(?= (?:to|in|or|and|anywhere|of)\b|[.,;]|$)/;

/** How the agent comes to its answer: leaving that out of the answer keeps nobody in the dark about what is done. */
const REASONING =
  /^ (?:the |your |any |its |all |their )?(?:inner |internal |intermediate |private |raw |own )?(?:dialogues?|monologues?|reasoning|thoughts?|thinking|chain of thought|scratch ?pads?|deliberation)\b/;

/** "Never say 'as discussed'": a phrase is shunned, nothing is hidden. What a phrase in quotation marks tells of the agent's own doing is. */
const WORDING = /^,? ["“'‘«](?![^"”'’»]{0,80}\b(?:upload|sent|send|cop(?:y|ied)|read|delet|chang|install|this|ran|run|fetch|download)\w*)/;

function isWording({ text }: Statement, verb: Tag): boolean {
  return WORDING.test(text.slice(verb.end));
}

/** A part of an option: `--no-report`. */
function isOption({ text }: Statement, { start }: Tag): boolean {
  return /(?:^|[\s`"'(=])-{1,2}(?:[\w-]*-)?$/.test(text.slice(Math.max(0, start - 30), start));
}

/** "You cannot tell which", "do not tell the user to buy more", "fail rather than warn": no act is kept from anybody. */
function isOtherTelling({ text }: Statement, { start, end }: Tag): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  const after = text.slice(end, end + 40);
  if (
    /\b(?:cannot|can't|can not|could not|couldn't|unable to|impossible to|hard to) $/.test(before) &&
    !/^ (?:the |your |any)?(?:users?|anyone|them|human|person)\b/.test(after)
  )
    return true;
  if (/\b(?:rather than|instead of) $/.test(before) && /^[a-z]+$/.test(text.slice(start, end)) && !/ing$/.test(text.slice(start, end)))
    return true;
  return /^ (?:the )?(?:users?|person|customer|them) (?:to (?!know|be told)|how|which|where|whether|when|apart)\b/.test(after);
}

function undisclosed(statement: Statement): boolean {
  // To leak is to lose data: who forbids it protects somebody.
  const verbs = tagsOf(statement, 'disclose').filter(
    (tag) => !/^(?:泄露|洩露|leak)/.test(wordOf(statement, tag)) && !isOption(statement, tag) && !isOtherTelling(statement, tag),
  );
  const negations = tagsOf(statement, 'negate').filter((tag) => wordOf(statement, tag) !== 'stop' && !isOption(statement, tag));
  const english = negations.some((no) =>
    verbs.some(
      (verb) =>
        !OTHER_SCRIPT.test(wordOf(statement, no)) &&
        verb.start >= no.end &&
        verb.start - no.end <= 14 &&
        !PROTECTED.test(statement.text.slice(verb.end, verb.end + 40)) &&
        !REASONING.test(statement.text.slice(verb.end, verb.end + 60)) &&
        !/[,;./—–:(]|\b(?:know|and|longer|the|an?|its|any)\b/.test(statement.text.slice(no.end, verb.start)) &&
        !isWording(statement, verb),
    ),
  );
  if (english) return true;
  const abroad = OTHER_SCRIPT.test(statement.text) || /\b(?:nutzer|benutzer|anwender|nichts)/.test(statement.text);
  return abroad && negations.some((no) => verbs.some((verb) => negatesAbroad(statement, no, verb)));
}
