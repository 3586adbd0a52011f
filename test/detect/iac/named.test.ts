import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IacEstate } from '../../../src/detect/iac/contract/estate.js';
import { member, textOf } from '../../../src/detect/iac/contract/values.js';
import { namedBy, refersToResource } from '../../../src/detect/iac/views/references.js';
import type { IacResource, IacValue } from '../../../src/model/iac.js';

const at = { path: 'main.tf', line: 1 };
const text = (value: string): IacValue => ({ kind: 'scalar', at, value });

function bucket(address: string, root: string, name: string): IacResource {
  return {
    ref: `${root}/${address}`,
    format: 'terraform',
    type: 'bucket',
    name,
    address,
    root,
    at,
    body: { kind: 'map', at, entries: new Map([['name', text(name)]]) },
  } as unknown as IacResource;
}

describe('what a value names', () => {
  const word = fc.constantFrom('a', 'b', 'c');
  const address = fc.tuple(fc.constantFrom('', 'module.m.', 'module.m[0].'), word, fc.constantFrom('', '[0]', '["x"]'));
  const buckets = fc.uniqueArray(
    fc.tuple(address, word, word).map(([[module, name, copy], root, own]) => bucket(`${module}bucket.${name}${copy}`, root, own)),
    { selector: ({ ref }) => ref, maxLength: 8 },
  );

  it('are the resources of the root that it refers to or whose name it is, as each by itself would tell', () => {
    const nameOf = ({ body }: IacResource) => textOf(member(body, 'name'));
    const named = fc.constantFrom('bucket.a', 'bucket.b[0]', 'module.m', 'module.m[0].bucket.c', 'other.a');
    const value = fc.record({ text: fc.constantFrom('a', 'b', 'x'), refersTo: fc.array(named, { maxLength: 2 }) });
    fc.assert(
      fc.property(buckets, value, word, (resources, { text: written, refersTo }, root) => {
        const estate = new IacEstate(resources);
        const one: IacValue = { ...(text(written) as Extract<IacValue, { kind: 'scalar' }>), refersTo };
        const found = namedBy(one, root, { id: 'buckets', all: () => estate.ofType('bucket'), nameOf }, estate);
        const wanted = resources.filter(
          (resource) => resource.root === root && (refersToResource(one, resource) || nameOf(resource) === written),
        );
        expect(found.map(({ ref }) => ref).sort()).toEqual(wanted.map(({ ref }) => ref).sort());
      }),
    );
  });

  it('goes through the resources once, however many ask', () => {
    const resources = Array.from({ length: 50 }, (_, number) => bucket(`bucket.b${number}`, 'r', `n${number}`));
    const estate = new IacEstate(resources);
    let asked = 0;
    const nameOf = ({ name }: IacResource) => {
      asked++;
      return name;
    };
    for (const { name } of resources)
      expect(namedBy(text(name), 'r', { id: 'buckets', all: () => resources, nameOf }, estate)).toHaveLength(1);
    expect(asked).toBe(resources.length);
  });
});
