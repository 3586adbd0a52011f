import { type Severity, severityShapes } from '../words/severity.js';

/** A severity as word, shape and colour. */
export function SeverityMark({ severity }: { severity: Severity }) {
  return (
    <span class={`severity ${severity}`}>
      <span aria-hidden="true">{severityShapes[severity]}</span> {severity}
    </span>
  );
}

/** How many of each severity, worst first; those of which there are none are left out. */
export function SeverityCounts({ counts }: { counts: Readonly<Record<string, number>> }) {
  const present = (Object.keys(severityShapes) as Severity[]).filter((severity) => (counts[severity] ?? 0) > 0);
  if (present.length === 0) return <span class="quiet">none</span>;
  return (
    <span class="counts">
      {present.map((severity) => (
        <span key={severity} class={`severity ${severity}`} title={`${counts[severity]} ${severity}`}>
          <span aria-hidden="true">{severityShapes[severity]}</span> {counts[severity]}
          <span class="hidden"> {severity}</span>
        </span>
      ))}
    </span>
  );
}
