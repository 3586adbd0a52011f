import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScimFailure } from '../../../src/control-plane/failures.js';
import { parseFilter, passes } from '../../../src/control-plane/scim/filter.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const ann = {
  id: 'usr_A',
  externalId: 'E-1',
  userName: 'Ann@Example.com',
  active: true,
  title: '',
  age: 41,
  name: { givenName: 'Ann', familyName: 'Lee' },
  emails: [
    { type: 'work', value: 'ann@example.com', primary: true },
    { type: 'home', value: 'ann@home.example' },
  ],
  roles: [],
  nickName: null,
  [ENTERPRISE]: { department: 'R&D', manager: { value: 'usr_B' } },
};

const fits = (filter: string) => passes(parseFilter(filter), ann);

describe('filters of SCIM', () => {
  it.each([
    ['userName eq "ann@example.com"', true],
    ['USERNAME Eq "ANN@EXAMPLE.COM"', true],
    ['id eq "usr_a"', false],
    ['externalId eq "e-1"', false],
    ['externalId eq "E-1"', true],
    ['name.familyName sw "le"', true],
    ['name.familyName ew "EE"', true],
    ['name.familyName co "e"', true],
    ['name.familyName co "x"', false],
    ['userName ne "bob"', true],
    ['userName ne "ann@example.com"', false],
    ['active eq true', true],
    ['active eq "true"', false],
    ['age gt 40', true],
    ['age gt 41', false],
    ['age ge 41', true],
    ['age lt 41', false],
    ['age le 41', true],
    ['age gt "40"', false],
    ['name.givenName lt "b"', true],
    ['emails eq "ann@home.example"', true],
    ['emails.type eq "home"', true],
    ['emails[type eq "home" and value co "home"]', true],
    ['emails[type eq "home" and primary eq true]', false],
    ['emails.type eq "home" and emails.primary eq true', true],
    ['title pr', false],
    ['roles pr', false],
    ['nickName pr', false],
    ['nickName eq null', true],
    ['userName eq null', false],
    ['userName pr and not (title pr)', true],
    [`${ENTERPRISE}:department eq "r&d"`, true],
    [`${ENTERPRISE}:manager.value eq "usr_b"`, true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "ann"', true],
    ['nobody eq "x"', false],
  ])('%s is %s', (filter, expected) => {
    expect(fits(filter)).toBe(expected);
  });

  it('binds `and` closer than `or`, and brackets closer than both', () => {
    expect(fits('active eq true or active eq false and active eq false')).toBe(true);
    expect(fits('(active eq true or active eq false) and active eq false')).toBe(false);
  });

  it.each([
    '',
    'userName',
    'userName eq',
    'userName is "x"',
    'userName eq x',
    'userName eq {}',
    'userName eq "open',
    'userName eq "x" or',
    'userName eq "x" title pr',
    '(userName pr',
    'userName pr)',
    'emails[type eq "work"',
    'not userName pr',
    '"userName" pr',
    '1name pr',
    `${'('.repeat(30)}userName pr${')'.repeat(30)}`,
    `userName eq "${'x'.repeat(2000)}"`,
  ])('refuses %j', (filter) => {
    expect(() => parseFilter(filter)).toThrow(ScimFailure);
  });

  const comparison = fc
    .tuple(fc.constantFrom('userName', 'age', 'active', 'emails.type', 'title'), fc.constantFrom('"ann"', '41', 'true', 'null', '""'))
    .chain(([path, value]) => fc.constantFrom(`${path} eq ${value}`, `${path} ne ${value}`, `${path} pr`));

  it('keep the laws of logic, whatever they compare', () => {
    fc.assert(
      fc.property(comparison, comparison, (a, b) => {
        expect(fits(`not (${a})`)).toBe(!fits(a));
        expect(fits(`${a} and ${b}`)).toBe(fits(a) && fits(b));
        expect(fits(`not (${a} or ${b})`)).toBe(fits(`not (${a}) and not (${b})`));
      }),
    );
  });

  it('are read or refused, whatever the text is', () => {
    const word = fc.constantFrom('userName', 'eq', 'pr', 'and', 'or', 'not', '(', ')', '[', ']', '"a"', '1', 'emails');
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 30 }), (words) => {
        try {
          expect(typeof fits(words.join(' '))).toBe('boolean');
        } catch (error) {
          expect(error).toBeInstanceOf(ScimFailure);
        }
      }),
    );
  });
});
