import type { CloudResource } from '../../../model/cloud.js';
import { nothingTold } from '../contract/unknown-resource.js';
import type { Row } from './statements.js';

/** A name as SQL takes it, whatever is in it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A name that a person wrote, as Snowflake keeps it: in capitals unless it is in quotes or needs them. */
export function keptName(written: string): string {
  if (/^[A-Za-z_][\w$]*$/.test(written)) return written.toUpperCase();
  return /^".+"$/.test(written) ? written.slice(1, -1).replaceAll('""', '"') : written;
}

/** Where a SHOW command looks. */
export function shownWithin(database: string | undefined): string {
  return database === undefined ? 'IN ACCOUNT' : `IN DATABASE ${quoted(database)}`;
}

/** `DATABASE.SCHEMA.NAME` of a row of a SHOW command, as SQL takes it. */
export function sqlName({ database_name, schema_name, name }: Row): string {
  return [database_name, schema_name, name].flatMap((part) => (part ? [quoted(part)] : [])).join('.');
}

/** `DATABASE.SCHEMA.NAME` as people write it. */
export function fullName({ database_name, schema_name, name }: Row): string {
  return [database_name, schema_name, name].filter(Boolean).join('.');
}

/** The ref of a thing of an account. Names keep their case: Snowflake tells them apart by it. */
export function snowflakeRef(account: string, type: string, name: string): string {
  return `cloud:snowflake:${account.toLowerCase()}/${type}/${name}`;
}

/** A resource with what the caller states, and with nothing known of the rest. */
export function snowflakeResource(
  account: string,
  type: string,
  name: string,
  known: Pick<CloudResource, 'kind'> & Partial<CloudResource>,
): CloudResource {
  return {
    ref: snowflakeRef(account, type, name),
    provider: 'snowflake',
    account,
    region: 'global',
    type: `Snowflake::${type}`,
    native_id: name,
    name: name.split('.').at(-1) ?? name,
    ...nothingTold(),
    authenticated: 'yes',
    ...known,
  };
}

/** The role that owns a thing of a row. Owners' rights are what services and procedures run with. */
export function ownerOf(account: string, { owner }: Row): string[] {
  return owner ? [snowflakeRef(account, 'role', owner)] : [];
}
