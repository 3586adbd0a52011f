import { holderOf } from '../../../client/who.js';
import { Secret } from '../../../support/redact.js';
import type { Http } from '../../../system/http.js';
import type { GatewayClient } from '../../http/exchange.js';
import type { RelayMode } from '../../judge/setup.js';
import { credentialHash, type SignInFailure, type SignInWay } from './sign-in.js';

/** Milliseconds for which an answer counts: a key that is revoked is good for no longer. */
const GOOD_MS = 30_000;
const BAD_MS = 5_000;
/** How long a key that was good stays so while the control plane is away, where nothing is enforced. */
const AWAY_MS = 3_600_000;
const MAX_KNOWN = 10_000;
/** Questions at a time: whoever guesses keys must not wear the control plane out. */
const MAX_ASKED = 32;

interface Known {
  client: GatewayClient | undefined;
  at: number;
}

export interface ControlPlaneKeysOptions {
  base: URL;
  http: Http;
  mode: RelayMode;
  /** Milliseconds. */
  clock(): number;
}

/** Keys of the control plane, which is asked who holds them. */
export class ControlPlaneKeys implements SignInWay {
  private readonly known = new Map<string, Known>();
  private readonly asked = new Map<string, Promise<GatewayClient | SignInFailure>>();

  constructor(private readonly options: ControlPlaneKeysOptions) {}

  takes(credential: string): boolean {
    return credential.startsWith('svc_');
  }

  signIn(credential: string): Promise<GatewayClient | SignInFailure> {
    const hash = credentialHash(credential);
    const known = this.known.get(hash);
    const age = this.options.clock() - (known?.at ?? 0);
    if (known && age < (known.client ? GOOD_MS : BAD_MS)) return Promise.resolve(known.client ?? 'invalid');
    const running = this.asked.get(hash);
    if (!running && this.asked.size >= MAX_ASKED) return Promise.resolve('unavailable');
    const asked = running ?? this.ask(credential, hash).finally(() => this.asked.delete(hash));
    this.asked.set(hash, asked);
    return asked;
  }

  private async ask(credential: string, hash: string): Promise<GatewayClient | SignInFailure> {
    const { mode, clock } = this.options;
    try {
      const holder = await holderOf(new Secret(credential), this.options);
      const client = holder && { id: `cp:${holder.id}`, name: holder.subject };
      this.keep(hash, { client, at: clock() });
      return client ?? 'invalid';
    } catch {
      const known = this.known.get(hash);
      const isTrusted = mode === 'audit' && known !== undefined && clock() - known.at < AWAY_MS;
      return (isTrusted ? known.client : undefined) ?? 'unavailable';
    }
  }

  private keep(hash: string, known: Known): void {
    this.known.delete(hash);
    this.known.set(hash, known);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }
}
