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

  it('leave a chart of the tree to its own values, and name one from elsewhere', async () => {
    const chart = {
      'Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.0.0\n',
      'values.yaml': 'host: true\n',
      'templates/pod.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: cache}\nspec: {hostPID: {{ .Values.host }}}\n',
    };
    const overlay = (more: string) => ({
      ...Object.fromEntries(Object.entries(chart).map(([path, text]) => [`over/charts/cache/${path}`, text])),
      'over/kustomization.yaml': `helmCharts:\n  - name: cache\n${more}`,
    });
    const plainly = await readKubernetes(overlay('    releaseName: shop\n'));
    expect(plainly.resources.map((pod) => plain(valueAt(pod, 'spec', 'hostPID')))).toEqual([true]);
    expect(plainly.issues).toEqual([]);
    const given = await readKubernetes(overlay('    valuesInline: {host: false}\n'));
    expect(given.issues).toMatchObject([{ kind: 'unresolved', line: 2, reason: expect.stringContaining('its own values') }]);
    const remote = await readKubernetes(overlay('  - name: queue\n    repo: https://charts.example.com\n'));
    expect(remote.issues).toMatchObject([
      {
        kind: 'missing_include',
        line: 3,
        reason: expect.stringMatching(/"?queue"? of "?https:\/\/charts\.example\.com"? is not in the tree/),
      },
    ]);
  });

  it('that name each other end with an issue', async () => {
    const { issues } = await readKubernetes({
      'a/kustomization.yaml': 'resources: [../b]\n',
      'b/kustomization.yaml': 'resources: [../a]\n',
    });
    expect(issues).toMatchObject([{ kind: 'too_deep' }]);
  });
});
