/** What came of all cases of one detector. */
export interface Tally {
  detector: string;
  /** Cases in which it had to speak and did, and in which it did not. */
  found: number;
  missed: number;
  /** Cases in which it had to be silent and was, and in which it spoke. */
  quiet: number;
  alarms: number;
  /** Names of the cases that were judged wrong. */
  misses: string[];
}

export class Tallies {
  private readonly byDetector = new Map<string, Tally>();

  take(detector: string, name: string, expected: boolean, spoke: boolean): void {
    const tally = this.byDetector.get(detector) ?? { detector, found: 0, missed: 0, quiet: 0, alarms: 0, misses: [] };
    this.byDetector.set(detector, tally);
    if (expected) tally[spoke ? 'found' : 'missed']++;
    else tally[spoke ? 'alarms' : 'quiet']++;
    if (expected !== spoke) tally.misses.push(`${expected ? 'missed' : 'false alarm'}: ${name}`);
  }

  get all(): Tally[] {
    return [...this.byDetector.values()];
  }
}

/** Share of what it said that was right. */
export function precisionOf({ found, alarms }: Pick<Tally, 'found' | 'alarms'>): number {
  return found + alarms === 0 ? 1 : found / (found + alarms);
}

/** Share of what it had to say that it said. */
export function recallOf({ found, missed }: Pick<Tally, 'found' | 'missed'>): number {
  return found + missed === 0 ? 1 : found / (found + missed);
}

/** Share of harmless cases in which it was silent. */
export function silenceOf({ quiet, alarms }: Pick<Tally, 'quiet' | 'alarms'>): number {
  return quiet + alarms === 0 ? 1 : quiet / (quiet + alarms);
}
