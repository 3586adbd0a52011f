import type { KeyRing } from '../../audit/chain.js';
import type { SharedStore, TenantStore } from '../store/layer/store.js';
import type { Principal, RequestIdentity } from './principal.js';

/** What a use case works on: a transaction of one tenant, the current time, and the caller. */
export interface TenantWork {
  store: TenantStore;
  shared: SharedStore;
  /** RFC 3339. */
  now: string;
  by: Principal;
  request: RequestIdentity;
  /** Seals the audit events that the use case writes. */
  ring: KeyRing;
}
