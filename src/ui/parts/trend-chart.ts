import 'uplot/dist/uPlot.min.css';
import './trend.css';
import UPlot from 'uplot';

export interface Line {
  name: string;
  /** Name of a custom property: `--critical`. */
  colour: string;
  /** One a day. */
  values: readonly number[];
  /** The area under it is filled. */
  filled?: boolean;
}

const HEIGHT_PX = 190;

/** Draws lines into a place, as wide as it is, in the colours of the theme. Returns how to remove them. */
export function drawTrend(place: HTMLElement, days: readonly string[], lines: readonly Line[]): () => void {
  let chart = make(place, days, lines);
  const again = () => {
    chart.destroy();
    chart = make(place, days, lines);
  };
  const theme = matchMedia('(prefers-color-scheme: dark)');
  theme.addEventListener('change', again);
  const observer = new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height: HEIGHT_PX }));
  observer.observe(place);
  return () => {
    theme.removeEventListener('change', again);
    observer.disconnect();
    chart.destroy();
  };
}

function make(place: HTMLElement, days: readonly string[], lines: readonly Line[]): UPlot {
  const colours = new Map(lines.map(({ colour }) => [colour, resolved(place, colour)]));
  const axis = { stroke: resolved(place, '--quiet'), grid: { stroke: resolved(place, '--line'), width: 1 }, ticks: { show: false } };
  const times = days.map((day) => Date.parse(`${day}T00:00:00Z`) / 1000);
  const options: UPlot.Options = {
    width: place.clientWidth,
    height: HEIGHT_PX,
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, Math.max(4, most * 1.1)] } },
    axes: [axis, { ...axis, size: 42, incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000] }],
    series: [
      { value: '{YYYY}-{MM}-{DD}' },
      ...lines.map(({ name, colour, filled }) => ({
        label: name,
        stroke: colours.get(colour) ?? '',
        width: 2,
        ...(filled && { fill: `${colours.get(colour)}22` }),
        points: { show: times.length < 3 },
      })),
    ],
  };
  return new UPlot(options, [times, ...lines.map(({ values }) => [...values])], place);
}

/** A colour of the theme as the canvas understands it, `#rrggbb`. */
function resolved(place: HTMLElement, property: string): string {
  const probe = place.appendChild(document.createElement('span'));
  probe.style.color = `var(${property})`;
  const parts = getComputedStyle(probe).color.match(/[\d.]+/g) ?? [];
  probe.remove();
  return `#${parts
    .slice(0, 3)
    .map((part) => Math.round(Number(part)).toString(16).padStart(2, '0'))
    .join('')}`;
}
