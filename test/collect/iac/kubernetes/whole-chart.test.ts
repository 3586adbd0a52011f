import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { collectIac } from '../../../../src/collect/iac/collect.js';
import { Walk } from '../../../../src/collect/walk.js';
import { diskFiles } from '../../../../src/system/files.js';
import { helm } from '../../../support/chart.js';
import { execFileSync } from '../../../support/programs.js';
import { plain } from '../../../support/read-kubernetes.js';
import { projectRoot, temporaryFolder } from '../../../support/spawn-cli.js';

const chart = join(projectRoot, 'fixtures/charts/everything');
const folder = temporaryFolder();
afterAll(() => folder.dispose());

type KubernetesObject = { kind: string; metadata: { name: string } };

const sorted = (objects: KubernetesObject[]) =>
  objects
    .map((object) => [`${object.kind}/${object.metadata.name}`, object] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, object]) => object);

const objectsIn = (text: string) => sorted(parseAllDocuments(text).flatMap((document) => document.toJSON() ?? []));

/** What Helm 3.18 rendered of the chart. */
const rendered = objectsIn(readFileSync(`${chart}.rendered.yaml`, 'utf8'));

it('a chart with files, subcharts, texts that are templates and every function is rendered as Helm does', async () => {
  const walk = new Walk(diskFiles, chart, { excluded: () => false, wanted: () => true });
  const { resources, issues } = await collectIac(diskFiles, { absolute: chart, prefix: '' }, [...walk.run()]);
  expect(issues).toEqual([]);
  const bodies = resources.map(({ body }) => plain(body) as KubernetesObject);
  expect(sorted(bodies)).toEqual(rendered);
});

it.skipIf(helm === undefined)('Helm itself (TEST_HELM or PATH) still does', () => {
  mkdirSync(join(folder.path, 'home'), { recursive: true });
  const text = execFileSync(helm ?? '', ['template', 'everything', chart], { encoding: 'utf8', env: { HOME: join(folder.path, 'home') } });
  expect(objectsIn(text)).toEqual(rendered);
});
