import { isObject } from '../../support/json.js';
import { ScimFailure } from '../failures.js';
import { keyOf, parseFilter, passes, type ScimFilter } from './filter.js';

/** One operation of RFC 7644 section 3.5.2. */
export interface PatchOperation {
  op: string;
  path?: string | undefined;
  value?: unknown;
}

type Resource = Record<string, unknown>;

interface Path {
  /** Schema of the extension, if the path names one. */
  schema?: string;
  attribute: string;
  filter?: ScimFilter;
  sub?: string;
}

const EXTENSION = /^urn:(?!ietf:params:scim:schemas:core:)[\w:.-]+:(?:User|Group)$/i;
/** Attributes that are lists, even if a client gives one element without brackets (RFC 7643 section 4). */
const LISTS = new Set(['emails', 'phonenumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles', 'members']);
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);
const PATH = /^(?:(urn:[\w:.-]+):)?([A-Za-z$][\w$-]*)(?:\[(.+)\])?(?:\.([A-Za-z$][\w$-]*))?$/i;

/** A copy of the resource with the operations applied in order. */
export function patched(resource: Resource, operations: readonly PatchOperation[]): Resource {
  const copy: Resource = structuredClone(resource);
  for (const operation of operations) apply(copy, operation);
  return copy;
}

function apply(resource: Resource, { op, path, value }: PatchOperation): void {
  const verb = op.toLowerCase();
  if (verb !== 'add' && verb !== 'replace' && verb !== 'remove')
    throw new ScimFailure('op: expected add, replace or remove', 'invalidSyntax');
  if (path !== undefined) {
    applyAt(resource, verb, parsePath(path), value);
    return;
  }
  if (verb === 'remove') throw new ScimFailure('remove needs a path', 'noTarget');
  if (!isObject(value)) throw new ScimFailure('an operation without path needs an object', 'invalidValue');
  for (const [name, one] of Object.entries(value)) applyAt(resource, verb, parsePath(name), one);
}

function parsePath(text: string): Path {
  // The URN of an extension alone means the whole extension.
  if (text.length <= 500 && EXTENSION.test(text)) return { attribute: text };
  const match = text.length <= 500 ? PATH.exec(text) : null;
  if (match?.[2] === undefined) throw new ScimFailure('the path cannot be read', 'invalidPath');
  const [, schema, attribute, filter, sub] = match;
  const core = schema !== undefined && /:core:2\.0:(?:User|Group)$/i.test(schema);
  return {
    attribute,
    ...(schema !== undefined && !core && { schema }),
    ...(filter !== undefined && { filter: parseFilter(filter) }),
    ...(sub !== undefined && { sub }),
  };
}

function applyAt(resource: Resource, verb: 'add' | 'replace' | 'remove', { schema, attribute, filter, sub }: Path, value: unknown): void {
  if (schema === undefined && READ_ONLY.has(attribute.toLowerCase())) {
    refuseReadOnly(resource, attribute.toLowerCase(), value);
    return;
  }
  const holder = schema === undefined ? resource : child(resource, schema);
  if (filter) applyWhere(holder, verb, { attribute, filter, ...(sub !== undefined && { sub }) }, value);
  else if (sub === undefined) change(holder, verb, attribute, isOneOfList(attribute, value) ? [value] : value);
  else applyInside(holder, verb, { attribute, sub }, value);
}

/** Throws for a read-only attribute. Some providers send the resource's own id back, which is accepted. */
function refuseReadOnly(resource: Resource, name: string, value: unknown): void {
  if (name === 'groups' || (name === 'id' && value !== resource['id'])) throw new ScimFailure('the attribute is read-only', 'mutability');
}

/** Applies the operation to a member of the attribute's value, or of each of its values. */
function applyInside(
  holder: Resource,
  verb: 'add' | 'replace' | 'remove',
  { attribute, sub }: { attribute: string; sub: string },
  value: unknown,
): void {
  const current = holder[keyOf(holder, attribute) ?? attribute];
  if (Array.isArray(current)) for (const one of current) if (isObject(one)) change(one, verb, sub, value);
  if (!Array.isArray(current)) change(child(holder, attribute), verb, sub, value);
}

/** Applies the operation to the elements of a list that match the filter. */
function applyWhere(
  holder: Resource,
  verb: 'add' | 'replace' | 'remove',
  { attribute, filter, sub }: Path & { filter: ScimFilter },
  value: unknown,
): void {
  const key = keyOf(holder, attribute) ?? attribute;
  const list = Array.isArray(holder[key]) ? [...holder[key]] : [];
  const hit = list.filter((one) => passes(filter, one));
  if (verb === 'remove' && sub === undefined) {
    holder[key] = list.filter((one) => !hit.includes(one));
    return;
  }
  if (hit.length === 0) {
    if (verb === 'replace' && filter.op !== 'eq') throw new ScimFailure('nothing fits the filter of the path', 'noTarget');
    if (verb === 'remove' || filter.op !== 'eq') return;
    // Providers replace the work address of users that have none yet, so it is created.
    hit.push({ [filter.path]: filter.value });
    list.push(...hit);
  }
  for (const one of hit) {
    if (!isObject(one)) continue;
    if (sub !== undefined) change(one, verb, sub, value);
    else if (isObject(value)) Object.assign(one, value);
  }
  holder[key] = list;
}

function change(holder: Resource, verb: 'add' | 'replace' | 'remove', name: string, value: unknown): void {
  const key = keyOf(holder, name) ?? name;
  const current = holder[key];
  if (verb === 'remove') {
    // `remove` of a list with a value removes those elements, as some providers expect.
    if (Array.isArray(current) && Array.isArray(value)) holder[key] = current.filter((one) => !value.some((gone) => same(one, gone)));
    else delete holder[key];
  } else if (verb === 'add' && Array.isArray(current)) {
    const fresh = (Array.isArray(value) ? value : [value]).filter((one) => !current.some((known) => same(known, one)));
    holder[key] = [...current, ...fresh];
  } else if (isObject(current) && isObject(value)) {
    holder[key] = { ...current, ...value };
  } else {
    define(holder, key, value);
  }
}

function same(left: unknown, right: unknown): boolean {
  const of = (one: unknown) => (isObject(one) && typeof one['value'] === 'string' ? one['value'] : JSON.stringify(one));
  return of(left) === of(right);
}

function isOneOfList(attribute: string, value: unknown): boolean {
  return LISTS.has(attribute.toLowerCase()) && isObject(value);
}

function child(holder: Resource, name: string): Resource {
  const key = keyOf(holder, name) ?? name;
  const current = holder[key];
  if (isObject(current)) return current;
  const made: Resource = {};
  define(holder, key, made);
  return made;
}

/** Sets a member even if its name is special, such as `__proto__`. */
function define(holder: Resource, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}
