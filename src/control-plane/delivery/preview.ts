import { compareSeverity } from '../../model/severity.js';
import type { Ground } from '../ground/ground.js';
import type { DeliveryRow } from '../store/deliveries.js';
import { DeliveryItems } from '../store/delivery-items.js';
import type { TenantStore } from '../store/layer/store.js';
import { openFindingIds } from './absorb.js';
import { plainText } from './markup/plain.js';
import { digestNotice, findingNotice, type Notice } from './notice.js';
import { wants } from './rules.js';
import { type Sight, Sights } from './sight.js';
import { isDigestTicket } from './tickets.js';

interface Previewed {
  kind: 'ticket' | 'digest';
  title: string;
  text: string;
  findings: { finding_id: string; fingerprint: string; severity: Sight['finding']['severity']; title: string }[];
}

/** What the rule would send now for findings that have no ticket at its destination; `total` counts those findings. */
export async function previewOf(ground: Ground, store: TenantStore, rule: DeliveryRow): Promise<{ items: Previewed[]; total: number }> {
  const wanted = await waiting(ground, store, rule);
  const { publicUrl } = ground.options;
  if (wanted.length === 0) return { items: [], total: 0 };
  const items = isDigestTicket(rule, wanted.length)
    ? [shown('digest', digestNotice(wanted, publicUrl), wanted)]
    : wanted.map((sight) => shown('ticket', findingNotice(sight, publicUrl), [sight]));
  return { items, total: wanted.length };
}

async function waiting(ground: Ground, store: TenantStore, rule: DeliveryRow): Promise<Sight[]> {
  const sights = await (await Sights.of(ground, store)).some(await openFindingIds(store, rule));
  const byFingerprint = new Map<string, Sight>();
  for (const sight of sights) {
    const { fingerprint } = sight.finding;
    if (sight.reason === null && wants(rule, sight) && !byFingerprint.has(fingerprint)) byFingerprint.set(fingerprint, sight);
  }
  const { connector_name, destination } = rule;
  const known = (await new DeliveryItems(store).of([...byFingerprint.keys()])).filter(
    (item) => item.connector_name === connector_name && item.destination === destination && item.ticket_id !== null,
  );
  for (const { fingerprint } of known) byFingerprint.delete(fingerprint);
  return [...byFingerprint.values()].sort(
    (a, b) => compareSeverity(b.finding.severity, a.finding.severity) || (a.finding.fingerprint < b.finding.fingerprint ? -1 : 1),
  );
}

/** Ids of at most this many findings are listed with a digest. */
const MOST = 200;

function shown(kind: Previewed['kind'], notice: Notice, sights: readonly Sight[]): Previewed {
  const findings = sights
    .slice(0, MOST)
    .map(({ findingId, finding: { fingerprint, severity, title } }) => ({ finding_id: findingId, fingerprint, severity, title }));
  return { kind, title: notice.title, text: plainText(notice), findings };
}
