import type { SourceKind } from '../../api/source-scope.js';
import { noteEvent } from '../auth/note-event.js';
import { checkedScope } from '../sources/scope-check.js';
import { createSource, type SourceWork } from '../sources/write.js';
import { QuotaRepository } from '../store/quotas.js';
import { SourceRepository, type SourceRow } from '../store/sources.js';

/** A target given with a scan, instead of a source. */
export interface InlineTarget {
  kind: SourceKind;
  scope: unknown;
}

/**
 * The source that covers a target. Findings belong to sources, so a target without one gets one, with its own audit
 * event.
 */
export async function sourceFor(work: SourceWork, target: InlineTarget): Promise<SourceRow> {
  const { kind } = target;
  const scope = checkedScope(kind, target.scope, work.scanRoots);
  // Two concurrent first scans of one target must create one source: the second waits here until the first is done.
  await new QuotaRepository(work.store).lock();
  const known = await new SourceRepository(work.store).covering(kind, scope);
  if (known) return known;
  const row = await createSource(work, { kind, display_name: nameOf(kind, scope), scope, labels: { made_by: 'scan' } });
  await noteEvent(work, 'source.create', { target_id: row.source_id, details: { kind, display_name: row.display_name } });
  return row;
}

interface NamedScope {
  url?: string;
  repo_url?: string;
  /** Of images; of repositories it only says which state. */
  ref?: string;
  path?: string;
  paths?: string[];
}

/** A one-line name for what the source covers. */
function nameOf(kind: SourceKind, { url, repo_url, ref, path, paths }: NamedScope): string {
  return `${kind} ${url ?? repo_url ?? path ?? paths?.join(', ') ?? ref ?? ''}`.trim().slice(0, 200);
}
