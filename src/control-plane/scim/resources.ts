import { z } from 'zod';
import { line } from '../../api/fields.js';
import { isObject, type JsonObject, own } from '../../support/json.js';
import { redact } from '../../support/redact.js';
import { ScimFailure } from '../failures.js';
import type { GroupRow } from '../store/provisioned-groups.js';
import type { UserRow } from '../store/provisioned-users.js';
import { entry, keyOf } from './filter.js';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const MAX_DOCUMENT = 64 * 1024;
const MAX_DEPTH = 8;

/** Attributes that this service sets itself, or that must not be stored. */
const DROPPED = new Set(['id', 'meta', 'schemas', 'groups', 'password', 'x509certificates', 'members', 'username', 'externalid', 'active']);

export interface UserInput {
  userName: string;
  externalId: string | null;
  active: boolean;
  /** All other attributes, unchanged. */
  document: Record<string, unknown>;
}

export interface GroupInput {
  displayName: string;
  externalId: string | null;
  members: string[];
}

const name = line(200).refine((text) => redact(text) === text, 'looks like a secret');

/** Some providers send booleans as text. */
const truth = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(?:true|false)$/i)
    .transform((text) => text.toLowerCase() === 'true'),
]);
const userShape = z.object({ userName: name, externalId: name.nullable().optional(), active: truth.optional() });
const groupShape = z.object({
  displayName: name,
  externalId: name.nullable().optional(),
  members: z
    .array(z.object({ value: z.string().min(1).max(100) }))
    .max(20_000)
    .nullable()
    .optional(),
});

/** Parses a user from a client. Throws ScimFailure naming the attribute that is missing or wrong, never its value. */
export function readUser(body: unknown): UserInput {
  const object = checkedObject(body);
  const fields = parsed(userShape, pick(object, ['userName', 'externalId', 'active']));
  const document = Object.fromEntries(Object.entries(object).filter(([key]) => !DROPPED.has(key.toLowerCase())));
  requireHarmless(document, 0);
  if (JSON.stringify(document).length > MAX_DOCUMENT) throw new ScimFailure('the user is too large', 'tooLarge');
  return { userName: fields.userName, externalId: fields.externalId ?? null, active: fields.active ?? true, document };
}

export function readGroup(body: unknown): GroupInput {
  const fields = parsed(groupShape, pick(checkedObject(body), ['displayName', 'externalId', 'members']));
  const members = [...new Set((fields.members ?? []).map(({ value }) => value))];
  return { displayName: fields.displayName, externalId: fields.externalId ?? null, members };
}

function checkedObject(body: unknown): Record<string, unknown> {
  if (!isObject(body)) throw new ScimFailure('the body must be an object', 'invalidSyntax');
  return body;
}

function pick(object: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.filter((one) => keyOf(object, one) !== undefined).map((one) => [one, entry(object, one)]));
}

function parsed<T extends z.ZodType>(shape: T, value: unknown): z.output<T> {
  const result = shape.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ScimFailure(`${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`, 'invalidValue');
}

/** Stored values must be printable and contain no secret. */
function requireHarmless(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw new ScimFailure('the user is nested too deeply', 'invalidValue');
  if (typeof value === 'string') {
    if (/[\p{Cs}\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u.test(value))
      throw new ScimFailure('an attribute holds control characters', 'invalidValue');
    if (redact(value) !== value) throw new ScimFailure('an attribute looks like a secret', 'invalidValue');
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      if (!Array.isArray(value)) requireHarmless(key, depth);
      // Name and value are checked together: in `password: …` the value alone may be an ordinary word.
      if (typeof one === 'string' && redact(`${key}=${one}`).includes('<redacted>'))
        throw new ScimFailure('an attribute looks like a secret', 'invalidValue');
      requireHarmless(one, depth + 1);
    }
  }
}

/** A user in the form of an answer. */
export function shownUser(
  row: UserRow,
  groups: readonly { group_id: string; display_name: string }[],
  base: string,
): Record<string, unknown> {
  const { document } = row;
  const location = `${base}/Users/${row.user_id}`;
  return {
    schemas: [USER, ...(isObject(own(document, ENTERPRISE)) ? [ENTERPRISE] : [])],
    id: row.user_id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    ...document,
    active: row.active,
    groups: groups.map(({ group_id, display_name }) => ({
      value: group_id,
      display: display_name,
      $ref: `${base}/Groups/${group_id}`,
      type: 'direct',
    })),
    meta: metaOf('User', row, location),
  };
}

/** The document to store. It keeps the case of the user name, which the column does not. */
export function keptDocument({ document, userName }: UserInput): JsonObject {
  return { userName, ...document };
}

export function shownGroup(
  row: GroupRow,
  members: readonly { user_id: string; user_name: string }[],
  base: string,
): Record<string, unknown> {
  return {
    schemas: [GROUP],
    id: row.group_id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.display_name,
    members: members.map(({ user_id, user_name }) => ({
      value: user_id,
      display: user_name,
      $ref: `${base}/Users/${user_id}`,
      type: 'User',
    })),
    meta: metaOf('Group', row, `${base}/Groups/${row.group_id}`),
  };
}

function metaOf(resourceType: string, { created_at, updated_at, version }: UserRow | GroupRow, location: string): Record<string, unknown> {
  return { resourceType, created: created_at, lastModified: updated_at, location, version: `W/"${version}"` };
}
