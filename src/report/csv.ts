import type { Finding } from '../model/finding.js';
import { safeText } from '../support/terminal.js';
import { worstFirst } from './order.js';
import type { Reporter } from './reporter.js';
import { directoryOf, layersWord, locationText, type NameDirectory } from './words.js';

const COLUMNS: readonly [string, (finding: Finding, directory: NameDirectory) => string | number | undefined][] = [
  ['id', ({ id }) => id],
  ['kind', ({ kind }) => kind],
  ['severity', ({ severity }) => severity],
  ['score', ({ score }) => score],
  ['ecosystem', ({ component }, directory) => directory.component(component)?.ecosystem],
  [
    'name',
    ({ component, subject }, directory) =>
      directory.component(component)?.name ?? (subject === undefined ? undefined : directory.label(subject)),
  ],
  ['version', ({ component }, directory) => directory.component(component)?.version ?? undefined],
  ['fixed_version', ({ fixed_version }) => fixed_version],
  ['kev', ({ kev }) => kev],
  ['epss', ({ epss }) => epss?.score],
  ['location', ({ locations }) => locations.map(locationText).slice(0, 20).join(' ')],
  ['aliases', ({ aliases }) => aliases.join(' ')],
  ['suppressed', ({ suppressed }) => (suppressed ? `${suppressed.by}: ${suppressed.reason}` : undefined)],
  ['title', ({ title }) => title],
  ['fix', ({ fix }) => fix],
  ['purl', ({ component }, directory) => directory.component(component)?.purl],
  ['fingerprint', ({ fingerprint }) => fingerprint],
  ['context', ({ context }) => context],
  ['layers', (finding) => layersWord(finding) || undefined],
];

/**
 * CSV (RFC 4180, but with LF line ends), one row for each finding. Cells that a spreadsheet would evaluate as formulas
 * are marked as text.
 */
const reporter: Reporter = {
  *render(report) {
    const directory = directoryOf(report);
    yield `${COLUMNS.map(([name]) => name).join(',')}\n`;
    for (const finding of worstFirst(report)) yield `${COLUMNS.map(([, value]) => cell(value(finding, directory))).join(',')}\n`;
  },
};

/** The longest text that spreadsheets keep in a cell. */
const MAX_CELL = 32_000;

/**
 * A leading `=`, `+`, `-` or `@` (also full-width) starts a formula; an apostrophe before it makes it text (OWASP CSV
 * injection).
 */
function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = safeText(value.slice(0, MAX_CELL));
  const inert = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]/.test(text) ? `'${text}` : text;
  return /[",;]|^\s|\s$/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

export default reporter;
