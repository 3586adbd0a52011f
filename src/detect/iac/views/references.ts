import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { member, textOf } from '../contract/values.js';

/** Whether a value was read from a resource: by its address, or by that of all its copies. */
export function refersToResource(value: IacValue, { address }: Pick<IacResource, 'address'>): boolean {
  return (value.refersTo ?? []).some((named) => named === address || address.startsWith(`${named}[`));
}

/** The resources of some types, in the root of a resource, that name it in an attribute: by reference, or by the name that it has itself. */
export function attachedTo(
  target: IacResource,
  estate: IacEstate,
  attribute: Readonly<Record<string, string>>,
  ownName: string,
): IacResource[] {
  const name = textOf(member(target.body, ownName));
  return Object.entries(attribute).flatMap(([type, key]) => {
    const { byAddress, byText } = namingOf(estate, type, key);
    const found = new Set(addressesOf(target.address).flatMap((address) => byAddress.get(`${target.root}\n${address}`) ?? []));
    for (const one of name === undefined ? [] : (byText.get(`${target.root}\n${name}`) ?? [])) found.add(one);
    return [...found];
  });
}

/** The address, and those of all copies that it is one of: whoever names one of them may mean the resource. */
export function addressesOf(address: string): string[] {
  const names = [address];
  for (let at = address.indexOf('['); at !== -1; at = address.indexOf('[', at + 1)) names.push(address.slice(0, at));
  return names;
}

/** Resources that values of other resources name. */
export interface NamedResources {
  /** Names these resources and `nameOf` within the estate. */
  readonly id: string;
  all(): Iterable<IacResource>;
  nameOf(resource: IacResource): string | undefined;
}

/** Those of a root that a value names: by reference, or as one of `names`, which is the whole text unless told otherwise. */
export function namedBy(
  value: IacValue,
  root: string,
  { id, all, nameOf }: NamedResources,
  estate: IacEstate,
  names: readonly string[] = [textOf(value) ?? []].flat(),
): IacResource[] {
  const keysOf = (resource: IacResource) => {
    const own = nameOf(resource);
    const addresses = addressesOf(resource.address).map((address) => `@${address}`);
    return [...addresses, ...(own === undefined ? [] : [own])].map((key) => `${resource.root}\n${key}`);
  };
  const keys = [...(value.refersTo ?? []).map((address) => `@${address}`), ...names];
  return [...new Set(keys.flatMap((key) => estate.withKey(id, `${root}\n${key}`, all, keysOf)))];
}

/** Resources of one type by what an attribute of them says, with the root before it. */
interface Naming {
  byAddress: Map<string, IacResource[]>;
  byText: Map<string, IacResource[]>;
}

/** An estate has thousands of buckets, and each asks for what is attached to it. */
function namingOf(estate: IacEstate, type: string, key: string): Naming {
  return estate.once(`naming ${type}.${key}`, () => namingIn(estate.ofType(type), key));
}

function namingIn(resources: readonly IacResource[], key: string): Naming {
  const naming: Naming = { byAddress: new Map(), byText: new Map() };
  const put = (map: Map<string, IacResource[]>, what: string, resource: IacResource) => {
    const same = map.get(what);
    if (same) same.push(resource);
    else map.set(what, [resource]);
  };
  for (const resource of resources) {
    const value = member(resource.body, key);
    for (const address of value?.refersTo ?? []) put(naming.byAddress, `${resource.root}\n${address}`, resource);
    const text = textOf(value);
    if (text !== undefined) put(naming.byText, `${resource.root}\n${text}`, resource);
  }
  return naming;
}
