import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteBehind } from '../../src/support/quote.js';
import { REDACTED, redact, redactUrl, Secret } from '../../src/support/redact.js';

/** Values no text may keep, each in the surroundings it comes in. Made up; the checks of real providers do not matter here. */
const VALUE = 'Zq7Rk2Xw9TbLm4Vn8Pc3';
const planted: Record<string, string> = {
  'env line': `API_KEY=${VALUE}`,
  'quoted env': `export DB_PASSWORD="${VALUE}"`,
  'single quoted': `client_secret='${VALUE}'`,
  yaml: `password: ${VALUE}`,
  'yaml quoted': `access_token: "${VALUE}"`,
  json: `{"apiKey":"${VALUE}"}`,
  'escaped json': `"{\\"secret\\":\\"${VALUE}\\"}"`,
  'url user info': `https://user:${VALUE}@example.test/path`,
  'url token only': `https://${VALUE}@example.test/path`,
  query: `https://example.test/?token=${VALUE}&x=1`,
  header: `Authorization: Bearer ${VALUE}`,
  basic: `authorization: Basic ${Buffer.from(`user:${VALUE}`).toString('base64')}`,
  argv: `--api-key ${VALUE}`,
  'argv equals': `--password=${VALUE}`,
  cookie: `Cookie: session=${VALUE}`,
  'connection string': `DATABASE_URL=postgres://app:${VALUE}@db.example.test/app`,
  'connection string without its scheme': `see //app:${VALUE}@db.example.test/app`,
  jwt: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${VALUE}`,
  github: `ghp_${VALUE}${VALUE.slice(0, 16)}`,
  gitlab: `glpat-${VALUE}`,
  slack: `xoxb-1234567890-${VALUE}`,
  openai: `sk-proj-${VALUE}${VALUE}`,
  anthropic: `sk-ant-api03-${VALUE}${VALUE}`,
  'aws key id': 'AKIAQ7RK2XW9TBLM4VN8',
  'aws secret': `aws_secret_access_key = ${VALUE}${VALUE}`,
  npm: `npm_${VALUE}${VALUE.slice(0, 16)}`,
  npmrc: `//registry.example.test/:_authToken=${VALUE}`,
  pypi: `pypi-${VALUE}${VALUE}`,
  'hugging face': `hf_${VALUE}${VALUE}`,
  google: `AIza${VALUE}${VALUE.slice(0, 15)}`,
  stripe: `sk_live_${VALUE}${VALUE}`,
  sendgrid: `SG.${VALUE}.${VALUE}${VALUE}`,
  'user of curl': `curl -fsS -u deploy:${VALUE} https://example.test/x`,
  'user of a proxy': `curl --proxy-user "deploy:${VALUE}" https://example.test/x`,
  'new account of Windows': `net user ops ${VALUE} /add`,
  'new account, with a tab': `net\tuser ops ${VALUE} /add`,
  'password of sshpass': `sshpass -p ${VALUE} ssh host.example.test`,
  pem: `-----BEGIN RSA PRIVATE KEY-----\n${VALUE}\n${VALUE}\n-----END RSA PRIVATE KEY-----`,
  'pem ec': `-----BEGIN EC PRIVATE KEY-----\n${VALUE}\n-----END EC PRIVATE KEY-----`,
  'pem openssh': `-----BEGIN OPENSSH PRIVATE KEY-----\n${VALUE}\n-----END OPENSSH PRIVATE KEY-----`,
  'pem cut short': `-----BEGIN PRIVATE KEY-----\n${VALUE}`,
  pgp: `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${VALUE}\n-----END PGP PRIVATE KEY BLOCK-----`,
};

describe('redaction', () => {
  it.each(Object.entries(planted))('hides the value: %s', (_, text) => {
    const shown = redact(`before ${text} after`);
    for (const secret of [VALUE, 'AKIAQ7RK2XW9TBLM4VN8', Buffer.from(`user:${VALUE}`).toString('base64')])
      expect(shown).not.toContain(secret);
    expect(shown).toContain(REDACTED);
  });

  it.each(Object.entries(planted))('hides the value wherever a quotation begins on its line: %s', (_, text) => {
    const [line = ''] = `before ${text} after`.split('\n');
    const ending = VALUE.slice(-6);
    for (let at = 0; at < line.length; at++) expect(quoteBehind(line.slice(0, at), line.slice(at))).not.toContain(ending);
  });

  it('quotes a part of a line that hides nothing as it is, also behind a secret', () => {
    expect(quoteBehind('Set `token` first. ', 'Then open the page.')).toBe('Then open the page.');
    expect(quoteBehind(`API_KEY=${VALUE} is set. `, 'Then open the page.')).toBe('Then open the page.');
  });

  it.each([
    'lodash@4.17.20',
    'GHSA-35jh-r3h4-6jhm',
    'pkg:npm/%40scope/token-store@1.0.0',
    'package-lock.json:12',
    'CVE-2021-23337',
    'expected a version after "requests", found the end of the file',
    'sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ',
    'max_tokens: 12',
    'API_KEY=${API_KEY}',
    'token: $GITHUB_TOKEN',
    'docker run -u 1000:1000 app',
    'net user ops * /add',
    'the net user count of May',
    'curl -u "$USER:$PASSWORD" https://example.test/x',
  ])('leaves ordinary text alone: %s', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('takes user info and query values out of addresses', () => {
    expect(redactUrl(`https://u:${VALUE}@h.test/a?b=${VALUE}&c=2#f`)).toBe(`https://h.test/a?b=${REDACTED}&c=${REDACTED}`);
    expect(redactUrl('https://h.test/a')).toBe('https://h.test/a');
  });

  it('ends quickly on any text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 5000 }), (text) => redact(text).length >= 0));
    expect(redact(`token${'='.repeat(200_000)}`).length).toBeGreaterThan(0);
    expect(redact(`${'a-'.repeat(100_000)}password:`).length).toBeGreaterThan(0);
  });

  it('keeps a wrapped secret from every accidental print', () => {
    const secret = new Secret(VALUE);
    expect(`${secret} ${JSON.stringify({ secret })}`).not.toContain(VALUE);
    expect(secret.reveal()).toBe(VALUE);
  });
});

it('shows that a switch is on or off, which is no secret', () => {
  expect(redact('automountServiceAccountToken: false')).toBe('automountServiceAccountToken: false');
  expect(redact('token: falsetto9')).toBe(`token: ${REDACTED}`);
  const policy = '{"Bool":{"aws:MultiFactorAuthPresent":"false"}}';
  expect(redact(policy)).toBe(policy);
  expect(redact('{"auth":"falsehood"}')).toBe(`{"auth":"${REDACTED}"}`);
});

it('shows the actions of the service for secrets', () => {
  const actions = 'Action bedrock:InvokeModel secretsmanager:GetSecretValue, Resource *';
  expect(redact(actions)).toBe(actions);
  expect(redact('secretsmanager: hunter2000')).toBe(`secretsmanager: ${REDACTED}`);
});
