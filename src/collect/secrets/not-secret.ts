import { sha256 } from '../../support/sha256.js';
import { publishedExamples } from './published-examples.js';

/** Words by which a text says that the value is somewhere else, later, or none. */
const SAYS_SO =
  /(?:^|[^A-Za-z])(?:your|yours|replace|replaceme|change|changeme|changeit|insert|enter|todo|fixme|tbd|example|examples|sample|dummy|fake|mock|placeholder|redacted|hidden|masked|removed|stub|invalid|whatever|foobar|foo|bar|here|goes|xxx+)(?=$|[^A-Za-z])/i;
const GLUED =
  /change_?me|replace_?me|your[-_]?(?:api|key|token|secret|password)|placeholder|(?:^|[^a-z])example(?:[^a-z]|$)|EXAMPLE|dummy|redacted|foobar|lorem|ipsum|notasecret|not[-_]?(?:a|real)/i;
/** Words of which alone a placeholder is made. */
const ONLY = new Set(
  'my the a an this that is your test tests testing tester user username name secret secrets password passwd pwd passphrase pass token tokens key keys api apikey none null nil undefined unset empty true false yes no on off default value string text some any credential credentials auth access private public client bearer basic admin root guest demo local localhost dev example sample dummy fake mock foo bar baz qux qwerty letmein welcome hello world abc xyz asdf hunter for to with of and or in db database service app server id old new super very secure strong type bool boolean object number function enter here required optional placeholder correct wrong good bad valid invalid first second'.split(
    ' ',
  ),
);
/** A value that something else fills in. */
const REFERENCE =
  /^\$[A-Za-z_{(]|\$\{|^%[A-Za-z_][\w.]*%$|\{\{|\}\}|<%|^@@?\w+@@?$|#\{|\$\(|process\.env|import\.meta|os\.environ|getenv|ENV\[|^(?:var|local|data|module|each|self|config|env|settings|options|params|props|this|args|ctx|secrets|vars|inputs|github|steps|needs|values?)\.[A-Za-z_]|^!|^(?:arn:|op:\/\/|vault:|ref\+|ssm:|keyring:|keychain:|file:|env:|secret:|secretsmanager:|gcp-?sm:|awssm:|doppler:|bws:|infisical:|akeyless:|sops:|gopass:|pass:|cmd:|exec:|base64:\$)|projects\/[^/]+\/secrets\/|\/run\/secrets\/|^secretKeyRef|^<[^<>]*>$|^\[[^\]]*\]$|^\{[^}]*\}$|^\{\w+\}|\{[a-z_]\w*\}/;
/** Encrypted or hashed: only a key or a guess opens it. */
const SEALED =
  /^ENC\[|^ENC\(|^\{cipher\}|^\$ANSIBLE_VAULT|^AQICAH|^AgB[A-Za-z0-9+/]{60}|^gAAAAA|^\$(?:2[abxy]|argon2|[156]|y|pbkdf2|scrypt|apr1|P|H)[$-]|^\{(?:SSHA|SHA|SMD5|MD5|CRYPT|PBKDF2|bcrypt|noop|DES|AES)|^pbkdf2[_:]|^scrypt:|^-----BEGIN (?:PGP MESSAGE|AGE ENC|CERT|PUBLIC|PGP PUBLIC)|^age1|^YWdlLWVuY3J5|^vault:v\d+:|^sha(?:1|256|384|512)[-:]|^md5[-:]|^kms:|^encrypted:/;
/** Meant to be seen. */
const PUBLIC =
  /^(?:pk_(?:live|test)_|pk\.|pk-lf-|phc_|sb_publishable_|pub-|public-|ssh-(?:rsa|dss|ed25519)|ecdsa-|AAAA[BCE]3NzaC|6L[a-zA-Z0-9_-]{38}$|G-[A-Z0-9]{8,12}$|GTM-|UA-\d|ca-pub-|AC[0-9a-f]{32}$|0x4AAAAAA|price_|prod_|cus_|acct_)|^data:|^iVBORw0KGgo|^(?:MII[A-Za-z0-9+/]{4})/;

/** Share of characters that one may have in a random value. */
const MOST_OF_ONE = 0.5;
const LEAST_DIFFERENT = 8;
const JUDGED = 20;
/** Share of neighbours that go up by one: alphabets and counts. */
const MOST_RISING = 0.4;

/** True for values that only fill a place: runs, alphabets, counts, repetitions. `random`: the value without its provider's prefix. */
export function isFiller(random: string): boolean {
  if (random === '') return true;
  const counts = new Map<string, number>();
  for (const char of random) counts.set(char, (counts.get(char) ?? 0) + 1);
  if (Math.max(...counts.values()) > random.length * MOST_OF_ONE) return true;
  if (random.length >= JUDGED && counts.size < LEAST_DIFFERENT) return true;
  if (random.length >= JUDGED && isRepeated(random)) return true;
  return risingShare(random) > MOST_RISING && random.length >= 6;
}

function isRepeated(text: string): boolean {
  for (let period = 1; period <= Math.min(16, text.length / 2); period++) {
    let same = 0;
    for (let at = period; at < text.length; at++) if (text.charCodeAt(at) === text.charCodeAt(at - period)) same++;
    if (same >= (text.length - period) * 0.9) return true;
  }
  return false;
}

function risingShare(text: string): number {
  let rising = 0;
  for (let at = 1; at < text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    if (step === 1 || (step === -1 && /[a-z0-9]/i.test(text.charAt(at)))) rising++;
  }
  return text.length < 2 ? 0 : rising / (text.length - 1);
}

/** True for a key that a person writes instead of a key: `sk-your-key-here`, `AKIA…EXAMPLE`. `value`: of a provider's shape. */
export function isStandInKey(value: string, random: string): boolean {
  if (isFiller(random) || isPublished(value)) return true;
  return /EXAMPLE|(?:^|[-_.])(?:your|example|placeholder|redacted|replace|changeme|dummy|fake|sample|xxxx+)(?:[-_.]|$)/i.test(value);
}

/** True for values that are no secret whatever their name: placeholders, references, encrypted and public values. */
export function isStandIn(value: string): boolean {
  const text = value.trim();
  if (text === '' || REFERENCE.test(text) || isSealed(text) || PUBLIC.test(text) || isPublished(text)) return true;
  if (/^[xX*•.0_#?\u00b7\u2022-]+$/.test(text) || /[*•]{3,}|x{4,}|X{4,}|\.{3,}|\u2026|\u00e2\u0080[\u00a2\u00a6]/.test(text)) return true;
  if (SAYS_SO.test(text) || GLUED.test(text)) return true;
  const words = lettersOf(text);
  const letters = words.join('').length;
  const plain = words.filter(isPlain).join('').length;
  return (letters > 0 && plain >= letters * 0.7) || isFiller(text.replace(/[-_.\s]/g, ''));
}

/** A user's name may stand before the hash of a password. */
function isSealed(text: string): boolean {
  return SEALED.test(text) || SEALED.test(text.replace(/^[\w.@-]{1,64}:/, ''));
}

const LEAST_PART = 3;
const LONGEST_PART = 12;

/** True for one of the words and for several of them in a row: `testkey`. */
function isPlain(word: string): boolean {
  if (ONLY.has(word)) return true;
  const ends = new Set([0]);
  for (let end = LEAST_PART; end <= word.length; end++) {
    for (let length = LEAST_PART; length <= LONGEST_PART && length <= end && !ends.has(end); length++)
      if (ends.has(end - length) && ONLY.has(word.slice(end - length, end))) ends.add(end);
  }
  return ends.has(word.length);
}

/** Words of letters, split at capitals, in lower case. */
function lettersOf(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** True for keys that vendors and standards print. */
export function isPublished(value: string): boolean {
  return value.length >= 16 && publishedExamples.has(sha256(value));
}

/** Shannon's entropy of the characters, in bits a character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** The pairs of letters that stand most often in words of English and its neighbours. */
const PAIRS = new Set(
  'th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ld ur ne me co ro li ri io ic ma ch ce la ho be us ut tr ta om ll el ad ac ss pe em il ol ge un ly ot wo no so ca id ec po rs pa ee ag mo ke am di ts tu su pl sh op do im ir ig ay ey ck ct ns mp ap ly bl cl cr pr br fi fo wa we wi ni na ty ry gr rt os ow ev iv oo ai ui ie am ab ub ul um ex ep'.split(
    ' ',
  ),
);
const MOST_OF_WORDS = 0.5;

/** Letters that a word has on average; random characters change case and kind sooner. */
const LEAST_OF_WORD = 3.2;

/** True for texts that people read: names, words, identifiers. */
export function readsLikeWords(text: string): boolean {
  const runs = text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[A-Za-z]+/g) ?? [];
  const letters = runs.join('').length;
  if (letters < text.length * 0.6 || letters < runs.length * LEAST_OF_WORD) return false;
  let common = 0;
  for (const run of runs) for (let at = 1; at < run.length; at++) if (PAIRS.has(run.slice(at - 1, at + 1).toLowerCase())) common++;
  return common >= (letters - runs.length) * MOST_OF_WORDS;
}
