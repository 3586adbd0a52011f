import type { DiscoveryScope } from '../../../src/collect/agents/search-roots.js';
import { install, isChange, type Planned, plansOf, remove } from '../../../src/runtime/shield/carry-out.js';
import { type ShieldedFile, shieldedFiles } from '../../../src/runtime/shield/client-files.js';
import { type HeadOf, type InstallPlan, planInstall, planRemove, type RemovePlan } from '../../../src/runtime/shield/plan.js';
import { ShieldStore } from '../../../src/runtime/shield/store.js';

/** The words that a test puts before servers. */
export const headOf: HeadOf = (name) => ['/opt/node', '/opt/castellan', 'proxy', '--server', name, '--mode', 'enforce', '--'];

/** Shields, and takes it off again, what lies in a scope, as the commands do. */
export class Shielding {
  readonly store: ShieldStore;
  private readonly signal = new AbortController().signal;

  constructor(
    readonly scope: DiscoveryScope,
    folder: string,
  ) {
    this.store = new ShieldStore(folder);
  }

  files(): ShieldedFile[] {
    return shieldedFiles(this.scope, undefined);
  }

  /** Returns every plan, also those that write nothing. */
  async install(head: HeadOf = headOf): Promise<Planned<InstallPlan>[]> {
    this.store.lock()();
    let record = this.store.read();
    const plans = plansOf(this.files(), record, (document, recorded) => planInstall(document, head, recorded));
    for (const plan of plans.filter(isChange)) record = await install(plan, { store: this.store, record, signal: this.signal });
    return plans;
  }

  async remove(): Promise<Planned<RemovePlan>[]> {
    this.store.lock()();
    let record = this.store.read();
    const before = record;
    const plans = plansOf(this.files(), record, planRemove);
    for (const plan of plans.filter(isChange)) record = await remove(plan, { store: this.store, record, signal: this.signal });
    this.store.tidy(before, record);
    return plans;
  }
}
