import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectIac } from '../../../src/collect/iac/collect.js';
import { Walk } from '../../../src/collect/walk.js';
import { declaredEstate } from '../../../src/detect/iac/declared/declared-estate.js';
import { iacFamily } from '../../../src/scan/iac-step.js';
import { diskFiles } from '../../../src/system/files.js';
import { writeTree } from '../../support/project-folder.js';
import { temporaryFolder } from '../../support/spawn-cli.js';

let folder: ReturnType<typeof temporaryFolder>;
let made = 0;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.dispose());

/** The images of the only workload of a tree, whose Dockerfile in `api` is built on node:22. */
async function imagesOf(image: string, files: Record<string, string>): Promise<readonly string[]> {
  const root = join(folder.path, String(made++));
  const pod = `apiVersion: v1\nkind: Pod\nmetadata: { name: api }\nspec: { containers: [{ name: api, image: "${image}" }] }\n`;
  writeTree(root, { 'api/Dockerfile': 'FROM node:22 AS base\nFROM alpine:3.20 AS tools\nFROM base\n', 'pod.yaml': pod, ...files });
  const walk = new Walk(diskFiles, root, { excluded: () => false, wanted: iacFamily.wants });
  const { resources } = await collectIac(diskFiles, { absolute: root, prefix: '' }, [...walk.run()]);
  return declaredEstate(resources).find(({ native_id }) => native_id.startsWith('Pod/'))?.images ?? [];
}

const workflow = (step: string, env = '{}') => ({
  '.github/workflows/build.yml': `on: push\nenv: ${env}\njobs:\n  build:\n    runs-on: ubuntu-24.04\n    steps:\n${step}`,
});

describe('the image of a workload is joined to the Dockerfile that builds it', () => {
  it.each([
    ['a service of compose', 'shop/api:1', { 'compose.yaml': 'services: { web: { image: "shop/api:dev", build: ./api } }\n' }],
    [
      'a service of compose for any registry',
      'ghcr.io/shop/api:1',
      { 'compose.yaml': 'services: { web: { image: "${REGISTRY}/shop/api:${TAG}", build: { context: api } } }\n' },
    ],
    [
      'an action that builds',
      'ghcr.io/shop/api@sha256:0000000000000000000000000000000000000000000000000000000000000000',
      workflow(
        '      - uses: docker/build-push-action@v6\n        with: { context: ./api, tags: "${{ env.REGISTRY }}/${{ env.NAME }}:${{ github.sha }}" }\n',
        '{ REGISTRY: ghcr.io, NAME: shop/api }',
      ),
    ],
    [
      'an artifact of Skaffold',
      'registry.test/api',
      { 'skaffold.yaml': 'apiVersion: skaffold/v4beta11\nkind: Config\nbuild: { artifacts: [{ image: api, context: api }] }\n' },
    ],
    [
      'a command whose registry another step tells',
      '123456789012.dkr.ecr.eu-west-1.amazonaws.com/api:1',
      workflow('      - run: docker build -t ${{ steps.login.outputs.registry }}/api:${{ github.sha }} api\n'),
    ],
    ['a command', 'shop/api:2', workflow('      - run: docker build --no-cache -t shop/api:$GITHUB_SHA -f api/Dockerfile .\n')],
    [
      'a command in a folder',
      'shop/api:2',
      workflow('      - run: docker buildx build --push --tag=registry.test/shop/api:1 .\n        working-directory: api\n'),
    ],
  ])('by %s', async (_, image, files) => {
    expect(await imagesOf(image, files)).toEqual([image, 'node:22'].sort());
  });

  it('ends with the stage that the build names', async () => {
    const files = workflow('      - run: docker build -t shop/api --target tools api\n');
    expect(await imagesOf('shop/api', files)).toEqual(['alpine:3.20', 'shop/api']);
  });

  it.each([
    [
      'what Skaffold builds without a Dockerfile',
      'api',
      { 'skaffold.yaml': 'apiVersion: skaffold/v4beta11\nkind: Config\nbuild: { artifacts: [{ image: api, context: api, ko: {} }] }\n' },
    ],
    ['another image', 'shop/worker:1', workflow('      - run: docker build -t shop/api:1 api\n')],
    ['a name of one word behind an open registry', 'nginx:1', workflow('      - run: docker build -t $REGISTRY/nginx:1 api\n')],
    ['one of the public hub', 'docker.io/nginx:1', workflow('      - run: docker build -t $REGISTRY/nginx:1 api\n')],
    ['a Dockerfile of another repository', 'shop/api:1', workflow('      - run: docker build -t shop/api:1 https://git.test/api.git\n')],
  ])('but not %s', async (_, image, files) => {
    expect(await imagesOf(image, files)).toEqual([image]);
  });
});
