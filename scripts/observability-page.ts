import { readFileSync } from 'node:fs';
import { checks } from '../src/cli/doctor/registry.js';
import { type MetricEntry, metricTable } from '../src/control-plane/ground/metric-table.js';
import { table } from './markdown-table.js';

/** docs/observability.md is written by hand but for the tables between its marks, which come from the code's own lists. */
export function observabilityPage(): string {
  const page = readFileSync(new URL('../docs/observability.md', import.meta.url), 'utf8');
  return Object.entries(tables()).reduce((text, [name, made]) => filled(text, name, made), page);
}

function tables(): Record<string, string> {
  return {
    checks: table(
      ['Check', 'Of', 'What it looks at'],
      checks.map(({ id, of, about }) => [`\`${id}\``, of === 'user' ? 'every machine' : '`serve`', about]),
    ),
    metrics: table(
      ['Metric', 'Type', 'Labels', 'Meaning'],
      Object.entries<MetricEntry>(metricTable).map(([name, { type, labels = [], help }]) => [
        `\`${name}\``,
        type,
        labels.map((label) => `\`${label}\``).join(', '),
        help,
      ]),
    ),
  };
}

function filled(text: string, name: string, made: string): string {
  const [begin, end] = [`<!-- ${name}: printed by npm run docs -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/observability.md has no marks for ${name}`);
  return `${text.slice(0, from + begin.length)}\n${made}\n\n${text.slice(to)}`;
}
