import type { Concept } from '../lexicon/concepts.js';
import { asksForMail } from '../reading/contact.js';
import type { Tag } from '../reading/phrase-trie.js';
import { placesOf } from '../reading/places.js';
import { has, tagsOf } from '../reading/statement.js';
import { HAD_FROM, TELLS_WHAT } from '../reading/told-facts.js';
import { overlaps } from './act-word.js';
import type { GraveAct, GraveOrder } from './grave-acts.js';
import { type FrameScene, frameWordsIn, frameWordsOf } from './scene.js';
import { credentialAt } from './shapes.js';

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
const HARMLESS: Readonly<Partial<Record<GraveAct, (scene: FrameScene, order: GraveOrder, verb: string) => boolean>>> = {
  delete: (scene) => isDisposable(scene) || [OF_A_TEST, USED_UP, TELLS_WHAT].some((pattern) => pattern.test(scene.text)),
  weaken: ({ statement: { text } }) =>
    [STOPS_FOR, OFF_TO, OF_CODE, OF_BROWSER, REVOKES, ONCE_CONFIRMED].some((pattern) => pattern.test(text)),
  product: ({ text }) => OF_BROWSER.test(text),
  impersonate: ({ text }) => SIGNATURE.test(text),
  claim: (scene, { things }) =>
    (scene.tongue === 'en' && /\bexcept\b/.test(scene.text)) || OF_A_FORMAT.test(scene.statement.text) || isOneWord(things, scene),
  ask: ({ text }, _order, verb) => PAIR_OF_KEYS.test(text) || ASKED_BY_USER.test(text) || (verb === '向' && !ASKS_BEHIND.test(text)),
  alter: ({ statement: { text } }, _order, verb) =>
    [HAD_FROM, MADE_THERE, BY_DEFAULT].some((pattern) => pattern.test(text)) ||
    REFERS_TO.test(text) ||
    (verb === 'use' && !USED_AS.test(text)),
  collect: (scene, _order, verb) =>
    GETS.test(verb) ||
    SETS_UP.test(scene.statement.text) ||
    OF_AUTHOR.test(scene.statement.text) ||
    isContact(scene) ||
    HAD_FROM.test(scene.statement.text),
  fetch: ({ statement: { text } }) => INDEX_OF_PACKAGES.test(text) || isArgument(text),
  override: ({ text }) => OF_A_PAGE.test(text) || COVERS.test(text),
  conceal: (scene) => isTold(scene) || PROTECTIVE.test(scene.statement.text),
  prefer: (scene) => frameWordsOf(scene, 'inPlaceOf').every((word) => isBan(word, scene)),
  read: (scene) => scene.tongue === 'en' && !isTakenFirst(scene),
};

/** True where the sentence of an act says something besides that makes it an everyday one. */
export function isHarmless(order: GraveOrder, { start, end }: Tag, scene: FrameScene): boolean {
  const { act, verb, object, shape } = order;
  const word = scene.statement.text.slice(start, end);
  if (object === 'credential' && isKept(scene.text, verb === 'placing' || MOVES.test(word))) return true;
  if (scene.tongue === 'en' && EXPECTED[act]?.test(scene.statement.text) === false) return true;
  if (HARMLESS[act]?.(scene, order, word)) return true;
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
    /^ (?:be )?(?:us|call|invok|appl|pick|choos|load|trigger|activat|run|read|open|start|consult)/.test(statement.text.slice(end))
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

const SHORT_TOPIC = 70;

/** A file that something is written to, or that comes into being, is not taken. */
function isKept(text: string, isPlaced: boolean): boolean {
  const at = credentialAt(text);
  const before = text.slice(0, at);
  return (isPlaced && PUT_INTO.test(before)) || WRITTEN_TO.test(before) || MADE_ANEW.test(before) || WRITTEN_BEHIND.test(text.slice(at));
}

/** What is copied or moved goes into the file that is named behind "to". */
const MOVES =
  /^(?:cop(?:y|ies|ied|ying)|mov(?:e|es|ed|ing)|(?:sym)?link|kopier|verschieb|copi[aáe]|copier|muev|mueva|deplac|déplac|spost|mova?|скопир|перемест)/;
/** Before a file that something is put into. */
const PUT_INTO = /(?<!\p{L})(?:in|into|to|inside|ins|nach|en|dans|nel|em|no|na|в|на)\s[`"'“«(]*$/u;

/** The same with the verb of writing, in Chinese, and where an English setting says what it is by itself. */
const WRITTEN_TO =
  /(?:添加|写入|寫入|保存|存储|存儲|存放|存入|记录|記錄|填入|填写|放入|放置|加入|追加|导出|輸出|输出)(?:到|至|在|进|於|于|入)?(?:你的|您的|其)?\s?[`"'“(]{0,2}$|\bdefaults? (?:[\w-]+ ){0,4}to\s[`"']?$/;
/** The same behind the file, in Japanese and Korean. */
const WRITTEN_BEHIND =
  /^[^\s`"']{0,120}[`"'”)]{0,2}\s?(?:(?:(?:目录|文件夹|路径)(?:下|中|里|内)?|[下中里内])(?:为\S{1,12})?(?:生成|创建|新建|写入|保存|存储|记录)|(?:ファイル)?(?:に|へ)(?:保存|記録|追記|追加|書き|設定|格納|出力|記載|記入)|(?:파일)?(?:에|로|으로) ?(?:저장|기록|추가|입력|작성|설정|보관|내보내))/;
/** A file of credentials that comes into being holds none yet. */
const MADE_ANEW =
  /(?:^|[^\p{L}])(?:create|generate|initiali[sz]e|make|add|define|start|touch|set up|fill in) (?:an? |the |your |its |new |empty ){0,3}[`"'“]*$/u;
/** Verbs by which something is had from an address, or looked up there. */
const GETS =
  /^(?:获取|取得|获得|領取|领取|申请|申請|访问|訪問|查看|打开|打開|下载|下載|入手|開く|参照|閲覧|ダウンロード|받|발급|가져오|열|조회|확인|다운로드|go to|gets?|visit|open|see|view|fetch\w*|retriev\w+|obtain\w*|look up|download\w*|obt[eiéê]n\p{L}*|consult\p{L}*|visit\p{L}*|descarg\p{L}*|récupér\p{L}*|télécharg\p{L}*|abr(?:uf|ir)\p{L}*|herunterlad\p{L}*|besuch\p{L}*|scaric\p{L}*|recuper\p{L}*|baix\p{L}*|получ\p{L}*|откр\p{L}*|скача\p{L}*|посети\p{L}*)/u;
/** Another skill or program is used, and the address behind it says where it is; or what is changed lies at an address. */
const REFERS_TO =
  /\buse (?:the |our |this )?(?:[\w-]+ ){0,3}(?:skill|tool|plugin|extension|package|library|integration|connector)s? \(?<?https?:|https?:[^\s`"')]{1,200}[`"')]{0,2}\s?(?:上(?![传報报送载])|页面|网站|官网|控制台|后台|中的)/;
/** A stop for a question is the protection itself; so is what follows once it is answered. */
const STOPS_FOR =
  /\b(?:stop|paus|halt|wait|end|finish)(?:e?s|ed|ing|ping|e)?\b[^.;]{0,24}\b(?:for|to (?:get|obtain|await|receive|ask)|until|after|before|at|by)\b[^.;]{0,40}\b(?:confirm\w*|approv\w*|reviews?|consent|permission|sign-?off)\b/;
/** Work or a person is handed off: nothing is switched. */
const OFF_TO = /\b(?:hand|sign|kick|pass|show|log|back|spin|tee)(?:s|ed|ing)?[ -]off\b/;
/** Guards of code: of a lock, and of a clause. */
const OF_CODE = /\b(?:lock|mutex|scope|rwlock|span) guards?\b|\bguard (?:clauses?|statements?)\b/;
/** Browsers without a window that tests start. */
const OF_BROWSER =
  /\b(?:playwright|puppeteer|selenium|chrom(?:e|ium)|electron|headless)\b[^;]{0,80}--no-sandbox\b|--no-sandbox\b[^;]{0,80}\b(?:playwright|puppeteer|selenium|chrom(?:e|ium)|electron|headless)\b/;
/** A right that is taken back protects. */
const REVOKES =
  /(?:撤销|吊销|撤回|收回|取り消|失効|취소|회수|\brevok)[^，。；、]{0,8}(?:授权|权限|令牌|会话|訪問权|許可|権限|トークン|권한|토큰|permission|access|grant|token|session)/;
/** Behind a confirmation, in Japanese. */
const ONCE_CONFIRMED = /(?:確認|検証|テスト)(?:が|を)?(?:終わ|終え|済|完了|でき)/;
/** A signature of code or of a request, not somebody's name below a text. */
const SIGNATURE = /(?:自动|代码|数字|电子|应用|交易|請求|请求)签名|签名(?:相关|操作|验证|校验|证书|文件|算法|请求|交易|密钥|配置)/;
/** An address is put to use as a new route; "use the ids to link to …" changes none. */
const USED_AS = /\buse\b[^.;]{0,20}(?:https?:|@)|\buse\b[^;]{0,80}\b(?:as|instead|for (?:all|every|each|any))\b/;
/** The user asks, not the agent. */
const ASKED_BY_USER =
  /(?<![向对對跟找让讓请請])用户(?:可能|会|想|要|明确)?(?:请求|要求|询问)(?!用户)|使用者(?:請求|要求|詢問)|ユーザー(?:が|から)[^、。]{0,20}(?:求め|要求|尋ね|依頼)/;
/** A Chinese "to" asks for something only beside a word for that. */
const ASKS_BEHIND = /索取|索要|询问|詢問|请求|請求|要求|获取|收集|打听|问|讨/;
/** What is covered, not overridden. */
const COVERS = /(?:完整|全面|充分|完全|是否|测试|測試)[^，。；、]{0,4}覆(?:盖|蓋)/;
/** How an account comes into being, and where one reads of it. */
const MADE_THERE =
  /\bset(?:ting)?[ -]?up (?:an?|your|the) (?:[\w-]+ ){0,2}(?:accounts?|wallets?|profiles?|projects?|workspaces?)\b[^:;,\n]{0,40}:\s*<?https?:/;
/** The address that holds as long as nobody sets another. */
const BY_DEFAULT =
  /(?:默认值?|預設值?|\bdefaults?(?: is| to)?|既定値?|デフォルト(?:は)?|기본값(?:은)?|por defecto|par défaut|\bstandard)[:：]?\s?[`"'“]?https?:/;
/** A server is added to what the user has: its address goes in, and nothing out. */
const SETS_UP =
  /\b(?:add|register|install|connect|configure)\b[^.;]{0,40}\b(?:server|connector|endpoint|integration|plugin|extension)\b[^.;]{0,30}\b(?:to|in|into) (?:your|the)\b|\badd\b[^;]{0,80}\bas an? (?:\w+ ){0,2}(?:server|connector|endpoint|integration|plugin|extension)\b/;
/** A record of who wrote something. */
const OF_AUTHOR = /"?(?:author|maintainer|contact)"?\s?[:=]\s?\{[^{}]*"?e-?mail"?\s?[:=]/;
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
