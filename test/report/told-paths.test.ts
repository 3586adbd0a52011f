import { expect, it } from 'vitest';
import type { ScanReport } from '../../src/model/report.js';
import { toldPaths } from '../../src/report/told-paths.js';
import { directoryOf } from '../../src/report/words.js';
import { render } from '../support/rendering.js';
import { scanTexts } from '../support/scan-texts.js';

const compose = `services:
  web:
    image: acme/web:1.0
    ports: ["8080:80"]
    privileged: true
    depends_on: [db]
  db:
    image: postgres:16
    cap_add: [SYS_ADMIN]
    pid: host
`;

const told = ({ exposure_paths: paths, ...report }: ScanReport) =>
  toldPaths(paths, directoryOf({ exposure_paths: paths, ...report }), report.graph);

it('begin at the internet and go over what is open to it', async () => {
  const ways = told(await scanTexts({ 'compose.yaml': compose }));
  const names = ways.map((way) => way.names);
  expect(names).toContainEqual(['internet', 'web', 'db']);
  expect(names).not.toContainEqual(['internet', 'db']);
});

it('are told once, with all findings that lead the same way', async () => {
  const ways = told(await scanTexts({ 'compose.yaml': compose }));
  expect(ways.map(({ names }) => names.join())).toEqual(['internet,web,db']);
  expect(ways[0]?.reasons).toMatch(/^compose-privileged: .*; also by .*compose-host-pid/);
});

it('name the rights of Kubernetes for what they are', async () => {
  const manifests = `apiVersion: v1
kind: ServiceAccount
metadata: { name: a, namespace: n }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: c }
rules: [{ apiGroups: [""], resources: [secrets], verbs: [get, list] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: b }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: c }
subjects: [{ kind: ServiceAccount, name: a, namespace: n }]
---
apiVersion: v1
kind: Pod
metadata: { name: p, namespace: n, labels: { app: p } }
spec: { serviceAccountName: a, hostPID: true, containers: [{ name: w, image: "w:1.0" }] }
---
apiVersion: v1
kind: Service
metadata: { name: p, namespace: n }
spec: { type: LoadBalancer, selector: { app: p }, ports: [{ port: 80 }] }
`;
  const report = await scanTexts({ 'a.yaml': manifests });
  const text = (await render('console', report, { width: 200 })).replace(/\s+/g, ' ');
  expect(text).toContain('internet → p → a (service account) → b (binding) → c (cluster role) → secrets of the cluster');
  expect(text).toMatch(/remarks: k8s-cpu-unlimited, /);
  expect(text).toMatch(/reaches service account a; role c;/);
});
