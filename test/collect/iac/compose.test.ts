import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CollectedIac, collectIac } from '../../../src/collect/iac/collect.js';
import { Walk } from '../../../src/collect/walk.js';
import type { IacValue } from '../../../src/model/iac.js';
import { iacFamily } from '../../../src/scan/iac-step.js';
import { diskFiles } from '../../../src/system/files.js';
import { temporaryFolder } from '../../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;
let made = 0;

beforeAll(() => {
  folder = temporaryFolder();
});

afterAll(() => folder.dispose());

async function collected(files: Record<string, string>): Promise<CollectedIac> {
  const root = join(folder.path, String(made++));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const walk = new Walk(diskFiles, root, { excluded: () => false, wanted: iacFamily.wants });
  return collectIac(diskFiles, { absolute: root, prefix: '' }, [...walk.run()]);
}

function plain(value: IacValue | undefined): unknown {
  if (value?.kind === 'scalar') return value.value;
  if (value?.kind === 'list') return value.items.map(plain);
  if (value?.kind === 'map') return Object.fromEntries([...value.entries].map(([key, item]) => [key, plain(item)]));
  return value === undefined ? undefined : `? ${value.expression}`;
}

describe('projects of docker compose', () => {
  it('join a file with its override, what it includes and what its services extend', async () => {
    const { resources, issues } = await collected({
      'compose.yaml':
        'include: [parts/db.yaml]\nservices:\n  web:\n    extends: {file: common.yaml, service: base}\n    environment: [A=1]\n    ports: ["80:80"]\n',
      'compose.override.yaml': 'services:\n  web:\n    environment: {B: 2}\n    ports: !override ["81:80"]\n',
      'common.yaml': 'services:\n  base:\n    image: x:${TAG:-1}\n    environment: {A: 0, C: 3}\n',
      'parts/db.yaml': 'services:\n  db:\n    image: db:${DB_TAG}\n',
      'parts/.env': 'DB_TAG=17\n',
    });
    expect(issues).toEqual([]);
    const services = new Map(resources.map((resource) => [resource.address, plain(resource.body)]));
    expect(services.get('services.web')).toMatchObject({ image: 'x:1', environment: { A: '1', B: 2, C: 3 }, ports: ['81:80'] });
    expect(services.get('services.db')).toMatchObject({ image: 'db:17' });
  });

  it('leave variables open that the tree does not set', async () => {
    const { resources } = await collected({ 'docker-compose.yml': 'services:\n  a:\n    image: a:${TAG}\n    command: echo $$HOME\n' });
    expect(resources.map(({ body }) => plain(body))).toEqual([{ image: '? a:${TAG}', command: 'echo $HOME' }]);
  });

  it('name what is missing, what runs in circles and what cannot be read', async () => {
    const missing = await collected({ 'compose.yaml': 'include: [gone.yaml]\nservices: {a: {image: x}}\n' });
    expect(missing.issues).toMatchObject([{ kind: 'missing_include', line: 1 }]);
    const circle = await collected({ 'compose.yaml': 'include: [compose.yaml]\nservices: {a: {image: x, extends: b}, b: {extends: a}}\n' });
    expect(circle.issues.map(({ kind }) => kind)).toContain('too_deep');
    const broken = await collected({ 'compose.yaml': 'services: [\n', 'other/compose.yaml': '- a\n' });
    expect(broken.collectors.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  });
});
