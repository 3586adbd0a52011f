import { Buffer } from 'node:buffer';
import { crc32 } from '../../src/support/crc32.js';

/** A text as people write secrets, and the parts of it that nobody may ever see again. */
export interface SecretShape {
  name: string;
  text: string;
  hidden: string[];
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE62 = `0123456789${LETTERS}`;
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

let state = 20_260_101;

/** The same texts in every run; no provider ever issued one of them. */
function random(length: number, alphabet = BASE62): string {
  let text = '';
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    text += alphabet.charAt((state >>> 8) % alphabet.length);
  }
  return text;
}

function base62(value: number): string {
  let text = '';
  for (let left = value; left > 0; left = Math.floor(left / 62)) text = BASE62.charAt(left % 62) + text;
  return text.padStart(6, '0');
}

/** A token of GitHub's and npm's kind, with the checksum they would give it. */
function checked(prefix: string): string {
  const body = random(30);
  return `${prefix}${body}${base62(crc32(body))}`;
}

const base64 = (length: number) => Buffer.from(random(length)).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');

/** A shape whose one secret stands where `$` does. */
function of(name: string, frame: string, secret = random(24)): SecretShape {
  return { name, text: frame.replace('$', () => secret), hidden: [secret] };
}

function pem(kind: string, headers = ''): SecretShape {
  const lines = [random(64), random(64), `${random(22)}==`];
  return {
    name: `PEM of ${kind}`,
    text: [`-----BEGIN ${kind}-----${headers}`, ...lines, `-----END ${kind}-----`].join('\n'),
    hidden: lines,
  };
}

function keyPair(): SecretShape {
  const id = `AKIA${random(16, UPPER)}`;
  const secret = `${random(19)}/${random(9)}+${random(10)}`;
  return { name: 'key id and secret', text: `aws_access_key_id=${id} aws_secret_access_key=${secret}`, hidden: [id, secret] };
}

/** A key of our control plane, with the checksum it would have. */
function ownKey(): string {
  const start = `svc_01${random(24, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}_${random(43)}`;
  return `${start}_${crc32(start).toString(16).padStart(8, '0')}`;
}

function jwt(): string {
  return `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(`{"sub":"${random(12)}","admin":true}`)}.${random(43)}`;
}

/** Secrets as they stand in source, configuration, addresses, headers, command lines, and as providers make them. */
export const secretShapes: readonly SecretShape[] = [
  of('double quotes', 'password = "$"'),
  of('single quotes', "api_key = '$'"),
  of('words in quotes', 'passphrase: "$"', `${random(7)} ${random(8)} ${random(9)}`),
  of('YAML', 'client_secret: $'),
  of('YAML in quotes', 'token: "$"'),
  of('JSON', '{"secret_key": "$"}'),
  of('JSON in a text', '{\\"apiKey\\": \\"$\\"}'),
  of('TOML', 'auth_token = "$"'),
  of('shell', 'export DB_PASSWORD=$'),
  of('arrow', "'secret' => '$'"),
  of('padded base 64', 'secret_key: $', base64(31)),
  of('base 64 in quotes', '"encryptionKey": "$"', base64(32)),
  of('user info', 'https://bot:$@git.example/app.git'),
  of('user info without a name', 'https://$@git.example/app.git'),
  of('database', 'postgres://app:$@db.example:5432/app'),
  of('cache', 'redis://:$@cache.example:6379/0'),
  of('user info with marks', 'https://bot:$@git.example/', `${random(8)}!%23${random(9)}`),
  of('query', 'https://files.example/x?token=$'),
  of('second in a query', 'https://files.example/x?expires=9&sig=$'),
  of('query before a fragment', 'https://files.example/x?api_key=$#top'),
  of('bearer', 'Authorization: Bearer $', random(32)),
  of('basic', 'Authorization: Basic $', base64(25)),
  of('header', 'X-Api-Key: $'),
  of('cookie', 'Cookie: session=$'),
  of('option', '--api-key $'),
  of('option with a sign', '--token=$'),
  of('option in quotes', '--password "$"'),
  of('option with words', "--passphrase '$'", `${random(7)} ${random(8)} ${random(9)}`),
  of('connection', 'Server=db.example;User Id=sa;Password=$;Encrypt=true'),
  of('storage', 'DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=$', base64(64)),
  pem('RSA PRIVATE KEY'),
  pem('EC PRIVATE KEY'),
  pem('OPENSSH PRIVATE KEY'),
  pem('PRIVATE KEY'),
  pem('ENCRYPTED PRIVATE KEY'),
  pem('RSA PRIVATE KEY', '\nProc-Type: 4,ENCRYPTED'),
  pem('PGP PRIVATE KEY BLOCK', '\n'),
  keyPair(),
  of('JSON web token', 'use $ for now', jwt()),
  of('GitHub', 'use $ for now', checked('ghp_')),
  of('GitHub server', 'use $ for now', checked('ghs_')),
  of('GitHub, fine-grained', 'use $ for now', `github_pat_${random(22)}_${random(59)}`),
  of('npm', 'use $ for now', checked('npm_')),
  of('GitLab', 'use $ for now', `glpat-${random(20)}`),
  of('Slack', 'use $ for now', `xoxb-${random(12, '0123456789')}-${random(12, '0123456789')}-${random(24)}`),
  of('Stripe', 'use $ for now', `sk_live_${random(24)}`),
  of('OpenAI', 'use $ for now', `sk-proj-${random(48)}`),
  of('Anthropic', 'use $ for now', `sk-ant-api03-${random(80)}AA`),
  of('Google', 'use $ for now', `AIza${random(35)}`),
  of('Hugging Face', 'use $ for now', `hf_${random(34)}`),
  of('SendGrid', 'use $ for now', `SG.${random(22)}.${random(43)}`),
  of('DigitalOcean', 'use $ for now', `dop_v1_${random(64, '0123456789abcdef')}`),
  of('PyPI', 'use $ for now', `pypi-AgEIcHlwaS5vcmc${random(80)}`),
  of('Slack webhook', 'post to https://hooks.slack.com/services/T$', `${random(8, UPPER)}/B${random(8, UPPER)}/${random(24)}`),
  of('Discord webhook', 'post to https://discord.com/api/webhooks/123456789012345678/$', random(68)),
  of('Telegram', 'use $ for now', `${random(9, '123456789')}:AA${random(33)}`),
  of('our own', 'use $ for now', ownKey()),
  of('age', 'use $ for now', `AGE-SECRET-KEY-1${random(58, UPPER)}`),
];

const PIECE = 10;

/** Names of the shapes of which an output shows ten characters or more. */
export function leaked(output: string, shapes: readonly SecretShape[] = secretShapes): string[] {
  return shapes
    .filter(({ hidden }) => hidden.some((secret) => piecesOf(secret).some((piece) => output.includes(piece))))
    .map(({ name }) => name);
}

/** Overlapping pieces behind a provider's public prefix: what truncation or a wrapped line would leave. */
function piecesOf(secret: string): string[] {
  const start = Math.min(Math.max(secret.length - PIECE, 0), 16);
  const starts =
    secret.length > 40 ? [start, start + PIECE, secret.length - PIECE - 2] : [Math.min(start, 6), Math.max(secret.length - PIECE, 0)];
  return starts.map((at) => secret.slice(at, at + PIECE)).filter((piece) => piece.length === PIECE);
}
