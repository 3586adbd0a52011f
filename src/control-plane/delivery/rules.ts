import { meetsThreshold, type Threshold, thresholds } from '../../model/severity.js';
import { DAY_MS, HOUR_MS } from '../../support/durations.js';
import type { DeliveryRow } from '../store/deliveries.js';
import type { Sight } from './sight.js';

/** Whether the severity is at least what a rule or webhook wants. With `any` an unscored one is, too. */
export function isSevere(severity: Sight['finding']['severity'], least: string): boolean {
  return least === 'any' || meetsThreshold(severity, thresholdOf(least));
}

function thresholdOf(text: string): Threshold {
  return thresholds.find((one) => one === text) ?? 'any';
}

/** Whether severity and exploitation of a finding are what the rule asks for. */
export function isDangerous({ severity, kev }: Pick<Sight['finding'], 'severity' | 'kev'>, rule: DeliveryRow): boolean {
  return isSevere(severity, rule.min_severity) && (!rule.only_kev || kev === 'listed');
}

/** Whether the rule wants a ticket for the finding, were it not set aside. */
export function wants(rule: DeliveryRow, { finding, exposed, owner }: Sight): boolean {
  if (!isDangerous(finding, rule)) return false;
  if (rule.only_exposed && !exposed) return false;
  return rule.owner === null || rule.owner === owner;
}

/** When a rule sends what comes at `now` (milliseconds): at once, or when its hour or day (UTC) ends. */
export function sendingTime({ digest }: Pick<DeliveryRow, 'digest'>, now: number): string {
  const period = digest === 'hourly' ? HOUR_MS : digest === 'daily' ? DAY_MS : 1;
  return new Date(Math.ceil(now / period) * period).toISOString();
}
