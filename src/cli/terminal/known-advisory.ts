import { type KnownAdvisory, type KnownPackage, rangeText } from '../../advisories/known-advisory.js';
import { drawLine, drawParagraph, type StyledText, type Surface } from '../../report/console/canvas.js';
import { epssText } from '../../report/words.js';
import { firstOf, plural } from '../../support/listing.js';

/** Affected packages shown without `--verbose`. */
const MAX_PACKAGES = 12;
const LABEL = 12;

/** One record of the advisory database from end to end. */
export function drawAdvisory(surface: Surface, known: KnownAdvisory): string[] {
  const { advisory, packages } = known;
  const shown = surface.options.verbose ? packages : packages.slice(0, MAX_PACKAGES);
  const rest = packages.length - shown.length;
  return [
    drawLine(surface, 0, titleOf(surface, known)),
    ...drawParagraph(surface, { text: advisory.summary, indent: 2, maxLines: 4 }),
    '',
    ...facts(known).map(([label, text]) => drawLine(surface, 2, [{ text: label.padEnd(LABEL), role: 'faint' }, text])),
    '',
    heading(surface, `AFFECTED (${packages.length})`),
    ...shown.flatMap((one) => [packageLine(surface, one), ...drawParagraph(surface, { text: versionsText(one), indent: 4, maxLines: 6 })]),
    ...(rest > 0 ? [drawLine(surface, 2, [{ text: `${plural(rest, 'more package')}: --verbose, or --format json`, role: 'faint' }])] : []),
    ...(advisory.details === ''
      ? []
      : ['', heading(surface, 'DETAILS'), ...drawParagraph(surface, { text: advisory.details, indent: 2, maxLines: 20 })]),
    ...(advisory.references.length === 0 ? [] : ['', heading(surface, 'READ MORE')]),
    ...advisory.references.slice(0, 8).map(({ url }) => drawLine(surface, 2, [{ text: url, role: 'faint' }])),
  ];
}

function titleOf({ signs }: Surface, { advisory, severity, kev }: KnownAdvisory): StyledText[] {
  const mark = advisory.malicious ? 'malicious' : severity;
  return [
    { text: `${signs.marks[mark]} ${mark.toUpperCase()}  `, role: mark },
    { text: advisory.id, role: 'strong' },
    ...(kev ? [{ text: '  KEV', role: 'badge' as const }] : []),
    ...(advisory.withdrawn === undefined ? [] : [{ text: `  withdrawn ${advisory.withdrawn.slice(0, 10)}`, role: 'faint' as const }]),
  ];
}

function facts({ advisory, score, vector, kev, epss }: KnownAdvisory): [string, string][] {
  const rows: [string, string | undefined][] = [
    ['also', advisory.aliases.join(', ')],
    ['score', score === undefined ? undefined : `${score.toFixed(1)}  ${vector ?? ''}`],
    ['EPSS', epss && epssText(epss)],
    [
      'KEV',
      kev &&
        `exploited, listed ${kev.date_added}${kev.due_date === undefined ? '' : `, due ${kev.due_date}`}${kev.ransomware ? ', in ransomware' : ''}`,
    ],
    ['published', advisory.published?.slice(0, 10)],
    ['weakness', advisory.cwes.join(', ')],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined && row[1] !== '');
}

function packageLine(surface: Surface, { ecosystem, name }: KnownPackage): string {
  return drawLine(surface, 2, [
    { text: name, role: 'strong' },
    { text: `  ${ecosystem}`, role: 'faint' },
  ]);
}

/** Versions listed besides ranges are nearly always within the ranges, so they are shown only where there are no ranges. */
function versionsText({ ranges, versions }: KnownPackage): string {
  if (ranges.length > 0) return ranges.map(rangeText).join('; or ');
  return versions.length === 0 ? 'every version' : firstOf(versions, 20);
}

function heading(surface: Surface, text: string): string {
  return drawLine(surface, 0, [{ text, role: 'heading' }]);
}
