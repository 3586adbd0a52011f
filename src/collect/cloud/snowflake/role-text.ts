import type { CloudConnection } from '../../../model/cloud.js';
import type { RoleForm } from '../contract/provider.js';
import { quoted } from './names.js';
import { snowflakeReaders } from './readers/registry.js';

/** Every grant that a reader needs, once, sorted. */
export const snowflakeGrants: readonly string[] = [...new Set(snowflakeReaders.flatMap(({ grants }) => grants))].sort();

interface RoleNames {
  role: string;
  user: string;
  warehouse: string | undefined;
}

/** The least-privilege role and its service user; CloudFormation knows no Snowflake. */
export function snowflakeRoleText(form: RoleForm, { configuration }: CloudConnection): string | undefined {
  const { role, user, warehouse } = configuration;
  const names: RoleNames = {
    role: typeof role === 'string' ? role : 'SCAN_READER',
    user: typeof user === 'string' ? user : 'CASTELLAN',
    warehouse: typeof warehouse === 'string' ? warehouse : undefined,
  };
  if (form === 'cli') return sqlText(names);
  return form === 'terraform' ? terraformText(names) : undefined;
}

function sqlText({ role, user, warehouse }: RoleNames): string {
  const name = quoted(role);
  const grants = snowflakeGrants.flatMap((grant) => sqlGrants(grant, name, warehouse));
  return [
    '-- Run as ACCOUNTADMIN: snow sql -f castellan.sql',
    '-- The public key is that of the file named by SNOWFLAKE_PRIVATE_KEY_FILE, without its first and last line.',
    `CREATE ROLE IF NOT EXISTS ${name};`,
    `CREATE USER IF NOT EXISTS ${quoted(user)} TYPE = SERVICE DEFAULT_ROLE = ${name} DEFAULT_SECONDARY_ROLES = () RSA_PUBLIC_KEY = '<public key>';`,
    `GRANT ROLE ${name} TO USER ${quoted(user)};`,
    ...grants,
    '-- Once for each database that shall be read:',
    `--   GRANT USAGE ON DATABASE <database> TO ROLE ${name};`,
    `--   GRANT USAGE ON ALL SCHEMAS IN DATABASE <database> TO ROLE ${name};`,
    '',
  ].join('\n');
}

function sqlGrants(grant: string, role: string, warehouse: string | undefined): string[] {
  if (grant.startsWith('SNOWFLAKE.')) return [`GRANT DATABASE ROLE ${grant} TO ROLE ${role};`];
  if (grant === 'USAGE ON WAREHOUSE') return warehouse === undefined ? [] : [`GRANT ${grant} ${quoted(warehouse)} TO ROLE ${role};`];
  if (grant.endsWith(' ON ACCOUNT')) return [`GRANT ${grant} TO ROLE ${role};`];
  return [
    `GRANT ${grant} IN DATABASE <database> TO ROLE ${role};`,
    `GRANT ${grant.replace(' ALL ', ' FUTURE ')} IN DATABASE <database> TO ROLE ${role};`,
  ];
}

function terraformText({ role, user, warehouse }: RoleNames): string {
  const roleName = 'snowflake_account_role.castellan.name';
  const blocks = snowflakeGrants.flatMap((grant, at) => terraformGrant(grant, { at, roleName, warehouse }));
  return [
    'variable "castellan_public_key" { type = string }',
    'variable "castellan_databases" { type = set(string) }',
    `resource "snowflake_account_role" "castellan" {\n  name = ${JSON.stringify(role)}\n}`,
    `resource "snowflake_service_user" "castellan" {\n  name           = ${JSON.stringify(user)}\n  default_role   = ${roleName}\n  rsa_public_key = var.castellan_public_key\n  default_secondary_roles_option = "NONE"\n}`,
    `resource "snowflake_grant_account_role" "castellan" {\n  role_name = ${roleName}\n  user_name = snowflake_service_user.castellan.name\n}`,
    ...databaseUsage(roleName),
    ...blocks,
    '',
  ].join('\n\n');
}

function databaseUsage(roleName: string): string[] {
  const head = `  for_each          = var.castellan_databases\n  account_role_name = ${roleName}\n  privileges        = ["USAGE"]`;
  return [
    `resource "snowflake_grant_privileges_to_account_role" "castellan_databases" {\n${head}\n  on_account_object {\n    object_type = "DATABASE"\n    object_name = each.key\n  }\n}`,
    `resource "snowflake_grant_privileges_to_account_role" "castellan_schemas" {\n${head}\n  on_schema {\n    all_schemas_in_database = each.key\n  }\n}`,
  ];
}

interface GrantPlace {
  at: number;
  roleName: string;
  warehouse: string | undefined;
}

function terraformGrant(grant: string, { at, roleName, warehouse }: GrantPlace): string[] {
  const resource = `resource "snowflake_grant_privileges_to_account_role" "castellan_${at}"`;
  if (grant.startsWith('SNOWFLAKE.')) {
    const name = JSON.stringify(`"SNOWFLAKE"."${grant.slice('SNOWFLAKE.'.length)}"`);
    return [
      `resource "snowflake_grant_database_role" "castellan_${at}" {\n  database_role_name = ${name}\n  parent_role_name   = ${roleName}\n}`,
    ];
  }
  const [privilege = '', object = ''] = grant.split(' ON ');
  const head = `  account_role_name = ${roleName}\n  privileges        = [${JSON.stringify(privilege)}]`;
  if (object === 'ACCOUNT') return [`${resource} {\n${head}\n  on_account        = true\n}`];
  if (object === 'WAREHOUSE') {
    const place = `  on_account_object {\n    object_type = "WAREHOUSE"\n    object_name = ${JSON.stringify(warehouse)}\n  }`;
    return warehouse === undefined ? [] : [`${resource} {\n${head}\n${place}\n}`];
  }
  const plural = JSON.stringify(object.replace('ALL ', ''));
  const place = (when: 'all' | 'future') =>
    `  on_schema_object {\n    ${when} {\n      object_type_plural = ${plural}\n      in_database        = each.key\n    }\n  }`;
  return (['all', 'future'] as const).map(
    (when) =>
      `${resource.replace(`_${at}"`, `_${at}_${when}"`)} {\n  for_each          = var.castellan_databases\n${head}\n${place(when)}\n}`,
  );
}
