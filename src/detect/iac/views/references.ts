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
  return Object.entries(attribute).flatMap(([type, key]) =>
    estate.ofType(type).filter((resource) => {
      if (resource.root !== target.root) return false;
      const value = member(resource.body, key);
      return value !== undefined && (refersToResource(value, target) || (name !== undefined && textOf(value) === name));
    }),
  );
}
