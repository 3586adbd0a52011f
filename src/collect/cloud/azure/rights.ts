import type { CloudAccessLevel } from '../../../model/cloud.js';
import type { JsonObject } from '../../../support/json.js';

/** A list of actions with wildcards, as role definitions and effective permissions state them. */
function texts(permission: JsonObject, name: string): string[] {
  const value = permission[name];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}

/** Actions that change nothing (Azure operations reference: the last part of an action is its verb). */
function isReading(action: string): boolean {
  return /\/read$/i.test(action) || action.toLowerCase() === 'microsoft.resourcegraph/resources/read';
}

/**
 * Actions of a list of permissions that are more than reading, sorted. An action that `notActions` takes away whole is left out; one
 * that is taken away in part still writes.
 */
export function writingActions(permissions: readonly JsonObject[]): string[] {
  const found = new Set<string>();
  for (const permission of permissions) {
    for (const [given, taken] of [
      ['actions', 'notActions'],
      ['dataActions', 'notDataActions'],
    ] as const) {
      const without = new Set(texts(permission, taken).map((one) => one.toLowerCase()));
      for (const action of texts(permission, given)) if (!isReading(action) && !without.has(action.toLowerCase())) found.add(action);
    }
  }
  return [...found].sort();
}

/** How strong a role definition is: everything, or rights over roles, is `admin`. */
export function accessLevelOf(permissions: readonly JsonObject[]): CloudAccessLevel {
  const writing = writingActions(permissions);
  if (writing.some((action) => action === '*' || /^microsoft\.authorization\/(?:\*|roleassignments\/(?:\*|write))/i.test(action)))
    return 'admin';
  return writing.length > 0 ? 'write' : 'read';
}
