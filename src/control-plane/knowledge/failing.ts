import type { RadiusIndex } from '../../graph/blast-radius.js';
import { type PostureFacts, whyFailing } from '../../policy/posture.js';
import type { NotableFinding } from './summary.js';

const ORDER = { malicious: 0, kev: 1, critical: 2 };

/** A finding that earns an F, and why. */
export interface FailingFinding {
  finding: NotableFinding;
  because: NonNullable<PostureFacts['failing']>['because'];
}

/** Those of the notable findings that earn an F, the worst reason first. */
export function failingOf(notable: readonly NotableFinding[], radius: RadiusIndex | undefined): FailingFinding[] {
  const failing = notable.flatMap((finding) => {
    const { kind, kev, severity, fixed } = finding;
    const because = whyFailing({ kind, kev: kev ? 'listed' : 'not_listed', severity }, fixed || isNearAgent(radius, finding));
    return because ? [{ finding, because }] : [];
  });
  return failing.sort((a, b) => ORDER[a.because] - ORDER[b.because]);
}

function isNearAgent(radius: RadiusIndex | undefined, { component, subject }: NotableFinding): boolean {
  const about = { ...(component !== null && { component }), ...(subject !== null && { subject }) };
  return (radius?.of(about).agents.length ?? 0) > 0;
}
