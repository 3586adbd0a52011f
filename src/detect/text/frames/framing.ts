import type { Concept } from '../lexicon/concepts.js';
import { deniesNothing } from '../reading/empty-denial.js';
import { isExhibited } from '../reading/frame.js';
import type { Tag } from '../reading/phrase-trie.js';
import { has, type Statement, tagsOf, WITHOUT } from '../reading/statement.js';
import type { GraveAct, GraveOrder } from './grave-acts.js';
import { type FrameScene, frameWordsIn, NAMES, stretchesOf } from './scene.js';

/** Acts whose own words say "not": hiding is not telling, and rules are voided by saying that they do not apply. */
const NEGATIVE_ACTS: ReadonlySet<GraveAct> = new Set(['conceal', 'override', 'prefer', 'claim']);
/** Acts whose objects may be models and agents. */
const OF_MODELS: ReadonlySet<GraveAct> = new Set(['impersonate', 'alter', 'prefer']);
/** The user, or somebody for the user, decides. */
const DECIDED =
  /\b(?:if|when|once|unless|only if|should) the user\b|\b(?:the )?user (?:asks|wants|requests|agrees|names|confirms|chooses|approves)|\bwith (?:the user's|explicit|their|your) (?:explicit )?(?:consent|approval|permission|confirmation)|\bafter (?:\w+ )?confirm\w*|\bconfirm (?:with|first|before)|\bask(?:ing)? (?:the user |them |him )?(?:first|before|for (?:confirmation|permission|consent|approval)|whether|if)\b|\boptional\w*|\bif (?:you|they) (?:want|wish|like|prefer|need)|wenn (?:der nutzer|die nutzerin|du willst|sie möchten|gewünscht)|auf wunsch|nach (?:rückfrage|bestätigung|zustimmung)|si el usuario|si usted|previa confirmación|si l'utilisateur|si vous (?:voulez|souhaitez)|après confirmation|se l'utente|previa conferma|se o usuário|se o utilizador|após confirmação|если пользователь|после подтверждения|如果用户|经用户|用户同意后|ユーザーが(?:希望|同意|確認|承認)|確認(?:して|した|を得て)から|사용자가 (?:원하면|동의|요청|확인)|확인(?:을 받은|한) (?:뒤|후)/;
/** Quotation marks; back-ticks hold names and commands. */
const QUOTATIONS = /"[^"]{12,}"|“[^”]{12,}”|„[^“”"]{12,}[“”"]|«[^»]{12,}»|「[^」]{6,}」|『[^』]{6,}』/g;
const CLAUSE_END =
  /[.;:!?。；：！？]|[,，、]\s?(?:and|but|then|und|aber|dann|y|pero|luego|et|mais|puis|e|ma|poi|mas|depois|и|а|но|затем)\s/;

/** Who says an act, and whether it is meant to be done. */
export interface Framing {
  polarity: 'ordered' | 'forbidden';
  speaker: 'text' | 'others';
  /** The user is asked, or has to wish it. */
  conditional: boolean;
}

/** Who says it, and whether it is ordered. */
export function framingOf(order: GraveOrder, verb: Tag, scene: FrameScene): Framing {
  const { act } = order;
  const { statement, antecedent } = scene;
  const forbidden = statement.banned || (NEGATIVE_ACTS.has(act) ? isDenied(statement.text, verb) : isNegated(scene, verb));
  const speaks = isSpokenOf(scene, verb, order) || (antecedent !== undefined && isFramed(antecedent));
  const waits = DECIDED.test(scene.text) || isSubordinate(statement.text, verb) || isConfirmed(act, scene) || isOffered(verb, scene);
  return { polarity: forbidden ? 'forbidden' : 'ordered', speaker: speaks ? 'others' : 'text', conditional: waits };
}

/** "Cannot override": the word of the act itself says no "not". */
function isDenied(text: string, { start, end }: Tag): boolean {
  return (
    /^(?:overrid|replac|supersed|outrank|overrul|bypass|void|cancel|disregard|ignor|hide|hiding|conceal|withhold|omit|prefer|favou?r|count|treat|consider|regard)/.test(
      text.slice(start, end),
    ) &&
    /\b(?:cannot|can't|can not|must not|may not|should not|never|do not|don't|does not|doesn't|is not|not) (?:\w+ (?:or|and) )?(?:ever )?$/.test(
      text.slice(Math.max(0, start - 40), start),
    )
  );
}

const COMMANDS = /`[^`]*`/g;
/** Also a Portuguese "in the". */
const NO = 'no';

function isNegated({ statement, tongue }: FrameScene, verb: Tag): boolean {
  const commands = stretchesOf(COMMANDS, statement.text);
  return tagsOf(statement, 'negate').some((negation) => {
    // An option such as `--no-verify` denies nothing of what the sentence says.
    if (commands.some(({ start, end }) => start < negation.start && negation.end < end)) return false;
    if (tongue === 'pt' && statement.text.slice(negation.start, negation.end) === NO) return false;
    if (negation.start < verb.end && verb.start < negation.end) return false;
    if (negation.start >= verb.end && WITHOUT.test(statement.text.slice(negation.start))) return false;
    const [from, to] = negation.end <= verb.start ? [negation.end, verb.start] : [verb.end, negation.start];
    const between = statement.text.slice(from, to).replace(NAMES, '_');
    return !CLAUSE_END.test(between) && !deniesNothing(statement.text, negation, verb);
  });
}

/** Spoken of, where a row of a table says what it says unless what stands above makes it an example. */
export function isExample({ passage, mention }: Statement): boolean {
  return passage.role === 'table' ? isExhibited(passage) : mention;
}

/** Somebody makes an agent do it: the sentence tells of an agent, it does not speak to one. */
const AGENT_CAUSED =
  /\b(?:made|got|had|led|tricked|told|asked|caused|pushed|talked|convinced|steered|induced|prompted|ordered|wanted|lets?|get|getting|makes?|making|tells?|asks?|orders?|wants?|brings?|drives?|forces?|urges?) (?:an?|the|our|their|one|your|his|her|any) (?:\w+ )?(?:agents?|assistants?|models?|bots?|ai|llms?|chatbots?|copilots?)\b/;
const AGENT =
  /(?<!\p{L})(?:ki-)?(?:agent(?:en|e|i|s)?|agentes?|assistent\p{L}*|asistentes?|assistants?|modell|modelle|modèles?|modello|modelli|modelos?|bots?|ki|ia)(?!\p{L})|агент|ассистент|модел|智能体|助手|模型|エージェント|アシスタント|モデル|에이전트|어시스턴트|모델|(?:叫|让|使|令|要求|诱使|对)代理/u;
const OBLIGED =
  /(?<!\p{L})(?:muss|müssen|debe|deben|doit|doivent|deve|devono|devem|должен|должна|должны)(?!\p{L})|必须|务必|なければな|해야 한다/u;

/** Tells what a text, a page or a release once did or asked for: "we removed a skill that tried to …". */
const TOLD_OF =
  /\b(?:removed?|added|blocked|fixed|found|saw|caught|flagged|rejected) (?:an?|the|two|some|one|several)? ?(?:\w+ )?(?:skills?|rules?|tools?|servers?|pages?|comments?|texts?|documents?|orders?|prompts?|checks?)\b[^.]{0,40}\b(?:that|which|against|who|for)\b|\b(?:can|could|may) no longer be (?:told|asked|made|tricked|led)\b|\b(?:an?|some|any) (?:\w+ )?(?:page|document|file|issue|comment|stranger|attacker|website|message|e-?mail|readme|ticket)\b[^.:]{0,20}\b(?:asks?|demands?|orders?|tells?|wants?|instructs?|requests?) (?!you\b)|\b(?:package|release|version|attackers?|maintainers?|author|extension|library|malware|campaign)\b[^.;,]{0,30} (?:added|sent|copied|forwarded|collected|uploaded|stole|exfiltrated|leaked)\b/;

/** A user's words in quotation marks, and what is then done: "…" → what. */
const ASKED_FOR = /^[\s>*+•-]{0,6}["“„「『«][^"”“」』»]{4,200}["”“」』»]\s?(?:→|->|=>|⇒|➜)/;

function isCaused({ statement: { text }, tongue }: FrameScene): boolean {
  return tongue === 'en' ? AGENT_CAUSED.test(text) || TOLD_OF.test(text) : AGENT.test(text) && !OBLIGED.test(text);
}

function isSpokenOf(scene: FrameScene, verb: Tag, { act, things }: GraveOrder): boolean {
  const { statement } = scene;
  if (isExample(statement) || ASKED_FOR.test(statement.text)) return true;
  if (isQuoted(statement.text, verb)) return true;
  const around = [statement.previous, ...statement.next.slice(0, 1)];
  if (statement.text.search(QUOTATIONS) !== -1 && around.some((each) => each !== undefined && speaksOf(each, scene))) return true;
  return (
    (!OF_MODELS.has(act) && isCaused(scene)) ||
    frameWordsIn(statement, 'spoken', scene.tongue).some(
      (word) =>
        (word.end <= verb.start || word.start >= verb.end) && !isPartOf(word, things, scene) && !deniesNothing(statement.text, word, verb),
    )
  );
}

/** "Intrusion detection" is a thing, and nobody speaks of what was detected; nor does who writes "into the page". */
function isPartOf(word: Tag, things: readonly Concept[], { statement, tongue }: FrameScene): boolean {
  return things.some((thing) =>
    frameWordsIn(statement, thing, tongue).some(
      ({ start, end }) => start < word.end && word.start < end && (start !== word.start || end !== word.end),
    ),
  );
}

/** What stands around a statement says that it is spoken of or forbidden. */
function isFramed({ passage, mention, banned }: Statement): boolean {
  return (passage.role !== 'table' && mention) || banned;
}

function speaksOf(statement: Statement, scene: FrameScene): boolean {
  return isFramed(statement) || frameWordsIn(statement, 'spoken', scene.tongue).length > 0;
}

/** Asking the user is part of what is said, in a language whose conditions are not told apart. */
function isConfirmed(act: GraveAct, { statement, tongue }: FrameScene): boolean {
  return (act === 'weaken' || act === 'delete' || act === 'conceal') && tongue !== 'en' && has(statement, 'ask', 'user');
}

/** What somebody is free to do at any time, in front of the act. */
const FREE =
  /(?:可以?|能够?|支持|允许)(?:随时|自由|自行|选择性?地?)$|(?<![许認认许])可被?$|(?<!\p{L})(?:(?:kann|können|darf|dürfen) (?:\p{L}+ ){0,3}jederzeit|se puede[n]? (?:\p{L}+ )?|puede[n]? en cualquier momento|(?:on |il )?peu(?:t|vent) (?:à tout moment|être|toujours)|si p(?:uò|ossono) (?:\p{L}+ )?|pode-se|podem? a qualquer momento|(?:всегда |в любой момент )?можно(?: всегда| в любой момент)?)[^,;]{0,30}$/u;
/** The same behind it. */
const FREE_BEHIND = /^.{0,4}(?:(?:も|が)?(?:でき(?:る|ます)|可能)|(?:할|을|ㄹ|일)? ?수 ?있)/;

/** The text tells what can be done, and asks nobody to do it. */
function isOffered({ start, end }: Tag, { statement: { text }, tongue }: FrameScene): boolean {
  if (tongue === 'en' || QUESTION.test(text)) return false;
  return FREE.test(text.slice(Math.max(0, start - 60), start)) || FREE_BEHIND.test(text.slice(end, end + 12));
}

const QUESTION = /[?？]\s*$/;

/** Before the act: what has to happen first is something else. */
const EARLIER = /(?:antes de|avant (?:de |d')|prima di|before|vor (?:dem|der|einer|jedem|jeder)|прежде чем|перед)\s*(?:\S{1,12}\s)?$/;
const LATER = /^.{0,6}(?:之前|前[にの、,]|기 전|전에)/;

const SUBORDINATE =
  /^[\s\d.)>*#-]{0,8}(?:before|after|when|whenever|if|while|once|as soon as|bevor|nachdem|wenn|sobald|falls|während|antes de que|cuando|si|después de que|mientras|avant que|quand|lorsqu\S*|après que|prima che|quando|se|dopo che|antes que|depois que|enquanto|прежде чем|когда|если|после того как|перед тем как)[\s'’]/;

/** The act stands in a clause that only says when or whether: "Before the disk is formatted, …". */
function isSubordinate(text: string, { start, end }: Tag): boolean {
  const comma = text.indexOf(',');
  return (
    (comma > start && SUBORDINATE.test(text)) ||
    EARLIER.test(text.slice(Math.max(0, start - 40), start)) ||
    LATER.test(text.slice(end, end + 14))
  );
}

const TOLD_TO = /(?:^|[\s.])(?:do|run|follow|execute|perform|carry out)[^.“"«„]{0,30}:?\s*$/;

/** The act stands in quotation marks, and the words before do not order to do it. */
function isQuoted(text: string, { start, end }: Tag): boolean {
  for (const match of text.matchAll(QUOTATIONS)) {
    const close = match.index + match[0].length;
    if (match.index <= start && end <= close) return text.length - match[0].length > 6 && !TOLD_TO.test(text.slice(0, match.index));
  }
  return false;
}
