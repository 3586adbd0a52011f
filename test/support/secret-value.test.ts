import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../src/support/crc32.js';
import { hasSecretShape, isPlaceholder, isSecretValue, namesSecret } from '../../src/support/secret-value.js';
import { cpuTime } from './cpu-time.js';

const HEX = 'd41f7a06c95be283f1560e9ab7c438d2';

function base62(value: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return value === 0 ? '' : base62(Math.floor(value / 62)) + digits.charAt(value % 62);
}

/** A token in GitHub's form with a right checksum. */
function tokenOf(body: string): string {
  return `ghp_${body}${base62(crc32(body)).padStart(6, '0')}`;
}

describe('names of credentials', () => {
  it.each([
    ...['API_KEY', 'GITHUB_TOKEN', 'apiKey', 'accessToken', 'DB_PASSWORD', 'X-Api-Key', 'Authorization', 'Cookie', 'OPENAI_APIKEY', 'pat'],
    ...['ADMIN_PASSWORD', 'GEMINI_API_KEY', 'MINIMAX_API_KEY', 'MAXMIND_LICENSE_KEY', 'AZURE_STORAGE_ACCOUNT_KEY', 'MODEL_API_KEY'],
    ...['TYPESENSE_API_KEY', 'SECRET_KEY_BASE', 'AWS_SECRET_ACCESS_KEY', 'SENTRY_DSN', 'CLIENT_CREDENTIALS'],
  ])('%s', (name) => {
    expect(namesSecret(name)).toBe(true);
  });

  it.each([
    ...['MAX_TOKENS', 'MAX_TOKEN', 'TOKEN_LIMIT', 'PUBLIC_KEY', 'STRIPE_PUBLISHABLE_KEY', 'SECRET_KEY_FILE', 'AUTH_MODE', 'PRIMARY_KEY'],
    ...['LOG_LEVEL', 'ACCESS_KEY_ID', 'X-Request-Id', 'monkey', 'KEYBOARD', 'Idempotency-Key', 'AUTHOR', 'COMPAT', 'SORT_KEY', ''],
  ])('not %s', (name) => {
    expect(namesSecret(name)).toBe(false);
  });
});

describe('values', () => {
  it.each([
    ['DATABASE_URL', 'mysql://app:Vq4Lm9TzRw2KpX@db.example.internal/shop'],
    ['Authorization', `Bearer ${HEX}`],
    ['Authorization', 'Basic Ym90OmdlaGVpbTEyMw=='],
    ['Authorization', `ApiKey ${HEX}`],
    ['Cookie', `session=${HEX}; theme=dark`],
    ['STORAGE', 'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=9kVhB3Zk0pQ1;EndpointSuffix=core.windows.net'],
    ['AWS_SECRET_ACCESS_KEY', '/k+pQw7NdTfReHb2vMxLu9aGsYc4jZoI3tB8m5U+'],
    ['PASSWORD', 'correct-horse7'],
    [undefined, tokenOf('Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0')],
    [undefined, `https://mcp.service.test/mcp?apiKey=${HEX}`],
    [undefined, `https://bot:${HEX}@mcp.service.test/sse`],
  ])('%s: a secret', (name, value) => {
    expect(isSecretValue(name, value)).toBe(true);
  });

  it.each([
    ['API_KEY', 'YOUR_API_KEY_HERE'],
    ['API_KEY', 'sk-your-key-here'],
    ['API_KEY', '${env:API_KEY}'],
    ['API_KEY', '$API_KEY'],
    ['API_KEY', '%API_KEY%'],
    ['API_KEY', '{file:~/.secrets/key}'],
    ['API_KEY', '${{ secrets.KEY }}'],
    ['API_KEY', 'op://vault/item/field'],
    ['API_KEY', 'xxxxxxxxxxxx'],
    ['API_KEY', '••••••••••••'],
    ['API_KEY', '[removed by admin]'],
    ['DATABASE_URL', 'postgres://app:password@localhost/shop'],
    ['API_KEY', '/run/secrets/api'],
    ['API_KEY', 'keys/service.json'],
    ['PORT_TOKEN', '8080'],
    ['AWS_ACCESS_KEY_ID', 'AKIAIOSFODNN7EXAMPLE'],
    ['AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
    ['Authorization', 'Bearer {{TOKEN}}'],
    ['GIT_SHA', '4be107c2a96df385e01b7d42c3f96a58d07e21bc'],
    ['DATABASE_URL', 'postgresql://localhost:5432/shop'],
    ['DATABASE_URL', 'postgresql://app:${DB_PASSWORD}@db/shop'],
    ['SENTRY_DSN', `https://${HEX}@o1.ingest.sentry.io/2`],
    ['STRIPE_PUBLISHABLE', 'pk_test_51abcabcabc'],
    ['COLOR', '#a1b2c3'],
  ])('%s = %s: none', (name, value) => {
    expect(isSecretValue(name, value)).toBe(false);
  });

  it('checks the checksum of a GitHub token', () => {
    const token = tokenOf('Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0');
    expect(hasSecretShape(`echo ${token}`)).toBe(true);
    expect(hasSecretShape(token.replace('Ab1', 'Ab2'))).toBe(false);
  });

  it('takes a reference with a word before it for a placeholder, but not a key beside a reference', () => {
    expect(isPlaceholder('Bearer ${TOKEN}')).toBe(true);
    expect(isPlaceholder(`${HEX}${HEX}\${SUFFIX}`)).toBe(false);
  });

  it('answers for any text, soon', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (name, value) => {
        expect(typeof isSecretValue(name, value)).toBe('boolean');
      }),
    );
    const start = cpuTime();
    for (const part of ['a', '<', '${', 'password=', '-----BEGIN ', 'eyJ', '1:', '/A1a']) isSecretValue('API_KEY', part.repeat(50_000));
    expect(cpuTime() - start).toBeLessThan(2000);
  });
});
