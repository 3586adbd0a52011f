import type { JsonObject } from '../../support/json.js';
import type { SharedStore } from './layer/store.js';
import { sharedTable } from './layer/table.js';

/** `oidc` and `saml`: sign-ins under way. `assertion`: used ones. */
export type LoginKind = 'oidc' | 'saml' | 'assertion';

export interface LoginState {
  kind: LoginKind;
  /** Hash of what the browser carries. */
  state: string;
  /** What the sign-in is for. Never a secret. */
  data: JsonObject;
  expiresAt: string;
}

/** Gives false when it is there already: who keeps it first has it. */
export function keepState(shared: SharedStore, { kind, state, data, expiresAt }: LoginState): Promise<boolean> {
  return sharedTable(shared, 'login_states').createNew({ kind, state, data, expires_at: expiresAt });
}

/** Takes a state away and gives its data; only one request ever gets it, and none after its time. */
export async function takeState(shared: SharedStore, kind: LoginKind, state: string, now: string): Promise<JsonObject | undefined> {
  const taken = await sharedTable(shared, 'login_states').removing({ kind, state }).returning(['data', 'expires_at']).executeTakeFirst();
  return taken && taken.expires_at > now ? taken.data : undefined;
}
