import type { PushAnswer } from '../../client/answer.js';
import type { ControlPlaneClient } from '../../client/control-plane.js';
import { type FetchedPolicies, fetchPolicies } from '../../client/gateway-policies.js';
import type { GatewayPolicy } from '../../policy/gateway/policy.js';
import { CastellanError, describe } from '../../support/errors.js';
import { type PolicyCopy, readCopy, writeCopy } from './policy-copy.js';

/** The policies of a control plane as they hold now, and what else it says of whoever judges by them. */
export interface LivePolicies {
  /** Another list whenever they have changed. */
  readonly policies: readonly GatewayPolicy[];
  /** The source that calls come through. */
  readonly source: string | undefined;
  /** Why no call can be judged; undefined: the policies hold. */
  readonly unavailable: string | undefined;
}

export interface PolicyFeedOptions {
  client: ControlPlaneClient;
  /** Asked at the start, where there is nothing to go by: it tries for longer. */
  patient: ControlPlaneClient;
  copyPath: string;
  /** Milliseconds for which policies serve that nobody has confirmed. */
  maxAgeMs: number;
  /** The source that the user names. */
  source: string | undefined;
  /** Checks policies as the API gives them. Throws CastellanError for what cannot be judged by. */
  read(items: readonly unknown[]): Promise<readonly GatewayPolicy[]>;
  /** The error that a refusal of the service is. */
  refusal(answer: PushAnswer): CastellanError;
  clock(): number;
  say(line: string): void;
}

/** What came of asking for news, and what the service said where it gave none. */
export interface FeedAnswer {
  outcome: 'current' | 'away' | 'refused';
  answer?: PushAnswer | undefined;
}

/** Policies by conditional GET. The last that were good are kept on disk, and serve while the service is away. */
export class PolicyFeed implements LivePolicies {
  policies: readonly GatewayPolicy[] = [];
  source: string | undefined;
  version = '';
  private copy: PolicyCopy | undefined;
  /** Of a clock that nobody sets. */
  private confirmedAt = 0;
  private fault: string | undefined;
  private toldFault: string | undefined;

  private constructor(private readonly options: PolicyFeedOptions) {
    this.source = options.source;
  }

  /** Takes what is on disk where it is fresh enough, else what the service says. Throws CastellanError where neither gives policies. */
  static async open(options: PolicyFeedOptions): Promise<PolicyFeed> {
    const feed = new PolicyFeed(options);
    if (feed.takeCopy()) return feed;
    const fetched = await fetchPolicies(options.patient);
    if (fetched === undefined || 'refused' in fetched) throw options.refusal(fetched?.refused ?? { status: 304 });
    feed.take(fetched, await options.read(fetched.items));
    return feed;
  }

  get unavailable(): string | undefined {
    if (this.fault !== undefined) return this.fault;
    const age = this.ageMs();
    return age <= this.options.maxAgeMs ? undefined : `the control plane has not confirmed the policies for ${Math.floor(age / 1000)} s`;
  }

  /** Asks for news. Never throws; what is wrong is said once. */
  async refresh(): Promise<FeedAnswer> {
    const { client, say } = this.options;
    try {
      const fetched = await fetchPolicies(client, this.copy?.etag);
      if (fetched && 'refused' in fetched) {
        const isAway = fetched.refused.status >= 500 || fetched.refused.status === 429;
        return { outcome: isAway ? 'away' : 'refused', answer: fetched.refused };
      }
      if (fetched) await this.takeChecked(fetched);
      else this.confirmed();
      return { outcome: 'current' };
    } catch (error) {
      if (!(error instanceof CastellanError)) throw error;
      return { outcome: 'away' };
    } finally {
      const { fault } = this;
      if (fault !== undefined && fault !== this.toldFault) say(fault);
      this.toldFault = fault;
    }
  }

  /** Policies that cannot be judged by are no policies: until others come, nothing is. */
  private async takeChecked(fetched: FetchedPolicies): Promise<void> {
    try {
      this.take(fetched, await this.options.read(fetched.items));
    } catch (error) {
      if (!(error instanceof CastellanError)) throw error;
      this.fault = `the policies of the control plane cannot be loaded: ${describe(error).split('\n', 1)[0]}`;
    }
  }

  private takeCopy(): boolean {
    const { copyPath, clock, maxAgeMs } = this.options;
    const copy = readCopy(copyPath);
    const age = copy ? clock() - copy.confirmedAt : 0;
    // A copy from the future is of a clock that was wrong: nobody can tell its age.
    if (!copy || age > maxAgeMs || age < -CLOCK_SLACK_MS) return false;
    this.use(copy);
    this.confirmedAt = performance.now() - Math.max(0, age);
    return true;
  }

  private take({ etag, sourceId }: FetchedPolicies, policies: readonly GatewayPolicy[]): void {
    this.use({ etag, sourceId, policies, confirmedAt: 0 });
    this.confirmed();
  }

  private use(copy: PolicyCopy): void {
    this.copy = copy;
    this.policies = copy.policies;
    this.source = this.options.source ?? copy.sourceId;
    this.version = copy.etag.replace(/^W\/|"/g, '').slice(0, 100);
    this.fault = undefined;
  }

  private confirmed(): void {
    if (!this.copy) return;
    const { clock, copyPath } = this.options;
    this.confirmedAt = performance.now();
    this.copy = { ...this.copy, confirmedAt: clock() };
    try {
      writeCopy(copyPath, this.copy);
    } catch {
      // The policies hold all the same; the next start asks for them anew.
    }
  }

  /** The longer of what two clocks say: one may have been set, the other may have slept. */
  private ageMs(): number {
    const byClock = this.copy ? this.options.clock() - this.copy.confirmedAt : Number.POSITIVE_INFINITY;
    return Math.max(performance.now() - this.confirmedAt, byClock);
  }
}

/** For clocks of this machine that were corrected since. */
const CLOCK_SLACK_MS = 60_000;
