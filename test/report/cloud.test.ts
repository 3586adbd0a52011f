import { describe, expect, it } from 'vitest';
import { render } from '../support/rendering.js';
import { sampleReports } from '../support/sample-reports.js';

const report = () => {
  const make = sampleReports['cloud'];
  if (!make) throw new Error('no sample of a cloud');
  return make();
};

describe('reports of clouds', () => {
  it('show accounts, what is wrong in them, and the way to the data', async () => {
    const text = await render('console', report());
    expect(text).toContain('CLOUDS');
    expect(text).toContain('aws:111122223333');
    expect(text).toContain('2 data stores');
    expect(text).toMatch(/entrance front .*high Public endpoint/);
    expect(text.replace(/\s+/g, ' ')).toMatch(/front → web → helper \(agent\) → helper \(role\) → customers/);
  });

  it('list the things of clouds in HTML', async () => {
    const page = await render('html', report());
    expect(page).toContain('<h2>Clouds</h2>');
    expect(page).toContain('internet, anybody');
  });

  it('name them as services, models and images in a bill of materials', async () => {
    const bom = JSON.parse(await render('cyclonedx', report()));
    const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
    expect(names(bom.services)).toEqual(['customers', 'front', 'helper', 'unrelated', 'web']);
    expect(bom.components.map(({ name, type }: { name: string; type: string }) => `${type} ${name}`).sort()).toEqual([
      'container shop/web:latest',
      'machine-learning-model claude',
    ]);
    const refs = JSON.stringify(bom).match(/"bom-ref":\s*"[^"]+"/g) ?? [];
    expect(new Set(refs).size).toBe(refs.length);
  });

  it('point to them by logical locations in SARIF', async () => {
    const { runs } = JSON.parse(await render('sarif', report()));
    expect(runs[0].results[0].locations[0].logicalLocations).toEqual([
      { name: 'front', fullyQualifiedName: 'cloud:aws:entrance/front', kind: 'resource' },
    ]);
  });
});
