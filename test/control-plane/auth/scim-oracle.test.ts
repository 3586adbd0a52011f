import fc from 'fast-check';
import scimmy from 'scimmy';
import { describe, expect, it } from 'vitest';
import { parseFilter, passes } from '../../../src/control-plane/scim/filter.js';
import { patched } from '../../../src/control-plane/scim/patch.js';

/** Small letters only: the library tells letters apart by case, a server must not (RFC 7643 section 2.2). */
const word = fc.constantFrom('ann', 'anne', 'ben', 'x');
const kind = fc.constantFrom('work', 'home', 'other');
const email = fc.record({ value: word, type: kind });
const user = fc.record(
  {
    userName: word,
    title: word,
    active: fc.boolean(),
    name: fc.record({ familyName: word, givenName: word }),
    emails: fc.uniqueArray(email, { minLength: 1, maxLength: 3, selector: ({ type }) => type }),
  },
  { requiredKeys: ['userName', 'name', 'emails'] },
);

/** One term for each attribute, and brackets after emails alone: of other filters the library loses a part. */
const operator = fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le');
const compared = (path: string) => fc.tuple(operator, word).map(([op, value]) => `${path} ${op} "${value}"`);
const terms = fc
  .tuple(
    compared('userName'),
    fc.oneof(compared('title'), fc.constant('title pr')),
    compared('name.familyName'),
    fc.constantFrom('active eq true', 'active ne false'),
  )
  .chain((all) => fc.shuffledSubarray(all, { minLength: 4, maxLength: 4 }));
const joined = terms.chain(([a, b, c, d]) =>
  fc.constantFrom(`${a} and ${b}`, `${a} or ${b} and ${c}`, `${a} and (${b} or ${c})`, `(${a} or ${b}) and (${c} or ${d})`),
);
const ofEmails = fc.tuple(kind, operator, word).map(([type, op, value]) => `emails[type eq "${type}" and value ${op} "${value}"]`);
const filter = fc.oneof(joined, ofEmails);

const operation = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace'), path: fc.constantFrom('title', 'name.familyName', 'name.givenName'), value: word }),
  fc.record({ op: fc.constantFrom('add', 'replace'), path: fc.constant('active'), value: fc.boolean() }),
  fc.record({ op: fc.constant('replace'), value: fc.record({ title: word, displayName: word }) }),
  fc.record({ op: fc.constant('add'), path: fc.constant('name'), value: fc.record({ familyName: word }) }),
  fc.record({ op: fc.constant('replace'), path: fc.constant('emails'), value: fc.array(email, { minLength: 1, maxLength: 2 }) }),
  fc.record({ op: fc.constant('remove'), path: fc.constantFrom('title', 'name.givenName', 'emails[type eq "other"]') }),
);

type Message = NonNullable<ConstructorParameters<typeof scimmy.Messages.PatchOp>[0]>;

async function byScimmy(resource: object, Operations: Message['Operations']): Promise<unknown> {
  const schemas: Message['schemas'] = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
  const user = new scimmy.Schemas.User({ id: '1', ...structuredClone(resource) });
  const {
    id,
    meta,
    schemas: _,
    ...rest
  } = JSON.parse(JSON.stringify((await new scimmy.Messages.PatchOp({ schemas, Operations }).apply(user)) ?? user));
  return rest;
}

describe('SCIM as scimmy understands it', () => {
  it('chooses the same users by a filter', () => {
    fc.assert(
      fc.property(filter, fc.array(user, { minLength: 1, maxLength: 5 }), (text, users) => {
        const ours = users.filter((one) => passes(parseFilter(text), one));
        expect(ours).toEqual(new scimmy.Types.Filter(text).match(structuredClone(users)));
      }),
      { numRuns: 500 },
    );
  });

  it('changes a user in the same way', async () => {
    await fc.assert(
      fc.asyncProperty(user, fc.array(operation, { minLength: 1, maxLength: 3 }), async (resource, operations) => {
        // An empty list and none are the same (RFC 7643 section 2.5).
        const ours = Object.entries(patched(resource, operations)).filter(([, value]) => !Array.isArray(value) || value.length > 0);
        expect(Object.fromEntries(ours)).toEqual(await byScimmy(resource, operations));
      }),
      { numRuns: 300 },
    );
  });
});
