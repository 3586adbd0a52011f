import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanReport } from '../../src/model/report.js';
import { projectFolder, SampleDatabase } from '../support/project-folder.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const cwd = () =>
  projectFolder({
    'compose.yaml': `services:
  coding-agent:
    image: registry.test/coding-agent:1
    ports: ["8080:8080"]
    environment: { OPENAI_API_KEY: "\${OPENAI_API_KEY}" }
    depends_on: [qdrant]
    volumes: ["/var/run/docker.sock:/var/run/docker.sock"]
  qdrant: { image: "qdrant/qdrant:v1.9" }
`,
    'k8s.yaml': `apiVersion: v1
kind: Pod
metadata: { name: mcp-tools, namespace: ai }
spec:
  serviceAccountName: tools
  containers: [{ name: mcp-tools, image: "registry.test/mcp-tools:1" }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: tools-admin }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin }
subjects: [{ kind: ServiceAccount, name: tools, namespace: ai }]
`,
  });

describe('infrastructure code in the graph', () => {
  it('leads from the internet over an agent to what it mounts and calls, and over a role to secrets', async () => {
    const folder = cwd();
    const { stdout } = await database.run(['scan', '--offline', '.', '--format', 'json', '--exit-zero'], { cwd: folder });
    const report = JSON.parse(stdout) as ScanReport;
    const agent = 'iac:compose.yaml#services.coding-agent';
    const qdrant = 'iac:compose.yaml#services.qdrant';
    expect(report.infrastructure?.map(({ ref }) => ref)).toEqual(expect.arrayContaining([agent, qdrant]));
    expect(report.graph.edges).toEqual(
      expect.arrayContaining([
        { from: 'internet', to: agent, kind: 'reaches' },
        { from: agent, to: qdrant, kind: 'uses' },
        { from: agent, to: 'image:registry.test/coding-agent:1', kind: 'runs' },
      ]),
    );
    const label = new Map(report.graph.nodes.map((node) => [node.id, node.label]));
    const ways = report.exposure_paths.map(({ nodes }) => nodes.map((id) => label.get(id)).join(' → '));
    expect(ways).toContain('ai-mcp-engine-socket → coding-agent → /var/run/docker.sock of the host');
    expect(ways.some((way) => way.endsWith('mcp-tools → tools → tools-admin → secrets of the cluster'))).toBe(true);
    const socket = report.findings.find(({ id }) => id === 'ai-mcp-engine-socket');
    expect(socket?.blast_radius).toMatchObject({ agents: [agent], exposed: true });

    const saved = join(folder, 'report.json');
    await database.run(['scan', '--offline', '.', '--format', `json=${saved}`, '--exit-zero'], { cwd: folder });
    const graph = await database.run(['graph', saved, '--path', 'internet', 'qdrant'], { cwd: folder });
    expect(graph.stdout).toMatch(/^network internet\n {2}reaches agent coding-agent\n {2}uses data qdrant\n/);
    const again = await database.run(['scan', '--offline', '--inventory', saved, '--format', 'json', '--exit-zero'], { cwd: folder });
    expect((JSON.parse(again.stdout) as ScanReport).infrastructure).toEqual(report.infrastructure);
  });
});
