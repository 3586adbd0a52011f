import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignmentAt, operatorOf } from '../../../src/collect/secrets/assignment.js';
import { mayBeAssigned, nameAround } from '../../../src/collect/secrets/name-place.js';
import { secretsOf } from '../../../src/collect/secrets/scan-text.js';

const WORD = 'password';

const STYLES = ['code', 'config', 'yaml', 'prose'] as const;

/** The first place of the word in a text, as the search comes by it. */
function look(text: string): { mayBe: boolean; assigned: boolean } {
  const bytes = Buffer.from(text, 'latin1');
  const from = text.indexOf(WORD);
  const name = nameAround(bytes, from, from + WORD.length);
  const logins = [...text.slice(0, from).matchAll(/login|machine/gi)].map(({ index, 0: word }) => index + word.length);
  const operator = operatorOf(text, name);
  const assigned = operator !== undefined && STYLES.some((style) => assignmentAt(text, name, operator, { style }) !== undefined);
  return { mayBe: mayBeAssigned(bytes, name, logins.at(-1) ?? -1), assigned };
}

describe('a name to which something is assigned', () => {
  const before = fc.constantFrom(
    ...['', ' ', '\n', '\t', '\r\n', '\xa0', '--', '-', '<', '{', '"', "'", '$', 'x.', 'DB_', 'name: ', 'key = "', '- name: "', 'é'],
    ...['ENV ', 'arg  ', '#define ', '# define\t', 'setx ', 'IDENTIFIED BY ', 'with encrypted ', 'machine a.b login c ', 'requirepass '],
    ...[
      'config set ',
      'key\\": \\"',
      'VAR =',
      'id\xa0: ',
      '"field" : "',
      'x = ',
      'Login admin ',
      'login',
      'setenv("',
      'put(',
      'its ',
      'a sentence about the ',
      ' '.repeat(41),
      'x'.repeat(70),
      '\n\n',
    ],
  );
  const after = fc.constantFrom(
    ...['', ' ', '\n', '\t', '=', '==', '=~', '=>', ':', '::', ':=', '?', '??=', '||=', '||', '+=', '+', '>', ',', '(', ')', ').', ']'],
    ...['(new Secret("', '(Some(', '[]byte(', "b'", '(ConvertTo-SecureString -String "', '(\r', '\r', '([', "['x'", 'value"', 'a1b2c3'],
    ...['"', "'", '\\"', '`', '&quot;', '&amp;', ' : string = "', ': &str = "', ' string = "', ' is unknown. */', 's', '_2', '.field', ';'],
    ...['\n  value: "', '", value: ', 'value', 'x', '\xa0= "', ' '.repeat(61), ' '.repeat(201), 'a '.repeat(101), '=', '*', '[]', '\0'],
  );

  it('is never passed over for its bytes', () => {
    fc.assert(
      fc.property(fc.array(before, { maxLength: 5 }), fc.array(after, { maxLength: 6 }), (some, more) => {
        // To a list the blank that breaks no line is none.
        fc.pre(!/[:=]\W*\xa0\W*$/.test(some.join('')));
        const { mayBe, assigned } = look(`${some.join('')}${WORD}${more.join('')}`);
        expect(assigned && !mayBe).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    'orders.get(password);',
    'const found = password(orders, 7);',
    'const found = password.length;',
    'export function total(orders, password) {',
    '/** Nothing where its password is unknown. */',
    'password::Kind',
  ])('is told from one in code and sentences without a look at the text: %s', (text) => {
    expect(look(text)).toEqual({ mayBe: false, assigned: false });
  });

  it.each([
    ['machine example.com login deploy password hunter9QxW2', '.netrc'],
    ['machine example.com\n  login deploy\n  password hunter9QxW2\n', '.netrc'],
    ['MACHINE example.com LOGIN deploy PASSWORD hunter9QxW2', '_netrc'],
  ])('is found in the lines of netrc: %j', (text, path) => {
    expect(secretsOf(Buffer.from(text), path, String)).toHaveLength(1);
  });
});
