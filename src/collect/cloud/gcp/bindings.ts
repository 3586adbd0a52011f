import { isObject, type JsonObject } from '../../../support/json.js';

/** Who holds a role, by a policy (IAM reference, "Policy"). A binding with a condition is one too: it holds at times. */
export interface Binding {
  role: string;
  members: string[];
}

export function bindingsOf(policy: JsonObject | undefined): Binding[] {
  const listed = policy?.['bindings'];
  if (!Array.isArray(listed)) return [];
  return listed.filter(isObject).map(({ role, members }) => ({
    role: String(role),
    members: Array.isArray(members) ? members.filter((one): one is string => typeof one === 'string') : [],
  }));
}

/** Everybody, or everybody with any account of Google's. */
export function isEverybody(member: string): boolean {
  return member === 'allUsers' || member === 'allAuthenticatedUsers';
}

/** True when one of the roles is given to everybody. */
export function isOpenToEverybody(policy: JsonObject | undefined, roles: RegExp): boolean {
  return bindingsOf(policy).some(({ role, members }) => roles.test(role) && members.some(isEverybody));
}
