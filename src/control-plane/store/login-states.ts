import type { JsonObject } from '../../support/json.js';
import type { SharedStore } from './layer/store.js';
import { sharedTable } from './layer/table.js';

/** `oidc` and `saml`: sign-ins in progress. `assertion`: used assertions. `link`: links that sign in. */
export type LoginKind = 'oidc' | 'saml' | 'assertion' | 'link';

export interface LoginState {
  kind: LoginKind;
  /** Hash of the value that the browser carries. */
  state: string;
  /** What the sign-in is for. Never a secret. */
  data: JsonObject;
  expiresAt: string;
}

/** Returns false when it exists already, so that only the first caller gets true. */
export function keepState(shared: SharedStore, { kind, state, data, expiresAt }: LoginState): Promise<boolean> {
  return sharedTable(shared, 'login_states').createNew({ kind, state, data, expires_at: expiresAt });
}

/** Reads a state's data without taking it. */
export async function peekState(shared: SharedStore, kind: LoginKind, state: string): Promise<JsonObject | undefined> {
  return (await sharedTable(shared, 'login_states').find({ kind, state }))?.data;
}

/** Removes a state and returns its data; only one request ever gets it, and none after its expiry. */
export async function takeState(shared: SharedStore, kind: LoginKind, state: string, now: string): Promise<JsonObject | undefined> {
  const taken = await sharedTable(shared, 'login_states').removing({ kind, state }).returning(['data', 'expires_at']).executeTakeFirst();
  return taken && taken.expires_at > now ? taken.data : undefined;
}
