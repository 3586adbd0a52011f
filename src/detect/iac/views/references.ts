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
  const keys = keysOf(target, textOf(member(target.body, ownName)));
  return Object.entries(attribute).flatMap(([type, key]) =>
    estate.withAnyKey(
      `${type} by ${key}`,
      keys,
      () => estate.ofType(type),
      ({ root, body }) => {
        const value = member(body, key);
        return value ? keysIn(root, value) : [];
      },
    ),
  );
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
  names?: readonly string[],
): IacResource[] {
  return estate.withAnyKey(id, keysIn(root, value, names), all, (resource) => keysOf(resource, nameOf(resource)));
}

/** What `IacEstate.withKey` finds a resource by: its address, those of all copies that it is one of, and its name; all within its root. */
export function keysOf({ root, address }: IacResource, name?: string): string[] {
  const addresses = [address];
  for (let at = address.indexOf('['); at !== -1; at = address.indexOf('[', at + 1)) addresses.push(address.slice(0, at));
  return [...addresses.map((one) => `${root}\n@${one}`), ...(name === undefined ? [] : [`${root}\n${name}`])];
}

/** The keys of what a value of a root names. */
export function keysIn(root: string, value: IacValue, names: readonly string[] = [textOf(value) ?? []].flat()): string[] {
  return [...(value.refersTo ?? []).map((address) => `${root}\n@${address}`), ...names.map((name) => `${root}\n${name}`)];
}
