import { allows, type Role } from '../../api/route.js';
import type { ClaimMapping } from '../../config/serve-options.js';
import { own } from '../../support/json.js';
import { Unauthenticated } from '../failures.js';
import { isTenantId } from '../store/tenants.js';

/** The user that an identity provider asserts. */
export interface AssertedUser {
  tenantId: string;
  subject: string;
  /** The highest role that the mapping gives; provisioning may give another one. */
  role?: Role;
}

const MAX_SUBJECT = 200;

/**
 * Reads tenant and role from claims, using only the tables of the configuration. Throws Unauthenticated without a
 * tenant or subject.
 */
export function readClaims(subject: unknown, claims: Readonly<Record<string, unknown>>, mapping: ClaimMapping): AssertedUser {
  const tenantId = tenantOf(claims, mapping);
  const role = roleOf(claims, mapping);
  return { tenantId, subject: checkedSubject(subject), ...(role && { role }) };
}

/** A subject that is safe to store and to print. */
export function checkedSubject(subject: unknown): string {
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT || /[\p{Cc}\p{Cs}]/u.test(subject)) {
    throw new Unauthenticated('the identity names no subject');
  }
  return subject;
}

function tenantOf(claims: Readonly<Record<string, unknown>>, { tenantClaim, tenants }: ClaimMapping): string {
  const values = valuesOf(own(claims, tenantClaim));
  const [value] = values;
  const tenant = value === undefined || values.length > 1 ? undefined : tenants ? own(tenants, value) : value;
  if (typeof tenant !== 'string' || !isTenantId(tenant)) throw new Unauthenticated('the identity names no tenant of this service');
  return tenant;
}

function roleOf(claims: Readonly<Record<string, unknown>>, { roleClaim, roles }: ClaimMapping): Role | undefined {
  let highest: Role | undefined;
  for (const value of valuesOf(own(claims, roleClaim))) {
    const role = Object.hasOwn(roles, value) ? roles[value] : undefined;
    if (role && (!highest || allows(role, highest))) highest = role;
  }
  return highest;
}

function valuesOf(claim: unknown): string[] {
  const values = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === 'string');
}
