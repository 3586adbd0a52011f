import { decodeJwt } from 'jose';
import type { CloudProof } from '../../../model/cloud.js';
import type { JsonObject } from '../../../support/json.js';
import type { Arm } from './arm.js';
import { writingActions } from './rights.js';

const MOST_NAMED = 20;

/** Azure lists what the caller may do with a subscription, so that a list without a writing action is a proof. */
export async function proveAzure(arm: Arm, subscription: string, token: string): Promise<CloudProof> {
  const identity = identityOf(token);
  const permissions: JsonObject[] = [];
  const path = `/subscriptions/${subscription}/providers/Microsoft.Authorization/permissions`;
  for await (const page of arm.list(path, '2022-04-01', 'Azure: permissions of the subscription')) permissions.push(...page);
  if (permissions.length === 0) return { identity, read_only: 'unproven', tried: [], reason: 'it has no permission on the subscription' };
  const writing = writingActions(permissions);
  if (writing.length > 0) {
    const tried = writing.slice(0, MOST_NAMED).map((permission) => ({ permission, answer: 'granted' as const }));
    return { identity, read_only: 'violated', tried, reason: 'it may do more than read' };
  }
  return { identity, read_only: 'proven', tried: [{ permission: 'every action but */read', answer: 'denied' }] };
}

/** The object that the token is for; people have a name besides. */
function identityOf(token: string): string {
  try {
    const { oid, appid, upn, unique_name } = decodeJwt(token);
    const named = [upn ?? unique_name, appid, oid].find((one) => typeof one === 'string');
    return typeof named === 'string' ? named : 'unknown';
  } catch {
    return 'unknown';
  }
}
