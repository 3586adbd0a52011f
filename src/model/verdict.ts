/** Gates, worst first: the last line of a scan names the first that matched. */
export const gates = [
  'stale-db',
  'no-input',
  'empty-after-filter',
  'malicious',
  'incomplete',
  'unresolved',
  'policy',
  'model-policy',
  'kev',
  'ai-risk',
  'severity',
] as const;
export type Gate = (typeof gates)[number];

export interface GateMatch {
  gate: Gate;
  /** One line, naming what matched and the threshold. */
  reason: string;
  /** Fingerprints that matched, sorted. */
  findings: string[];
}

/** The one judgement of a scan, the same in the exit code, the last line and every artifact. */
export interface Verdict {
  outcome: 'clean' | 'findings' | 'blocked' | 'incomplete' | 'empty';
  exit_code: 0 | 1 | 2 | 3;
  /** Worst matched gate, null when none. */
  gate: Gate | null;
  gates: GateMatch[];
  reasons: string[];
  /** `warning tier <level>: N findings` lines and unknown-severity notes. */
  warnings: string[];
}

export interface Posture {
  grade: 'A' | 'C' | 'D' | 'F' | 'unknown';
  reason: string;
}

/** True when a scan read and matched everything. A scan that another gate failed may be incomplete as well. */
export function isWholeScan({ outcome, gates }: Pick<Verdict, 'outcome' | 'gates'>): boolean {
  return outcome !== 'incomplete' && outcome !== 'empty' && !gates.some(({ gate }) => gate === 'incomplete');
}
