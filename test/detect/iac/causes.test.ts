import { expect, it } from 'vitest';
import { scanTexts } from '../../support/scan-texts.js';

const scanOf = (manifest: string) => scanTexts({ 'manifest.yaml': manifest });

it('a service that publishes a model server is one finding, not two', async () => {
  const { findings } = await scanOf(
    [
      '{apiVersion: v1, kind: Pod, metadata: {name: m, namespace: work, labels: {app: m}}, spec: {containers: [{name: m, image: "ollama/ollama:0.9.0"}]}}',
      '---',
      'apiVersion: v1',
      'kind: Service',
      'metadata: {name: m, namespace: work}',
      'spec:',
      '  type: NodePort',
      '  selector: {app: m}',
      '  ports: [{port: 11434}]',
      '',
    ].join('\n'),
  );
  const rules = findings.map(({ rule }) => rule);
  expect(rules).toContain('ai-model-server-exposed');
  expect(rules).not.toContain('k8s-service-nodeport');
});

it('a tree of obsolete objects is not clean', async () => {
  const report = await scanOf('apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: p}\nspec: {privileged: false}\n');
  expect(report.verdict.outcome).not.toBe('clean');
  expect(report.scan_run.issues.filter(({ reason }) => reason.includes('obsolete'))).toHaveLength(1);
});

it('a name that only an installation knows is shown as the chart writes it', async () => {
  const workload =
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: "{{ .Release.Name }}-agent"}\nspec:\n  template:\n    spec:\n      hostPID: true\n      containers: [{name: a, image: "a:1.0"}]\n';
  const { findings } = await scanTexts({ 'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n', 'templates/a.yaml': workload });
  expect(findings.find(({ rule }) => rule === 'k8s-host-pid')?.subject).toBe('iac:templates/a.yaml#Deployment/{{ .Release.Name }}-agent');
});
