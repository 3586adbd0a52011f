import type { Finding } from '../../model/finding.js';
import type { Ground } from '../ground/ground.js';
import { knowledgeOf } from '../knowledge/knowledge.js';
import { FindingReader, type KeptFinding } from '../store/findings/finding-reader.js';
import { chunksOf } from '../store/layer/many-rows.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { DeliveredFacts } from '../store/schema/delivery-entries.js';

const PLACES = 5;
/** Findings that are read whole at a time. */
const AT_ONCE = 1000;

/** Why a finding needs no ticket: it is gone, or somebody set it aside. */
export type ClosingReason = 'resolved' | 'triage' | 'exception';

/** What is said of a finding. A first digest is about tens of thousands: the rest of them stays in the database. */
export type SeenFinding = Pick<
  Finding,
  'fingerprint' | 'kind' | 'id' | 'severity' | 'score' | 'component' | 'subject' | 'fixed_version' | 'kev' | 'title' | 'why' | 'fix'
> & {
  /** The first places, as `path:line`, and how many there are. */
  places: readonly string[];
  placeCount: number;
};

/** A finding as deliveries see it. */
export interface Sight {
  findingId: string;
  finding: SeenFinding;
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
    /** Findings that a server reaches, by id. */
    readonly reached: ReadonlyMap<string, Pick<SeenFinding, 'severity' | 'kev'>>,
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
    const reached = new Map([...exposure.reach.found].map(([id, { finding }]) => [id, finding]));
    return new Sights(store, covered, reached, new Map(chains.reverse()));
  }

  /** Findings that exceptions in force cover. */
  get excepted(): readonly string[] {
    return [...this.covered.keys()];
  }

  async some(ids: readonly string[]): Promise<Sight[]> {
    const sources = await tenantTable(this.store, 'sources').select(['source_id', 'owner']).execute();
    const owners = new Map(sources.map(({ source_id, owner }) => [source_id, owner]));
    const sights: Sight[] = [];
    for (const some of chunksOf([...new Set(ids)], AT_ONCE)) {
      for (const one of await new FindingReader(this.store).some(some)) sights.push(this.sightOf(one, owners.get(one.sourceId) ?? ''));
    }
    return sights;
  }

  private sightOf(one: KeptFinding, owner: string): Sight {
    const { findingId } = one;
    const [exposed, chain] = [this.reached.has(findingId), this.chains.get(findingId) ?? []];
    return { findingId, finding: seen(one.finding), owner, reason: this.reasonOf(one), exposed, chain };
  }

  private reasonOf({ findingId, status }: KeptFinding): ClosingReason | null {
    if (status === 'resolved') return 'resolved';
    if (status === 'suppressed') return 'triage';
    return this.covered.has(findingId) ? 'exception' : null;
  }
}

function seen({ locations, ...finding }: Finding): SeenFinding {
  const { fingerprint, kind, id, severity, score, component, subject, fixed_version, kev, title, why, fix } = finding;
  return {
    ...{ fingerprint, kind, id, severity, kev, title, why, fix },
    ...(score !== undefined && { score }),
    ...(component !== undefined && { component }),
    ...(subject !== undefined && { subject }),
    ...(fixed_version !== undefined && { fixed_version }),
    places: locations.slice(0, PLACES).map(({ path, line }) => (line === undefined ? path : `${path}:${line}`)),
    placeCount: locations.length,
  };
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
