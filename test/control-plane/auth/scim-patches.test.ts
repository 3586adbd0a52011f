import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PatchOperation, patched } from '../../../src/control-plane/scim/patch.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const CORE = 'urn:ietf:params:scim:schemas:core:2.0:User';
const work = { type: 'work', value: 'a@work.example' };
const home = { type: 'home', value: 'a@home.example' };
const user = () => ({ id: 'usr_A', userName: 'ann', name: { givenName: 'Ann' }, emails: [work, home], active: true });

describe('operations of SCIM on a user', () => {
  it.each<[PatchOperation, object]>([
    [{ op: 'Replace', path: 'userName', value: 'bob' }, { userName: 'bob' }],
    [{ op: 'ADD', path: 'title', value: 'x' }, { title: 'x' }],
    [{ op: 'replace', path: 'USERNAME', value: 'bob' }, { userName: 'bob' }],
    [{ op: 'replace', path: `${CORE}:userName`, value: 'bob' }, { userName: 'bob' }],
    [{ op: 'replace', path: 'name.givenName', value: 'Bea' }, { name: { givenName: 'Bea' } }],
    [{ op: 'add', path: 'name.familyName', value: 'Lee' }, { name: { givenName: 'Ann', familyName: 'Lee' } }],
    [{ op: 'replace', path: 'name', value: { familyName: 'Lee' } }, { name: { givenName: 'Ann', familyName: 'Lee' } }],
    [{ op: 'remove', path: 'name.givenName' }, { name: {} }],
    [{ op: 'add', path: 'address.city', value: 'Ulm' }, { address: { city: 'Ulm' } }],
    [
      { op: 'replace', value: { userName: 'bob', 'name.familyName': 'Lee' } },
      { userName: 'bob', name: { givenName: 'Ann', familyName: 'Lee' } },
    ],
    [{ op: 'add', path: 'emails', value: [work, { value: 'new@x.example' }] }, { emails: [work, home, { value: 'new@x.example' }] }],
    [{ op: 'add', path: 'emails', value: { value: 'new@x.example' } }, { emails: [work, home, { value: 'new@x.example' }] }],
    [{ op: 'replace', path: 'emails', value: { value: 'new@x.example' } }, { emails: [{ value: 'new@x.example' }] }],
    [{ op: 'remove', path: 'emails', value: [{ value: work.value }] }, { emails: [home] }],
    [{ op: 'remove', path: 'emails[type eq "home"]' }, { emails: [work] }],
    [{ op: 'remove', path: 'emails[type eq "other"]' }, { emails: [work, home] }],
    [{ op: 'remove', path: 'emails[type eq "home"].value' }, { emails: [work, { type: 'home' }] }],
    [{ op: 'replace', path: 'emails[type eq "work"].value', value: 'w' }, { emails: [{ type: 'work', value: 'w' }, home] }],
    [{ op: 'replace', path: 'emails[type eq "work"]', value: { primary: true } }, { emails: [{ ...work, primary: true }, home] }],
    [{ op: 'replace', path: 'emails[type eq "other"].value', value: 'o' }, { emails: [work, home, { type: 'other', value: 'o' }] }],
    [
      { op: 'replace', path: 'emails.type', value: 'x' },
      {
        emails: [
          { ...work, type: 'x' },
          { ...home, type: 'x' },
        ],
      },
    ],
    [{ op: 'add', path: `${ENTERPRISE}:department`, value: 'R&D' }, { [ENTERPRISE]: { department: 'R&D' } }],
    [{ op: 'add', path: ENTERPRISE, value: { department: 'R&D' } }, { [ENTERPRISE]: { department: 'R&D' } }],
    [{ op: 'replace', path: 'id', value: 'usr_A' }, {}],
    [{ op: 'replace', value: { schemas: [CORE] } }, {}],
    [{ op: 'add', path: '__proto__', value: 'x' }, {}],
  ])('%j', (operation, change) => {
    const before = user();
    if (operation.path === '__proto__') expect(() => patched(before, [operation])).toThrow('the path cannot be read');
    else expect(patched(before, [operation])).toEqual({ ...user(), ...change });
    expect(before).toEqual(user());
  });

  it('takes away what is removed, and its name with it', () => {
    expect(Object.keys(patched(user(), [{ op: 'remove', path: 'active' }]))).toEqual(['id', 'userName', 'name', 'emails']);
  });

  it.each<[PatchOperation, string]>([
    [{ op: 'move', path: 'title' }, 'invalidSyntax'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'add', value: 'x' }, 'invalidValue'],
    [{ op: 'add', path: '', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'a.b.c', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[', value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: `a${'x'.repeat(500)}`, value: 'x' }, 'invalidPath'],
    [{ op: 'add', path: 'emails[type is "x"]', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type sw "o"]', value: {} }, 'noTarget'],
    [{ op: 'replace', path: 'id', value: 'usr_B' }, 'mutability'],
    [{ op: 'replace', path: 'groups', value: [] }, 'mutability'],
  ])('refuses %j as %s', (operation, scimType) => {
    expect(() => patched(user(), [operation])).toThrow(expect.objectContaining({ scimType }));
  });

  it('gives the same when an operation that sets something is sent twice', () => {
    const path = fc.constantFrom('title', 'name.givenName', 'emails', 'emails[type eq "home"].value', `${ENTERPRISE}:department`);
    const operation = fc.record({ op: fc.constantFrom('add', 'replace'), path, value: fc.constantFrom('x', 'y', '') });
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 4 }), operation, (earlier, last) => {
        const once = patched(user(), [...earlier, last]);
        expect(patched(once, [last])).toEqual(once);
      }),
    );
  });
});
