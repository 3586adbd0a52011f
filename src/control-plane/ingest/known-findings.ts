import { OriginRepository, type OriginRow } from '../store/findings/finding-origins.js';
import { FindingRepository } from '../store/findings/findings.js';
import { chunksOf, selectMany } from '../store/layer/many-rows.js';
import type { TenantStore } from '../store/layer/store.js';
import { tenantTable } from '../store/layer/table.js';
import type { Draft, Written } from '../store/layer/tables.js';
import { joinFindings } from '../store/origins/join-findings.js';
import type { Observation } from './batch.js';
import type { Closed } from './resolve-rest.js';

/** Columns of known findings that a batch is compared with. */
const KNOWN = [
  'finding_id',
  'source_id',
  'fingerprint',
  'document_hash',
  'status',
  'shared',
  'triage',
  'assignee',
  'note',
  'decided_at',
  'decided_by',
  'held_until',
  'decision_id',
  'first_seen',
  'last_seen',
  'reopened_count',
  'first_job_id',
  'component',
  'subject',
] as const;

export type Known = Pick<Written<'findings'>, (typeof KNOWN)[number]>;

/** The findings of a batch that its source, or another one that reads the same, has seen before. */
export class KnownFindings {
  private readonly sightings = new Map<string, { known: Known; hash: string }>();

  private constructor(
    private readonly store: TenantStore,
    private readonly batch: Observation,
    private readonly known: ReadonlyMap<string, Known>,
    /** What this source knew of those that several have seen, by id. */
    private readonly own: ReadonlyMap<string, OriginRow>,
    /** Findings that have just become one. */
    readonly joined: readonly Closed[],
  ) {}

  static async of(store: TenantStore, batch: Observation, fingerprints: readonly string[]): Promise<KnownFindings> {
    const { readers } = batch;
    const joined = readers.length > 1 ? await joinFindings(store, readers) : [];
    const findings = tenantTable(store, 'findings');
    const rows = await selectMany(fingerprints, (some) =>
      findings.select(KNOWN, { source_id: [...readers], fingerprint: [...some] }).execute(),
    );
    const shared = rows.flatMap((row) => (row.shared ? [row.finding_id] : []));
    const origins = await selectMany(shared, (finding_id) =>
      new OriginRepository(store).rows({ source_id: batch.sourceId, finding_id: [...finding_id] }).execute(),
    );
    const own = new Map(origins.map((row) => [row.finding_id, row]));
    const known = new Map(rows.map((row) => [row.fingerprint, row]));
    return new KnownFindings(store, batch, known, own, await new FindingRepository(store).listed(joined));
  }

  get(fingerprint: string): Known | undefined {
    return this.known.get(fingerprint);
  }

  /** When this source saw a finding last; empty when only others did. */
  lastSeen(known: Known): string {
    return this.isAlone(known) ? known.last_seen : (this.own.get(known.finding_id)?.last_seen ?? '');
  }

  /** True when this source says of it what it said before, or sees it for the first time after another one: both see a little more or less. */
  isOld(known: Known, hash: string): boolean {
    const own = this.own.get(known.finding_id);
    return !this.isAlone(known) && (own === undefined || own.document_hash === hash);
  }

  /** Notes that this source sees it. */
  sighted(known: Known, hash: string): void {
    if (!this.isAlone(known)) this.sightings.set(known.finding_id, { known, hash });
  }

  /** Findings of other sources that this one is the next to see. */
  get gained(): Known[] {
    return [...this.sightings.values()].flatMap(({ known }) => (this.own.has(known.finding_id) ? [] : [known]));
  }

  /** Before anything is written: findings of other sources that this one joins. */
  async noteFirst(): Promise<void> {
    const ids = [...this.sightings.values()].flatMap(({ known }) => (known.shared ? [] : [known.finding_id]));
    await new OriginRepository(this.store).noteFirst(ids);
    for (const finding_id of chunksOf(ids, 500)) await tenantTable(this.store, 'findings').updateWhere({ finding_id }, { shared: true });
  }

  /** After everything is written: what this source knows now. `older` are findings that it saw again in the past. */
  async noteSightings(evidenceId: string, older: readonly string[]): Promise<void> {
    const { jobId, observedAt } = this.batch;
    const drafts = [...this.sightings.values()].map(({ known, hash }): Draft<'finding_origins'> => {
      const before = this.own.get(known.finding_id);
      return {
        finding_id: known.finding_id,
        source_id: this.batch.sourceId,
        status: 'open',
        first_seen: before && before.first_seen < observedAt ? before.first_seen : observedAt,
        last_seen: observedAt,
        resolved_at: null,
        first_job_id: before?.first_job_id ?? jobId,
        last_job_id: jobId,
        evidence_id: evidenceId,
        document_hash: hash,
        former_id: before?.former_id ?? null,
      };
    });
    const past = older.flatMap((id) => this.own.get(id) ?? []).filter(({ first_seen }) => first_seen > observedAt);
    const origins = new OriginRepository(this.store);
    await origins.keep([...drafts, ...past.map(({ tenant_id, ...row }) => ({ ...row, first_seen: observedAt }))]);
  }

  private isAlone({ source_id, shared }: Known): boolean {
    return !shared && source_id === this.batch.sourceId;
  }
}
