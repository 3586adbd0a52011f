import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { member } from '../contract/values.js';

const DEPTH = 12;

/** The value at a way of keys: `endpoint_configuration.types`. */
export function at({ body }: IacResource, way: string): IacValue | undefined {
  return member(body, ...way.split('.'));
}

/** Addresses of the resources that a value, or anything in it, was read from. */
export function addressesIn(value: IacValue | undefined, depth = 0): string[] {
  if (value === undefined || depth > DEPTH) return [];
  const own = value.refersTo ?? [];
  if (value.kind === 'list') return [...own, ...value.items.flatMap((item) => addressesIn(item, depth + 1))];
  if (value.kind === 'map') return [...own, ...[...value.entries.values()].flatMap((item) => addressesIn(item, depth + 1))];
  return [...own];
}

/** The resources that a value, or anything in it, was read from. */
export function resourcesIn(value: IacValue | undefined, { root }: Pick<IacResource, 'root'>, estate: IacEstate): IacResource[] {
  return addressesIn(value).flatMap((address) => estate.at(root, address) ?? estate.at(root, `${address}[0]`) ?? []);
}
