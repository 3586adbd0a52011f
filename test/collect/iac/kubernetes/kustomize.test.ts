import { describe, expect, it } from 'vitest';
import { plain, readKubernetes, valueAt } from '../../../support/read-kubernetes.js';

const BASE = {
  'base/kustomization.yaml': 'resources: [pod.yaml]\n',
  'base/pod.yaml':
    'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  hostPID: true\n  containers:\n    - name: web\n      image: web\n      env: [{name: A, value: "1"}]\n',
};

describe('overlays of Kustomize', () => {
  it('are judged in place of the manifests that they use', async () => {
    const { resources, issues } = await readKubernetes({
      ...BASE,
      'over/kustomization.yaml': 'resources: [../base]\nnamespace: shop\nnamePrefix: x-\n',
    });
    expect(issues).toEqual([]);
    expect(resources.map(({ address, root }) => [address, root])).toEqual([['Pod/shop/x-web', 'over/kustomization.yaml']]);
  });

  it('apply patches of both kinds, and place what they say at their own lines', async () => {
    const { resources } = await readKubernetes({
      ...BASE,
      'over/kustomization.yaml':
        'resources: [../base]\npatches:\n  - target: {kind: Pod, name: web}\n    patch: |-\n      - op: remove\n        path: /spec/hostPID\n      - op: add\n        path: /spec/containers/0/tty\n        value: true\n  - path: p.yaml\n',
      'over/p.yaml':
        'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  hostIPC: true\n  containers:\n    - name: web\n      env: [{name: B, value: "2"}]\n    - name: side\n      image: side:1\n',
    });
    const [pod] = resources;
    expect(pod && plain(valueAt(pod, 'spec'))).toEqual({
      hostIPC: true,
      containers: [
        {
          name: 'web',
          image: 'web',
          tty: true,
          env: [
            { name: 'A', value: '1' },
            { name: 'B', value: '2' },
          ],
        },
        { name: 'side', image: 'side:1' },
      ],
    });
    expect(pod && valueAt(pod, 'spec', 'hostIPC')?.at).toEqual({ path: 'over/p.yaml', line: 5 });
    expect(pod && valueAt(pod, 'spec', 'containers', 0, 'tty')?.at).toEqual({ path: 'over/kustomization.yaml', line: 9 });
  });

  it('set images, make secrets, and leave open what a replacement writes', async () => {
    const { resources } = await readKubernetes({
      ...BASE,
      'over/kustomization.yaml':
        'resources: [../base]\nimages: [{name: web, newName: registry.example.com/web, newTag: "2"}]\nsecretGenerator:\n  - name: s\n    literals: [a=b]\nreplacements:\n  - source: {kind: ConfigMap, fieldPath: data.a}\n    targets:\n      - select: {kind: Pod}\n        fieldPaths: [spec.hostPID]\n',
    });
    const [pod, secret] = resources;
    expect(pod && plain(valueAt(pod, 'spec', 'containers', 0, 'image'))).toBe('registry.example.com/web:2');
    expect(pod && plain(valueAt(pod, 'spec', 'hostPID'))).toEqual({ $unknown: 'replacement of data.a' });
    expect(secret && plain(valueAt(secret, 'stringData'))).toEqual({ a: 'b' });
  });

  it('say what is not in the tree', async () => {
    const { issues } = await readKubernetes({
      'kustomization.yaml':
        'resources:\n  - https://example.com/base?ref=v1\n  - gone.yaml\npatches:\n  - path: lost.yaml\nhelmCharts:\n  - name: x\n',
    });
    expect(issues.map(({ kind, line }) => [kind, line])).toEqual([
      ['missing_include', 2],
      ['missing_include', 3],
      ['missing_include', 7],
      ['missing_include', 5],
    ]);
  });

  describe('with a chart', () => {
    const overlay = (more: string, files: Record<string, string> = {}) =>
      readKubernetes({
        'over/charts/cache/Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.0.0\n',
        'over/charts/cache/values.yaml': 'host: true\nname: plain\n',
        'over/charts/cache/templates/pod.yaml':
          'apiVersion: v1\nkind: Pod\nmetadata: {name: "{{ .Release.Name }}-{{ .Values.name }}"}\nspec: {hostPID: {{ .Values.host }}}\n',
        'over/kustomization.yaml': `namespace: shop\nhelmCharts:\n  - name: cache\n${more}`,
        ...files,
      });
    const hosts = ({ resources }: Awaited<ReturnType<typeof overlay>>) =>
      resources.map((pod) => [pod.address, plain(valueAt(pod, 'spec', 'hostPID'))]);

    it('render it as Kustomize does, and nobody renders it again', async () => {
      const read = await overlay('    releaseName: one\n');
      expect(hosts(read)).toEqual([['Pod/shop/one-plain', true]]);
      expect(read.issues).toEqual([]);
    });

    it('give it their values, with their places', async () => {
      const read = await overlay('    valuesInline:\n      host: false\n');
      expect(hosts(read)).toEqual([['Pod/shop/release-name-plain', false]]);
      expect(read.resources.map((pod) => valueAt(pod, 'spec', 'hostPID'))).toMatchObject([
        { via: [{ path: 'over/kustomization.yaml', line: 5 }] },
      ]);
    });

    it.each([
      ['', ['Pod/shop/release-name-inline', false]],
      ['    valuesMerge: merge\n', ['Pod/shop/release-name-file', false]],
      ['    valuesMerge: replace\n', ['Pod/shop/release-name-inline', true]],
      ['    additionalValuesFiles: [more.yaml]\n', ['Pod/shop/release-name-more', false]],
    ])('lay files and what is inline over each other: %j', async (mode, expected) => {
      const given = `    valuesFile: own.yaml\n    valuesInline: {name: inline}\n${mode}`;
      const read = await overlay(given, { 'over/own.yaml': 'host: false\nname: file\n', 'over/more.yaml': 'name: more\n' });
      expect(hosts(read)).toEqual([expected]);
      expect(read.issues).toEqual([]);
    });

    it('name values and charts that are not in the tree', async () => {
      expect((await overlay('    valuesFile: gone.yaml\n')).issues).toMatchObject([{ kind: 'missing_include', line: 4 }]);
      expect((await overlay('  - name: queue\n    repo: https://charts.example.com\n')).issues).toMatchObject([
        {
          kind: 'missing_include',
          line: 4,
          reason: expect.stringMatching(/"?queue"? of "?https:\/\/charts\.example\.com"? is not in the tree/),
        },
      ]);
    });
  });

  it('that name each other end with an issue', async () => {
    const { issues } = await readKubernetes({
      'a/kustomization.yaml': 'resources: [../b]\n',
      'b/kustomization.yaml': 'resources: [../a]\n',
    });
    expect(issues).toMatchObject([{ kind: 'too_deep' }]);
  });
});
