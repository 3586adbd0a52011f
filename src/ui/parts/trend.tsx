import { useEffect, useRef } from 'preact/hooks';
import type { Line } from './trend-chart.js';

interface Props {
  /** What it shows, for readers of the screen. */
  label: string;
  /** `2026-01-31`, oldest first. */
  days: readonly string[];
  lines: readonly Line[];
}

/** Numbers over days, as a chart and, for readers of the screen, as a table. The library comes with the first chart. */
export function Trend({ label, days, lines }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let gone = false;
    import('./trend-chart.js').then(({ drawTrend }) => {
      if (!gone && place.current) remove = drawTrend(place.current, days, lines);
    });
    return () => {
      gone = true;
      remove?.();
    };
  }, [days, lines]);
  return (
    <figure class="trend" aria-label={label}>
      <div ref={place} class="trend-place" aria-hidden="true" />
      <table class="hidden">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {lines.map(({ name, values }) => (
                <td key={name}>{values[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
