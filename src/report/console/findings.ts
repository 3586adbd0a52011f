import type { Component, Location } from '../../model/component.js';
import type { Finding } from '../../model/finding.js';
import { baseNames, imagesOfPlaces } from '../../model/image-places.js';
import { displayWidth, safeText, truncate, truncateStart } from '../../support/terminal.js';
import { groupBySubject, type SubjectFindings, worstFirst } from '../order.js';
import { contextWord, declaringFile, epssText, kindWord, locationText, placesText, rightsOfKubernetes } from '../words.js';
import { type Canvas, capped, drawLine, drawParagraph, fitting, type StyledText } from './canvas.js';

/** Groups shown without `--verbose`, and findings shown in each. */
const MAX_GROUPS = 20;
const MAX_PER_GROUP = 6;

/** Active findings grouped by the thing they are about, worst first. */
export function drawFindings(canvas: Canvas): string[] {
  const active = worstFirst(canvas.report).filter((finding) => finding.suppressed === undefined);
  return byBase(canvas, active).flatMap(({ heading, findings }) => [
    ...(heading === undefined ? [] : ['', drawLine(canvas, 0, [{ text: heading, role: 'warn' }])]),
    ...capped(canvas, groupBySubject(findings), { limit: MAX_GROUPS, draw: (group) => drawGroup(canvas, group) }),
  ]);
}

/** What the base of an image brought is fixed apart from what its own layers did; all else comes first and needs no heading. */
function byBase({ report }: Canvas, active: readonly Finding[]): { heading?: string; findings: Finding[] }[] {
  const of = (wanted: boolean | undefined) => active.filter(({ in_base: inBase }) => inBase === wanted);
  const [others, own, base] = [of(undefined), of(false), of(true)];
  const names = baseNames(base.flatMap(({ locations }) => locations).map(imagesOfPlaces(report.images ?? [])));
  return [
    { findings: others },
    { heading: 'In your layers', findings: own },
    { heading: `In your base image${names === '' ? '' : ` (${names})`}`, findings: base },
  ].filter(({ findings }) => findings.length > 0);
}

function drawGroup(canvas: Canvas, { key, findings }: SubjectFindings): string[] {
  const component = canvas.directory.component(key);
  const [worst] = findings;
  if (!worst) return [];
  const rows = collapse(findings);
  const weighty = rows.filter(({ finding }) => finding.severity !== 'none');
  // Worst first, so the remarks come last; a group of nothing else shows what it has.
  const told = canvas.options.verbose || component || weighty.length === 0 ? rows : weighty;
  return [
    '',
    titleLine(canvas, worst, component),
    ...(component || rows.length === 1 ? [placeLine(canvas, component?.locations ?? rows[0]?.places ?? [])] : []),
    ...reachLine(canvas, worst),
    ...capped(canvas, told, { limit: MAX_PER_GROUP, draw: (row) => drawFinding(canvas, row, rows.length > 1) }),
    ...remarksLine(
      canvas,
      rows.filter((row) => !told.includes(row)),
    ),
  ];
}

/** Remarks without severity about one thing, named in a row: they ask for nothing, and would hide what does. */
function remarksLine(canvas: Canvas, rows: readonly Row[]): string[] {
  if (rows.length === 0) return [];
  const text = `${rows.length === 1 ? 'remark' : 'remarks'}: ${[...new Set(rows.map(({ finding }) => finding.id))].join(', ')}`;
  return drawParagraph(canvas, { text, indent: 2, role: 'faint' });
}

/** Columns of the file that declares a resource, beside its name. */
const MAX_FILE = 36;

/** The findings of one rule or advisory about one subject, with all their places. */
interface Row {
  finding: Finding;
  count: number;
  places: Location[];
}

/** Joins the findings of a rule into one row with all places; findings of advisories stay separate. */
function collapse(findings: readonly Finding[]): Row[] {
  const rows = new Map<string, Row>();
  for (const finding of findings) {
    const { id, severity, title, fix, component, fingerprint } = finding;
    const key = component === undefined ? [id, severity, title, fix].join('\n') : fingerprint;
    const known = rows.get(key);
    if (known) {
      known.count++;
      known.places.push(...finding.locations);
    } else rows.set(key, { finding, count: 1, places: [...finding.locations] });
  }
  return [...rows.values()];
}

/** The subject's name on the left, its kind of component at the right edge. */
function titleLine(canvas: Canvas, worst: Finding, component: Component | undefined): string {
  const { directory, width } = canvas;
  const ref = component?.ref ?? worst.subject;
  // Several files may declare a service of one name.
  const label = ref === undefined ? (worst.locations[0]?.path ?? worst.id) : directory.label(ref);
  const declared = declaringFile(ref ?? '') ?? '';
  const file = label.endsWith(declared) ? '' : declared;
  const kind = [kindWord(worst.kind), truncateStart(safeText(file), MAX_FILE, canvas.signs.cut)];
  const facts = [...(component ? componentFacts(component) : kind), contextWord(worst)]
    .filter((fact) => fact !== '')
    .join(` ${canvas.signs.dot} `);
  const room = width - displayWidth(facts) - 2;
  const name = truncate(safeText(label), room, canvas.signs.cut);
  const gap = ' '.repeat(Math.max(2, width - displayWidth(name) - displayWidth(facts)));
  return drawLine(canvas, 0, [{ text: name, role: 'strong' }, gap, { text: facts, role: 'faint' }]);
}

function componentFacts({ ecosystem, direct, scope }: Component): string[] {
  const facts = [ecosystem];
  if (direct !== null) facts.push(direct ? 'direct' : 'transitive');
  if (scope !== 'unknown') facts.push(scope);
  return facts;
}

function placeLine(canvas: Canvas, locations: readonly Location[]): string {
  const [first, ...others] = locations;
  if (!first) return drawLine(canvas, 2, [{ text: 'no place in the evidence', role: 'faint' }]);
  const inOneFile = others.every(({ path }) => path === first.path);
  const text = inOneFile ? placesText(locations) : `${locationText(first)} and ${others.length} more`;
  return drawLine(canvas, 2, [{ text, role: 'faint' }]);
}

/** `runs shop/api:1, node:22; open to the internet; reaches agents claude, cursor; credential API_KEY; role helper; …` */
function reachLine(canvas: Canvas, { blast_radius: radius, subject }: Finding): string[] {
  if (!radius) return [];
  const images = (canvas.report.images ?? []).filter((image) => subject !== undefined && image.used_by?.includes(subject));
  const rolesThatAre = (kind: string) => (radius.roles ?? []).filter((ref) => canvas.directory.kind(ref) === kind);
  // A binding says nothing that the account and the role do not.
  const { ServiceAccount: account, ClusterRole: ofCluster, Role: ofNamespace } = rightsOfKubernetes;
  const parts = Object.entries({
    agent: radius.agents,
    server: radius.servers,
    credential: radius.credentials,
    tool: radius.tools,
    [account]: rolesThatAre(account),
    role: ['role', ofCluster, ofNamespace].flatMap(rolesThatAre),
    'data store': radius.data ?? [],
  })
    .map(([noun, refs]) => [noun, refs.filter((ref) => ref !== subject)] as const)
    .flatMap(([noun, refs]) => (refs.length === 0 ? [] : [`${noun}${refs.length === 1 ? '' : 's'} ${names(canvas, refs)}`]));
  const reach = [
    ...(images.length === 0
      ? []
      : [
          `runs ${names(
            canvas,
            images.flatMap(({ ref }) => ref ?? []),
          )}`,
        ]),
    ...(radius.exposed ? [canvas.directory.isPublic(subject) ? 'open to the internet' : 'reached from the internet through others'] : []),
    ...(parts.length === 0 ? [] : [`reaches ${parts.join('; ')}`]),
  ];
  return reach.length === 0 ? [] : drawParagraph(canvas, { text: reach.join('; '), indent: 2, role: 'warn' });
}

function names({ directory }: Canvas, refs: readonly string[]): string {
  const shown = refs.slice(0, 3).map((ref) => directory.short(ref));
  return refs.length > shown.length ? `${shown.join(', ')} +${refs.length - shown.length}` : shown.join(', ');
}

/**
 * The places of a row. They are left out for components, whose places stand above all their findings, and for a group
 * with a single row, whose places stand in its heading.
 */
function placesLine(canvas: Canvas, { finding, places }: Row, amongOthers: boolean): string[] {
  if (finding.component !== undefined || places.length === 0 || !amongOthers) return [];
  return drawParagraph(canvas, { text: `at ${placesText(places)}`, indent: 4, role: 'faint', maxLines: canvas.options.verbose ? 20 : 2 });
}

function drawFinding(canvas: Canvas, row: Row, amongOthers: boolean): string[] {
  const { finding, count } = row;
  const { signs, options } = canvas;
  const mark = finding.kind === 'malicious' ? 'malicious' : finding.severity;
  const score = finding.score === undefined ? '' : finding.score.toFixed(1);
  const head: StyledText[] = [
    { text: `${signs.marks[mark]} ${mark.toUpperCase().padEnd(9)}`, role: mark },
    { text: ` ${score.padStart(4)}  `, role: 'faint' },
    { text: truncate(safeText(finding.id), canvas.width - 22, signs.cut), role: 'strong' },
    ...(count > 1 ? [{ text: `  ${canvas.signs.times}${count}`, role: 'faint' } as const] : []),
  ];
  const lines = [
    drawLine(canvas, 2, fitting(canvas, 2, [...head, ...badges(finding)])),
    ...drawParagraph(canvas, { text: finding.title, indent: 4, maxLines: options.verbose ? 6 : 2 }),
    ...placesLine(canvas, row, amongOthers),
    ...(options.verbose ? [] : seenLine(canvas, finding, 4)),
  ];
  if (options.verbose) lines.push(...drawDetails(canvas, finding));
  else if (finding.fixed_version === undefined) lines.push(...drawFix(canvas, finding.fix));
  return lines;
}

/** Lines of code shown below the words of a fix. */
const MAX_CODE = 4;

/** The words of a fix wrapped, and the code below them line by line. */
/** What to do, in words, and under it the text to paste. */
export function drawFix(canvas: Canvas, fix: string): string[] {
  const [words = '', ...code] = fix.split('\n');
  const shown = code.length > MAX_CODE ? [...code.slice(0, MAX_CODE - 1), canvas.signs.cut] : code;
  return [
    ...drawParagraph(canvas, { text: words, indent: 4, role: 'faint', maxLines: 2 }),
    ...shown.map((line) => drawLine(canvas, 4, [{ text: line, role: 'faint' }])),
  ];
}

/**
 * The text that the rule matched, in one line, because a place alone does not let the reader judge. Nothing for
 * findings of advisories.
 */
export function seenLine(canvas: Canvas, { evidence }: Finding, indent: number): string[] {
  return evidence === undefined ? [] : [drawLine(canvas, indent, [{ text: 'seen: ', role: 'faint' }, evidence])];
}

function badges(finding: Finding): StyledText[] {
  const spans: StyledText[] = [];
  if (finding.kev === 'listed') spans.push({ text: '  KEV', role: 'badge' });
  if (finding.fixed_version !== undefined) spans.push({ text: `  fixed in ${finding.fixed_version}`, role: 'good' });
  if (finding.epss) spans.push({ text: `  EPSS ${epssText(finding.epss)}`, role: 'faint' });
  const cve = finding.aliases.find((alias) => alias.startsWith('CVE-'));
  if (cve !== undefined) spans.push({ text: `  ${cve}`, role: 'faint' });
  return spans;
}

function drawDetails(canvas: Canvas, finding: Finding): string[] {
  const { match } = finding;
  const facts = [
    ['why', finding.why],
    ['fix', finding.fix],
    ['match', match ? `${match.ecosystem} ${match.name}: ${match.range}, decided by ${match.event}` : ''],
    ['also', finding.aliases.join(', ')],
    ['vector', finding.vector ?? ''],
    ['see', finding.references.slice(0, 3).join(' ')],
  ];
  return facts.flatMap(([label, text]) =>
    text ? drawParagraph(canvas, { text: `${label}: ${text}`, indent: 4, role: 'faint', maxLines: 6 }) : [],
  );
}
