import { isUniqueClash } from './failures.js';
import type { SharedStore } from './store.js';

/** `oidc` and `saml`: sign-ins under way. `assertion`: used ones. */
export type LoginKind = 'oidc' | 'saml' | 'assertion';

export interface LoginState {
  kind: LoginKind;
  /** Hash of what the browser carries. */
  state: string;
  /** What the sign-in is for. Never a secret. */
  data: object;
  expiresAt: string;
}

/** Gives false when it is there already: who keeps it first has it. */
export async function keepState({ db }: SharedStore, { kind, state, data, expiresAt }: LoginState): Promise<boolean> {
  try {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('login_states')
      .values({ kind, state, data: JSON.stringify(data), expires_at: expiresAt })
      .onConflict((clash) => clash.doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  } catch (error) {
    if (isUniqueClash(error)) return false;
    throw error;
  }
}

/** Takes a state away and gives its data; only one request ever gets it, and none after its time. */
export async function takeState({ db }: SharedStore, kind: LoginKind, state: string, now: string): Promise<unknown> {
  const taken = await db
    .deleteFrom('login_states')
    .where('kind', '=', kind)
    .where('state', '=', state)
    .returning(['data', 'expires_at'])
    .executeTakeFirst();
  return taken && taken.expires_at > now ? JSON.parse(taken.data) : undefined;
}
