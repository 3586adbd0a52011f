import { type CloudResource, type CloudResourceKind, cloudResourceKinds, connectionName } from '../../model/cloud.js';
import type { Finding } from '../../model/finding.js';
import { plural } from '../../support/listing.js';
import { safeText, truncateStart } from '../../support/terminal.js';
import { worstSpans } from './agents.js';
import type { AgentsView } from './agents-view.js';
import { type Canvas, capped, drawLine, drawParagraph, drawSection, type StyledText } from './canvas.js';

/** Lines of an account without `--verbose`. */
const MAX_LINES = 8;
const NAME_WIDTH = 36;

/** The plural of kinds whose noun is not regular. */
const COLLECTIVE: Partial<Record<CloudResourceKind, string>> = { data: 'data store' };

/** Each account with the number of its things by kind, then those with findings, worst first. */
export function drawClouds(canvas: Canvas, view: AgentsView): string[] {
  const byAccount = new Map<string, CloudResource[]>();
  for (const resource of canvas.report.cloud ?? []) {
    const name = connectionName(resource);
    const known = byAccount.get(name);
    if (known) known.push(resource);
    else byAccount.set(name, [resource]);
  }
  return drawSection(
    canvas,
    'CLOUDS',
    [...byAccount].flatMap(([name, resources]) => drawAccount(canvas, view, name, resources)),
  );
}

function drawAccount(canvas: Canvas, view: AgentsView, name: string, resources: readonly CloudResource[]): string[] {
  const counts = cloudResourceKinds.flatMap((kind) => {
    const count = resources.filter((resource) => resource.kind === kind).length;
    return count === 0 ? [] : [plural(count, COLLECTIVE[kind] ?? kind)];
  });
  const open = resources.filter((resource) => resource.public === 'yes').length;
  const words = [...counts, ...(open > 0 ? [`${open} open to the internet`] : [])].join(` ${canvas.signs.dot} `);
  const place = new Map(canvas.report.findings.map((finding, at) => [finding, at]));
  const noted = resources
    .map((resource) => ({ resource, findings: view.findingsAbout(resource.ref) }))
    .filter(({ findings }) => findings.length > 0)
    .sort((a, b) => rankOf(place, a.findings) - rankOf(place, b.findings));
  return [
    drawLine(canvas, 0, [{ text: name, role: 'strong' }]),
    ...drawParagraph(canvas, { text: words, indent: 2, role: 'faint' }),
    ...capped(canvas, noted, { limit: MAX_LINES, draw: ({ resource, findings }) => [resourceLine(canvas, resource, findings)] }),
  ];
}

/** Findings of a report stand worst first. */
function rankOf(place: ReadonlyMap<Finding, number>, [worst]: readonly Finding[]): number {
  return (worst && place.get(worst)) ?? place.size;
}

function resourceLine(canvas: Canvas, { kind, name, region }: CloudResource, findings: readonly Finding[]): string {
  const spans: StyledText[] = [
    { text: `${kind.padEnd(9)}`, role: 'faint' },
    { text: truncateStart(safeText(name), NAME_WIDTH, canvas.signs.cut) },
    { text: `  ${region}  `, role: 'faint' },
  ];
  return drawLine(canvas, 2, [...spans, ...worstSpans(findings)]);
}
