import { type Canvas, drawLine, drawParagraph, drawSection } from '../../report/console/canvas.js';
import type { LicensedComponent, LicenseInventory } from '../../report/license-inventory.js';
import { licenseCategories } from '../../support/licenses/categories.js';
import { plural } from '../../support/listing.js';

/** Longest name and licence that are shown in columns. */
const MAX_NAME = 44;

/** How many components each category has, then the components by category, the most demanding first. */
export function drawLicenses(canvas: Canvas, { categories, components, without_license: without, remarks }: LicenseInventory): string[] {
  const counts = licenseCategories.map((category) => `${category} ${categories[category]}`).join(` ${canvas.signs.dot} `);
  const width = Math.min(MAX_NAME, Math.max(8, ...components.map((component) => labelOf(component).length))) + 2;
  const sections = [...licenseCategories].reverse().flatMap((category) => {
    const own = components.filter((component) => component.category === category);
    return drawSection(
      canvas,
      `${category.toUpperCase()} (${own.length})`,
      own.map((component) => componentLine(canvas, component, width)),
    );
  });
  const lacking =
    without === 0 ? [] : [drawLine(canvas, 2, [{ text: `${plural(without, 'component')} without a licence`, role: 'faint' }])];
  return [
    drawLine(canvas, 0, [{ text: plural(components.length, 'component'), role: 'strong' }]),
    ...drawParagraph(canvas, { text: counts, indent: 2 }),
    ...lacking,
    ...sections,
    ...drawSection(
      canvas,
      `REMARKS (${remarks.length})`,
      remarks.flatMap((text) => drawParagraph(canvas, { text, indent: 1 })),
    ),
  ];
}

function labelOf({ name, version }: LicensedComponent): string {
  return version === null ? name : `${name}@${version}`;
}

function componentLine(canvas: Canvas, component: LicensedComponent, width: number): string {
  const { licenses, verdict, because, reason } = component;
  const stated = licenses.map(({ text }) => text).join(', ') || 'no licence';
  const judged = verdict === undefined || verdict === 'allow' ? '' : `  ${verdict}: ${because ?? ''}`;
  const aside = reason === undefined ? '' : `  allowed: ${reason}`;
  const role = verdict === 'deny' ? 'high' : 'medium';
  return drawLine(canvas, 1, [`${labelOf(component)}  `.padEnd(width), stated, { text: judged, role }, { text: aside, role: 'faint' }]);
}
