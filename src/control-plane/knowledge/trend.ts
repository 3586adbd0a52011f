import { DAY_MS } from '../../support/durations.js';
import { toSeverity } from '../store/findings/finding-counts.js';
import type { TenantStore } from '../store/layer/store.js';
import { PostureDays } from '../store/posture-days.js';
import { totalOf, zero } from './summary.js';

/** Numbers of one day, as they were at its end. */
export interface TrendDay {
  day: string;
  /** Null for a day on which the service did not grade. */
  grade: string | null;
  open: number;
  by_severity: Record<string, number>;
  opened: number;
  resolved: number;
}

/** The last days, oldest first. Findings that were reopened count as open since they were first seen. */
export async function trendOf(store: TenantStore, now: number, days: number): Promise<TrendDay[]> {
  const repository = new PostureDays(store);
  const [opened, resolved] = [await repository.opened(), await repository.resolved()];
  const list = Array.from({ length: days }, (_, ago) => dayOf(now - (days - 1 - ago) * DAY_MS));
  const first = list[0] ?? '';
  const grades = await repository.grades(first);
  const open = zero();
  for (const { day, severity, count } of opened) if (day < first) open[toSeverity(severity)] += count;
  for (const { day, severity, count } of resolved) if (day < first) open[toSeverity(severity)] -= count;
  return list.map((day) => {
    const [came, went] = [opened.filter((one) => one.day === day), resolved.filter((one) => one.day === day)];
    for (const { severity, count } of came) open[toSeverity(severity)] += count;
    for (const { severity, count } of went) open[toSeverity(severity)] -= count;
    const sum = (moved: readonly { count: number }[]) => moved.reduce((total, { count }) => total + count, 0);
    return { day, grade: grades.get(day) ?? null, open: totalOf(open), by_severity: { ...open }, opened: sum(came), resolved: sum(went) };
  });
}

export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
