import { wordsOfName } from '../../support/name-words.js';

/** What the name of a variable, key, header or flag says of its value. */
export type NameKind = 'password' | 'token';

const PASSWORD = new Set('password passwd pwd passphrase passcode passwort kennwort pword'.split(' '));
const TOKEN = new Set('token secret credential credentials apikey bearer dsn apisecret accesstoken authtoken pat'.split(' '));
/** Words before `key` that make it a credential. */
const KEYS = new Set(
  'api access auth authentication private signing sign encryption encrypt encrypted decryption master secret service account admin deploy license licence subscription shared session hmac jwt crypto cipher storage ssh app application client server webhook write read project integration user org team'.split(
    ' ',
  ),
);
/** Last words that describe the credential or make it something else. */
const DESCRIBES =
  /^(?:files?|filename|paths?|dir|directory|folder|urls?|uri|endpoint|names?|ids?|arn|types?|length|len|size|limit|counts?|max|min|num|total|usage|policy|policies|field|fields|fieldname|reset|hint|label|labels|title|placeholder|message|messages|msg|error|errors|header|headers|prefix|suffix|format|mode|ttl|expiry|expires|expiration|expired|expire|timeout|age|version|algorithm|alg|env|var|variable|ref|reference|refs|hash|hashed|hashes|digest|salt|rule|rules|regex|regexp|pattern|strength|score|input|form|page|view|screen|dialog|modal|button|btn|icon|text|description|desc|help|tooltip|validator|validation|valid|required|enabled|disabled|visible|visibility|manager|provider|service|store|storage|handler|helper|factory|generator|encoder|parser|class|cls|style|color|colour|index|idx|position|offset|start|end|kind|name|scope|scopes|state|status|grant|callback|handlers?|list|array|map|set|count|column|col|table|group|role|owner|issuer|audience|source|target|param|params|parameter|arg|args|option|options|option|prompt|selector|locator|xpath|lookup|reader|writer|changed|change|updated|created|at|by|date|time|cost|price|budget|embedding|embeddings|logits|probs|mask|masks|ids|dim|dims|counter|tokens|location|alias|template|host|port|domain|region|example|sample)$/;
/** Words before the credential word that make it something else. */
const ORDINARY =
  /^(?:public|publishable|pub|max|min|num|limit|primary|foreign|sort|partition|cache|idempotency|csrf|xsrf|antiforgery|reset|forgot|pad|eos|bos|unk|sep|cls|mask|special|next|stop|start|end|first|last|page|continuation|cancellation|cancel|object|row|index|lookup|hash|range|shift|control|press|arrow|enter|escape|hot|keyboard|translation|i18n|locale|site|sitekey|browser|attn|cross|self|text|input|output|prompt|completion|total|syntax|lexer|parse|parser|current|prev|previous|peek|expected|unexpected)$/;
const NEVER =
  /hashed?_|max_?tokens|token_?(?:type|endpoint|izer|count|limit)|tokenizer|password_?(?:hash|policy|field|reset)|key_?(?:press|code|board|word|down|up|proj|event|frame)|public_?key|csrf|xsrf|idempotency|attn|author(?:s|ity)?$|no_?password|passwordless|password_?less|(?:^|_)is_|(?:^|_)has_|(?:^|_)use_|(?:^|_)show_|(?:^|_)hide_|(?:^|_)forgot|(?:^|_)invalid_|(?:^|_)missing_|(?:^|_)wrong_|(?:^|_)allow_/;
/** Ends of names that number or place a credential: `PASSWORD_2`, `api_key_prod`, `secret_key_base`. */
const TAIL =
  /^(?:\d{1,3}|v\d|prod|production|prd|live|dev|development|staging|stage|stg|qa|uat|default|old|new|backup|primary|secondary|base|value|val|str|string|plain|plaintext|b64|base64|raw|hex|key|main|eu|us|ci|local|root|admin|user|db|app|bot|api|here)$/;

/** Undefined: the name is no credential's. */
export function credentialKind(name: string): NameKind | undefined {
  const words = wordsOfName(name.slice(-100).replace(/[.[\]'"$]+/g, '_'));
  if (words.length === 0 || words.length > 12) return undefined;
  if (NEVER.test(words.join('_'))) return undefined;
  for (let tail = 0; tail < 3; tail++) {
    const kind = kindOfLast(words);
    if (kind !== undefined) return kind;
    const last = words.at(-1) ?? '';
    if (words.length < 2 || !TAIL.test(last) || (DESCRIBES.test(last) && !TAIL.test(last))) return undefined;
    words.pop();
  }
  return undefined;
}

function kindOfLast(words: readonly string[]): NameKind | undefined {
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (ORDINARY.test(before)) return undefined;
  if (PASSWORD.has(last) || last === 'pass' || /(?:password|passwd|passphrase|passwort|pwd)$/.test(last)) return 'password';
  if (last === 'pat') return words.length > 1 ? 'token' : undefined;
  if (TOKEN.has(last) || /(?:token|secret|apikey|accesskey|secretkey|privatekey|authkey)$/.test(last)) return 'token';
  if (last === 'key') return KEYS.has(before) || words.some((word) => word === 'secret' || word === 'api') ? 'token' : undefined;
  if (last === 'string' && before === 'connection') return 'token';
  if (last === 'url' && (before === 'webhook' || before === 'database')) return 'token';
  return undefined;
}

/** True where the last words say more than `token`: a key or token of something. Names of hashes and the like are none. */
export function isHashName(name: string): boolean {
  return /(?:sha\d{0,3}|md5|digest|checksum|chksum|integrity|commit|rev|revision|srcrev|etag|fingerprint|hash|uuid|guid|nonce|salt|sum|request_?id|trace_?id|span_?id)$/i.test(
    name,
  );
}
