import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretsOf } from '../../../src/collect/secrets/scan-text.js';

/** Lines with something to find, and lines that look as if; those that only a look far ahead tells are among them. */
const LINES = [
  'DB_PASSWORD="tR7#vQ9!mZ2xLk4"',
  'api_token: q8Zr5Wn2Xk7Vt4Hs9Lp3Bd6Jm1Fc0Gy',
  'password = (((((("tR7#vQ9!mZ2xLk4"))))))',
  `password = ${'['.repeat(390)}"tR7#vQ9!mZ2xLk4"`,
  `password = ${'['.repeat(600)}"tR7#vQ9!mZ2xLk4"`,
  `password = ${'( '.repeat(1900)}"tR7#vQ9!mZ2xLk4"`,
  `password =\n   "tR7#vQ9!mZ2xLk4"`,
  `password =\r${'x'.repeat(3500)}\n"tR7#vQ9!mZ2xLk4"`,
  `password(\rsome, ${'x'.repeat(3000)}\n"tR7#vQ9!mZ2xLk4"`,
  `secret = "${'a9Zk'.repeat(200)}"`,
  `secret = "${'q8Zr5Wn2Xk7Vt4Hs'.repeat(70)}"`,
  'setenv("SECRET_TOKEN", "q8Zr5Wn2Xk7Vt4Hs9Lp3Bd6Jm1Fc0Gy")',
  'client_secret = SecretStr("q8Zr5Wn2Xk7Vt4Hs9Lp3Bd6Jm1Fc0Gy")',
  '- name: API_TOKEN\n  value: "q8Zr5Wn2Xk7Vt4Hs9Lp3Bd6Jm1Fc0Gy"',
  'postgres://app:tR7vQ9mZ2xLk4@db.internal.net:5432/shop',
  'datadog_api_key = "3f9a1c7e5b2d8046af13ce97d5b80264"',
  'Server=db.internal;User=app;Password=tR7vQ9mZ2xLk4;',
  'Authorization: Basic YXBwOnRSN3ZROW1aMnhMazQ=',
  'curl -u app:tR7vQ9mZ2xLk4 https://a.internal.net/',
  'total = token(orders, key)',
  'the password is unknown',
];
const PATHS = ['.env', 'config.yaml', 'main.ts', 'notes.md', 'settings.json', 'deploy/values.txt'];
/** Lines without anything, whose names make the search look at places before. */
const FILLERS = ['x\n', 'key = 7\n', 'the token is none\n', '\n', 'pass pass auth key://\r\n'];

const found = (text: string, path: string) => secretsOf(Buffer.from(text), path, (value) => value);

describe('what is found in a text', () => {
  it.each([
    ['the parts that text is made of', 6 * 1024, 9],
    ['the pieces that are looked through at once', 64 * 1024, 2],
  ])('is the same wherever it stands, also across %s', (_what, size, most) => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...PATHS),
        fc.constantFrom(...FILLERS),
        fc.integer({ min: 1, max: most }),
        fc.integer({ min: -40, max: 4500 }),
        (lines, path, filler, pieces, back) => {
          const alone = found(lines.join('\n\n'), path);
          const count = Math.ceil(Math.max(0, pieces * size - back) / filler.length);
          const shifted = filler.repeat(count).split('\n').length - 1;
          const all = found(`${filler.repeat(count)}${lines.join('\n\n')}\n${filler.repeat(800)}`, path);
          expect(all).toEqual(alone.map((one) => ({ ...one, line: one.line + shifted })));
        },
      ),
      { numRuns: 60 },
    );
  });
});
