import type { Concept } from '../lexicon/concepts.js';
import { asksForMail } from '../reading/contact.js';
import type { TextDocument } from '../reading/document.js';
import { type ConceptBits, isOpen } from '../reading/gate.js';
import type { Tag } from '../reading/phrase-trie.js';
import { placesOf } from '../reading/places.js';
import { has, type Statement, tagsOf } from '../reading/statement.js';
import { refersBack } from '../reading/tongue.js';
import { overlaps, verbOf } from './act-word.js';
import { isPassive } from './english.js';
import { type Framing, framingOf } from './framing.js';
import { type GraveAct, type GraveOrder, graveOrders } from './grave-acts.js';
import { type FrameScene, frameWordsIn, frameWordsOf, sceneOf, tongueOfScene } from './scene.js';
import { credentialAt, type DestinationShape, type ObjectShape } from './shapes.js';

/** What a sentence says is done: by act, object and destination, and how the sentence is framed. */
export interface ActFrame extends Framing {
  act: GraveAct;
  /** The act's own word, as it stands in the sentence. */
  verb: string;
  /** Rule that an order of this kind breaks. */
  rule: string;
  /** The object by its shape, or by the classes of the words that name it. */
  object: ObjectShape | readonly Concept[];
  destination: DestinationShape | undefined;
  scope: 'always' | 'whole' | undefined;
  /** The sentence before names the object. */
  apart: boolean;
}

/** Longest sentence, and pair of sentences, whose words are taken to belong together. */
const MAX_LENGTH = 420;
/** The gravest act that a statement speaks of, alone or with the statement before it; undefined for ordinary sentences. */
export function frameOfAct(statement: Statement, before: Statement | undefined, document: TextDocument): ActFrame | undefined {
  if (statement.text.length > MAX_LENGTH) return undefined;
  const alone = frameIn(statement, undefined, document);
  if (alone !== undefined || before === undefined) return alone;
  if (before.text.length + statement.text.length > MAX_LENGTH) return undefined;
  if (!mayNameTopic(before, statement)) return undefined;
  return frameIn(statement, before, document);
}

function frameIn(statement: Statement, antecedent: Statement | undefined, document: TextDocument): ActFrame | undefined {
  const possible = union(statement.possibleFrameConcepts, antecedent?.possibleFrameConcepts);
  let scene: FrameScene | undefined;
  for (const order of graveOrders) {
    // Few have the shape, and the words of classes are many: so those come last.
    if (!isOpen(order.gate, possible)) continue;
    scene ??= sceneOf(statement, antecedent, document);
    if (order.shape !== undefined && !order.shape(scene)) continue;
    if (!isOpen(order.gate, union(statement.frameConcepts, antecedent?.frameConcepts)) || isHarmless(order, scene)) continue;
    const verb = verbOf(order, scene);
    if (verb !== undefined && (!order.occasional || isOccasion(verb, scene))) return framed(order, verb, scene);
  }
  return undefined;
}

function union(a: ConceptBits, b: ConceptBits | undefined): ConceptBits {
  return b === undefined ? a : { low: a.low | b.low, high: a.high | b.high, top: a.top | b.top };
}

function framed(order: GraveOrder, verb: Tag, scene: FrameScene): ActFrame {
  const { statement } = scene;
  return {
    act: order.act,
    verb: statement.text.slice(verb.start, verb.end),
    rule: order.rule,
    object: order.object ?? order.things,
    destination: order.destination,
    scope: has(statement, 'every') ? 'always' : has(statement, 'whole') ? 'whole' : undefined,
    apart: scene.antecedent !== undefined,
    ...framingOf(order, verb, scene),
  };
}

/** Rules of a page or file that somebody found are none of the agent's. */
const OF_A_PAGE = /\b(?:web)?(?:pages?|sites?|seiten?|página|pagina|e-?mails?|documents?|untrusted)\b|страниц|页面|网页|ページ|페이지/;
/** What an English sentence of an act has besides its words: as what, from whom, out of what. */
const EXPECTED: Readonly<Partial<Record<GraveAct, RegExp>>> = {
  claim: /\bas\b/,
  ask: /\b(?:from|of|by) (?:\w+ ){0,3}(?:users?|them|him|her|customers?|person|human|owner|people|operator|employees?|caller|visitors?|reader)\b|\b(?:users?|them|him|her|customers?|person|human|owner|people|operator) (?:for|to|is|are|has|have|must|should|gives?|hands?)\b/,
  conceal:
    /\b(?:from|in|into|out of|about|to|before|for)\s(?:[^\s,;]+\s){0,4}?(?:summar(?:y|ies)|reports?|chat|conversation|answers?|repl(?:y|ies)|responses?|logs?|history|transcript|change ?log|notes|users?|user's|owner|person|reader|customer|reviewer|team|human|output|results?|messages?|diff|list of changes|overview|protocol|statement|bill|description)\b/,
  fetch: /\b(?:run|execut|pip(?:e|ing)|launch|start|feed|eval|sourc|invok|install|pass(?:es|ing)? (?:it|the result))/,
  weaken: /^(?!\s*\|?\s*`)/,
};

/** What makes one act harmless, whatever it is done to. */
const HARMLESS: Readonly<Partial<Record<GraveAct, (scene: FrameScene, order: GraveOrder) => boolean>>> = {
  delete: (scene) => isDisposable(scene) || OF_A_TEST.test(scene.text) || USED_UP.test(scene.text),
  claim: (scene, { things }) =>
    (scene.tongue === 'en' && /\bexcept\b/.test(scene.text)) || OF_A_FORMAT.test(scene.statement.text) || isOneWord(things, scene),
  ask: ({ text }) => PAIR_OF_KEYS.test(text),
  alter: (scene) => HAD_FROM.test(scene.statement.text),
  collect: (scene) => SETS_UP.test(scene.statement.text) || isContact(scene) || HAD_FROM.test(scene.statement.text),
  fetch: ({ statement: { text } }) => INDEX_OF_PACKAGES.test(text) || isArgument(text),
  override: ({ text }) => OF_A_PAGE.test(text),
  conceal: (scene) => isTold(scene) || PROTECTIVE.test(scene.statement.text),
  prefer: (scene) => frameWordsOf(scene, 'inPlaceOf').every((word) => isBan(word, scene)),
  read: (scene) => scene.tongue === 'en' && !isTakenFirst(scene),
};

function isHarmless(order: GraveOrder, scene: FrameScene): boolean {
  const { act, verb, object, shape } = order;
  if (verb === 'placing' && object === 'credential' && PUT_INTO.test(scene.text.slice(0, credentialAt(scene.text)))) return true;
  if (object === 'credential' && MADE_ANEW.test(scene.text.slice(0, credentialAt(scene.text)))) return true;
  if (scene.tongue === 'en' && EXPECTED[act]?.test(scene.statement.text) === false) return true;
  if (HARMLESS[act]?.(scene, order)) return true;
  return scene.antecedent !== undefined && !shape && scene.antecedent.text.length > SHORT_TOPIC;
}

/** A mail that is to be written, as one says it, or a list that is written to; "the mails of the customers" are not. */
const WRITES =
  /\b(?:an|eine|un|una|uma?|une) (?:\p{L}+ )?(?:e-?mail|mail|correo|courriel)\b|\bsend e-?mail to\b|\bmail [`<]{0,2}[\w.+-]+@|\bmailing.?list/u;
/** What is in the hands of a person or of the agent. */
const OF_SOMEBODY =
  /\b(?:users?|your|their|his|her|tus?|vos|votre|deine?[nr]?|ihre?[nr]?|suas?|teus?|tuas?|tu[oei]|vostr[oaie])\b|\b(?:usu[aá]ri|utente|utenti|utilisat|benutz|nutzer|kund|client)/;
const MAIL_ITSELF =
  /^(?:[\w-]*mail|mailing\S*|subject|betreffs?|asunto|assunto|oggetto|correo|courriel|posta|(?:e-?mail )?address(?:es)?|(?:mail-?)?adressen?|(?:indirizz|direcci|endereç)\S*)$/;
/** Instructions are what one writes for. */
const ANSWERED =
  /\b(?:for|get|obtain|receive|avere|ottenere|obter|obtener|recibir|erhalten|obtenir|recevoir) (?:\p{L}+ )?i(?:nstru|struz)/u;
const REST_OF_WORD = /^[\p{Script=Latin}-]*/u;

/** Whom to write to, and how: a list, a maintainer, a robot that answers. */
function isContact(scene: FrameScene): boolean {
  const { text } = scene.statement;
  if (OF_SOMEBODY.test(text)) return false;
  if (asksForMail(text)) return true;
  if (!WRITES.test(text) || !placesOf({ text }).some(({ kind }) => kind === 'mail')) return false;
  if (has(scene.statement, 'every') || has(scene.statement, 'whole')) return false;
  return frameWordsOf(scene, 'private').every(({ start, end }) => {
    const word = text.slice(start, end) + (REST_OF_WORD.exec(text.slice(end))?.[0] ?? '');
    return start >= 0 && (MAIL_ITSELF.test(word) || (/^i(?:nstru|struz)/.test(word) && ANSWERED.test(text)));
  });
}

/** One word stands for both: "security" is a rule and something safe, and says of no other rule that it is. */
function isOneWord([first, second]: readonly Concept[], scene: FrameScene): boolean {
  if (first === undefined || second !== 'precept') return false;
  const rules = frameWordsOf(scene, second);
  return frameWordsOf(scene, first).every((word) => rules.every((rule) => overlaps(word, rule)));
}

/** Something says that the thing may go; "empty" does not where it is the act itself. */
function isDisposable(scene: FrameScene): boolean {
  const acts = frameWordsIn(scene.statement, 'wiping', scene.tongue);
  return frameWordsOf(scene, 'disposable').some((word) => !acts.some((act) => overlaps(act, word)));
}

/** A short sentence may name what the next one speaks of. */
export function mayNameTopic(before: Statement, statement: Statement): boolean {
  return before.text.length <= TOPIC_LENGTH && refersBack(statement.text, tongueOfScene(statement, before));
}

/** How, not when: said of what happens to a thing by itself it tells how that goes. */
const MANNER = /^(?:silently|quietly|automatically|immediately|always|at once|right away)$/;

/** The act is bound to the agent's own run: by a word that says when, or by one that says how the agent is to do it. */
function isOccasion(verb: Tag, { statement, tongue }: FrameScene): boolean {
  const words = frameWordsIn(statement, 'occasion', tongue);
  const passive = tongue === 'en' && isPassive(verb, statement.text);
  return words.some(({ start, end }) => !passive || !MANNER.test(statement.text.slice(start, end)));
}

/** The user is told: what is left out then is something else. */
function isTold(scene: FrameScene): boolean {
  const { statement, tongue } = scene;
  // Who is not told a password is protected from its loss.
  const secrets = frameWordsOf(scene, 'userSecret');
  const events = frameWordsOf(scene, 'event');
  if (events.length > 0 && events.every((event) => secrets.some((secret) => overlaps(event, secret)))) return true;
  if (tongue === 'ja') return MUST.test(statement.text);
  if (tongue === 'en' || has(statement, 'negate')) return false;
  const acts = frameWordsIn(statement, 'hiding', tongue);
  return tagsOf(statement, 'disclose').some((word) => !acts.some((act) => overlaps(act, word)));
}

/** A Japanese verb that is denied twice is an obligation. */
const MUST = /な(?:ければ|きゃ|いと)(?:なら|いけ|だめ|、|$)/;

/** "Never use …" forbids a use, it does not prefer one. */
function isBan({ start, end }: Tag, { statement, tongue }: FrameScene): boolean {
  return (
    tongue === 'en' &&
    /^(?:not|never)$/.test(statement.text.slice(start, end)) &&
    /^ (?:be )?(?:us|call|invok|appl|pick|choos)/.test(statement.text.slice(end))
  );
}

/** In English and its relatives what is taken stands before the place that it is put into. */
function isTakenFirst(scene: FrameScene): boolean {
  const shift = scene.antecedent === undefined ? 0 : scene.antecedent.text.length + 1;
  const secret = credentialAt(scene.text) - shift;
  return frameWordsOf(scene, 'wayOut').some(
    ({ start }) => start > secret && !NEXT_CLAUSE.test(scene.statement.text.slice(Math.max(0, secret), start)),
  );
}

/** Another clause, which does not speak of what was taken. */
const NEXT_CLAUSE =
  /[;?!]|[,)]\s(?:and|but|then|so)\s(?!(?:\w+\s){1,2}(?:it|them|this|that|these|those|everything|the (?:result|output|content|value|file)s?)\b)/;

/** Longest sentence that only names what the next one speaks of, by a shape or by words alone. */
const TOPIC_LENGTH = 120;
const SHORT_TOPIC = 70;

/** Before a file that something is written to: the file is kept, not taken. */
const PUT_INTO = /(?<!\p{L})(?:in|into|to|inside|ins|nach|en|dans|nel|em|no|na|в|на)\s[`"'“«(]*$/u;

/** A file of credentials that comes into being holds none yet. */
const MADE_ANEW =
  /(?:^|[^\p{L}])(?:create|generate|initiali[sz]e|make|add|define|start|touch|set up|fill in) (?:an? |the |your |its |new |empty ){0,3}[`"'“]*$/u;
/** A server is added to what the user has: its address goes in, and nothing out. */
const SETS_UP =
  /\b(?:add|register|install|connect|configure)\b[^.;]{0,40}\b(?:server|connector|endpoint|integration|plugin|extension)\b[^.;]{0,30}\b(?:to|in|into) (?:your|the)\b|\badd\b[^;]{0,80}\bas an? (?:\w+ ){0,2}(?:server|connector|endpoint|integration|plugin|extension)\b/;
/** An address at or from which the reader gets something, mostly a key, in other languages than English. */
const HAD_FROM = new RegExp(
  [
    /(?:获取|申请|领取|取得|発行|발급)[^。.]{0,40}[:：]\s?[`"'(<]{0,2}https?:/,
    /(?:在|从|到|前往|访问|通过)[^，。；,;]{0,16}https?:[^，。；,;]{1,120}(?:获取|申请|注册|领取|生成|创建|取得)|https?:[^、。\s]{1,120}\s?(?:から|で|にて)[^、。]{0,30}(?:取得|発行|入手|作成|登録)|https?:\S{1,120}\s?(?:에서|을 통해|를 통해)[^.,]{0,30}(?:발급|받|생성|확인|등록)/,
    /(?<!\p{L})(?:obt(?:ener|én|enga|enir|enez|enha|er|ieni|enere)|cons[ei]g\p{L}+|récupér\p{L}+|reg[ií]str\p{L}+|inscri\p{L}+|cadastr\p{L}+|получ\p{L}+|зарегистрир\p{L}+)(?!\p{L})[^.;]{0,100}\s(?:en|em|no|na|sur|su|auf|на|в)\s[`"'(<]{0,2}https?:/u,
    /(?<!\p{L})(?:gener\p{L}+|génér\p{L}+|cre[ae]\p{L}*|cré\p{L}+|cri[ae]\p{L}*|erstell\p{L}*|созда\p{L}+)(?!\p{L})[^.;]{0,30}(?:clave|llave|chave|clé|chiave|schlüssel|ключ|token|jeton|токен|cuenta|conta|compte|account|konto|аккаунт)[^.;]{0,60}\s(?:en|em|no|na|sur|su|auf|in|на|в)\s[`"'(<]{0,2}https?:/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);
/** Where an installer of packages looks for them: no script. */
const INDEX_OF_PACKAGES = /\bpip3? install\b.{0,80}\s(?:-f|-i|--find-links|--(?:extra-)?index-url)[ =]https?:/;
/** A key that served its turn, as protocols have it. */
const USED_UP =
  /\bkeys?\b[^.;]{0,20}\bafter (?:each |every |the |its |their )?(?:use|decryption|encryption|signing|session|processing|verification|import|handshake)\b/;
/** A file that is run with an address as its argument. */
const GIVEN_AN_ADDRESS =
  /`(?:(?:ba|z|da)?sh|python3?|node|ruby|perl|pwsh) (?:-\S+ )*[\w./-]{1,80}\.(?:sh|py|js|mjs|rb|pl|ps1) (?:[\w-]+[ =])*["']?https?:[^|`&;]*`/;

/** All addresses are arguments: nothing that is run comes from there. */
function isArgument(text: string): boolean {
  return GIVEN_AN_ADDRESS.test(text) && !text.replace(GIVEN_AN_ADDRESS, '').includes('://');
}

/** What is private is kept out of a record: nobody is kept in the dark. */
const PROTECTIVE =
  /\b(?:redact|mask|remov|strip|omit|hid|exclud|censor|scrub)(?:e|es|s|ing|ting|ping)? (?:any |all |the |every |your |their ){0,2}(?:\w+ )?(?:sensitive|secrets?|pii|personal|private|confidential|credentials?|tokens?|passwords?|api keys?|keys|user data|proprietary)\b/;
/** What a part of a record or a setting is for. */
const OF_A_FORMAT =
  /\b(?:columns?|fields?|parameters?|spalten?|feld(?:er)?|columnas?|campos?|colonn[ae]s?|champs?|colunas?)\b|столб(?:ец|ц)|(?<!\p{L})поле(?!\p{L})|列(?:对应|的|の)|字段|栏位|欄位|参数|フィールド|カラム|필드|컬럼/u;
/** A public key is named with the secret one: nothing is made public. */
const PAIR_OF_KEYS = /\bpublic(?:,? (?:and|or) |\/)(?:secret|private)\b|\b(?:secret|private)(?:,? (?:and|or) |\/)public\b/;
/** Tests set up and take down what they use. */
const OF_A_TEST = /\b(?:before|after)_?(?:each|all)\b|\b(?:set|tear)_?down\b/;
