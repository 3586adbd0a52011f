import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scanSample } from '../../support/sample-scan.js';

async function scanOf(manifest: string) {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-causes-'));
  try {
    writeFileSync(join(folder, 'manifest.yaml'), manifest);
    return await scanSample({ targets: [{ kind: 'iac', value: folder }], cwd: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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
