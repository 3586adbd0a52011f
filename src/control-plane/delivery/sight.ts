import type { Finding } from '../../model/finding.js';
import type { Ground } from '../ground/ground.js';
import { knowledgeOf } from '../knowledge/knowledge.js';
import { FindingReader, type KeptFinding } from '../store/findings/finding-reader.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { DeliveredFacts } from '../store/schema/delivery-entries.js';

/** Why a finding needs no ticket: it is gone, or somebody set it aside. */
export type ClosingReason = 'resolved' | 'triage' | 'exception';

/** A finding as deliveries see it. */
export interface Sight {
  findingId: string;
  finding: Finding;
  /** Of its source. */
  owner: string;
  /** Null while it is open. */
  reason: ClosingReason | null;
  /** True when an MCP server reaches it. */
  exposed: boolean;
  /** Names of what leads to it and what it endangers; empty when no path is ranked. */
  chain: readonly string[];
}

/** What is known of a tenant's findings at a time. */
export class Sights {
  private constructor(
    private readonly store: TenantStore,
    private readonly covered: ReadonlyMap<string, unknown>,
    /** Ids of findings that a server reaches. */
    readonly reached: ReadonlySet<string>,
    private readonly chains: ReadonlyMap<string, readonly string[]>,
  ) {}

  static async of(ground: Ground, store: TenantStore): Promise<Sights> {
    const knowledge = await knowledgeOf(ground.store, store, ground.clock());
    const covered = await knowledge.covered();
    const exposure = await knowledge.currentExposure();
    const { nodes } = await knowledge.graph();
    const chains = exposure.paths.map(({ findingId, path }) => {
      const labels = path.nodes.slice(1).map((id) => nodes.get(id)?.label ?? id);
      return [findingId, labels] as const;
    });
    // The highest ranked path of a finding comes first.
    return new Sights(store, covered, new Set(exposure.reach.found.keys()), new Map(chains.reverse()));
  }

  /** Findings that exceptions in force cover. */
  get excepted(): readonly string[] {
    return [...this.covered.keys()];
  }

  async some(ids: readonly string[]): Promise<Sight[]> {
    const found = await new FindingReader(this.store).some([...new Set(ids)]);
    const owners = new Map(
      (await tenantTable(this.store, 'sources').select(['source_id', 'owner']).execute()).map((row) => [row.source_id, row.owner]),
    );
    return found.map((one) => ({
      findingId: one.findingId,
      finding: one.finding,
      owner: owners.get(one.sourceId) ?? '',
      reason: this.reasonOf(one),
      exposed: this.reached.has(one.findingId),
      chain: this.chains.get(one.findingId) ?? [],
    }));
  }

  private reasonOf({ findingId, status }: KeptFinding): ClosingReason | null {
    if (status === 'resolved') return 'resolved';
    if (status === 'suppressed') return 'triage';
    return this.covered.has(findingId) ? 'exception' : null;
  }
}

/** What a ticket says of a finding, to be compared with what it said. */
export function factsOf({ finding, reason, exposed }: Sight): DeliveredFacts {
  const { severity, kev, fix } = finding;
  return { status: reason === null ? 'open' : 'closed', severity, kev: kev === 'listed', exposed, fix };
}

export function isSaid(told: DeliveredFacts | null, sight: Sight): boolean {
  const facts = factsOf(sight);
  if (told === null) return false;
  if (facts.status === 'closed') return told.status === 'closed';
  return (
    told.status === 'open' &&
    told.severity === facts.severity &&
    told.kev === facts.kev &&
    told.exposed === facts.exposed &&
    told.fix === facts.fix
  );
}
