import { beforeAll, describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/graph/build.js';
import { emptyInventory } from '../../../src/model/inventory.js';
import { ref, resource } from '../../support/clouds.js';
import { databases } from '../../support/databases.js';
import { agentGraph, push } from '../../support/estate.js';
import { finding } from '../../support/estates.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { withPlane } from '../../support/with-plane.js';

describe.each(databases())('graph on $name', (database) => {
  const at = withPlane(database);
  let viewer = '';
  let sourceId = '';
  const lodash = packageFinding('lodash', {
    id: 'CVE-2021-23337',
    severity: 'critical',
    kev: 'listed',
    epss: { score: 0.5, percentile: 0.9 },
  });
  const component = 'pkg:npm/lodash@1.0.0';
  beforeAll(async () => {
    viewer = await at.key('acme', 'viewer');
    ({ sourceId } = await push(at, 'acme', { findings: [lodash], graph: agentGraph(component, lodash) }));
  });

  const get = (path: string) => at.ask('GET', `/v1/graph${path}`, { key: viewer });
  const encoded = encodeURIComponent(component);

  it('is given whole, filtered, and cut with a word about it', async () => {
    const whole = await get('');
    expect(whole.body).toMatchObject({ total_nodes: 7, total_edges: 6, truncated: false });
    expect(whole.body.nodes[0]).toMatchObject({ kind: 'finding', severity: 'critical' });
    expect((await get('?kind=server')).body.nodes).toEqual([{ id: 'server:files', kind: 'server', label: 'files' }]);
    expect((await get(`?source_id=${sourceId}&severity=critical`)).body.total_nodes).toBe(1);
    const cut = await get('?limit=2');
    expect(cut.body).toMatchObject({ total_nodes: 7, truncated: true });
    expect(cut.body.nodes).toHaveLength(2);
    expect((await get('?kind=planet')).status).toBe(400);
  });

  it('is searched by label and id', async () => {
    const found = await get('/search?q=LODASH');
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([component]);
    expect(found.body.items[0]).toMatchObject({ sources: [sourceId], properties: {} });
    expect((await get('/search?q=files&kind=tool')).body.total).toBe(1);
    expect((await get('/search')).status).toBe(400);
  });

  it('shows a node with what is around it', async () => {
    const node = await get(`/nodes/${encoded}`);
    expect(node.body.node).toMatchObject({ id: component, kind: 'package' });
    expect(node.body.total_nodes).toBe(3);
    expect((await get(`/nodes/${encoded}?depth=3`)).body.total_nodes).toBe(7);
    expect(await get('/nodes/nowhere')).toMatchObject({ status: 404, body: { detail: 'graph node not found' } });
    const other = await at.key('globex');
    expect((await at.ask('GET', `/v1/graph/nodes/${encoded}`, { key: other })).status).toBe(404);
  });

  it('says what a node bears on, and how two are joined', async () => {
    const impact = await get(`/impact/${encoded}`);
    expect(impact.body.by_kind).toEqual({ package: 1, server: 1, agent: 1, credential: 1, tool: 1 });
    expect(impact.body.items[0]).toMatchObject({ via: component, edge: { from: 'pkg:npm/app@1.0.0', to: component, kind: 'depends_on' } });
    const path = await get(`/paths?from=${encoded}&to=agent:cursor`);
    expect(path.body.length).toBe(3);
    expect(path.body.steps.map(({ node }: { node: { id: string } }) => node.id)).toEqual([
      component,
      'pkg:npm/app@1.0.0',
      'server:files',
      'agent:cursor',
    ]);
    expect((await get('/paths?from=agent:cursor&to=agent:none')).status).toBe(404);
  });

  it('ranks the ways from findings to what they endanger', async () => {
    const { body } = await get('/exposure-paths');
    expect(body.total).toBe(1);
    expect(body.items[0]).toMatchObject({ finding: { id: 'CVE-2021-23337' }, score: 80 });
    expect(body.items[0].why).toContain('execute tool 15');
    expect(body.items[0].nodes.map(({ kind }: { kind: string }) => kind)).toEqual([
      'finding',
      'package',
      'package',
      'server',
      'credential',
    ]);
    expect(body.items[0].edges.map(({ kind }: { kind: string }) => kind)).toEqual(['affects', 'depends_on', 'runs', 'holds']);
    expect((await get('/exposure-paths?severity=low')).body.items).toEqual([]);
  });

  it('says how many roles that hold data have no way of their own among the shown ones', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'];
    const cloud = [
      resource('agent', 'helper', { public: 'yes', runs_as: names.map((name) => ref('role', name)) }),
      ...names.map((name) => resource('role', name, { reaches: [{ to: ref('data', name), access: 'admin' }] })),
      ...names.map((name) => resource('data', name)),
    ];
    const open = finding('open-agent', { subject: ref('agent', 'helper'), severity: 'high' });
    await push(at, 'globex', { findings: [open], graph: buildGraph({ ...emptyInventory(), cloud }, [open]) });
    const { body } = await at.ask('GET', '/v1/graph/exposure-paths', { key: await at.key('globex', 'viewer') });
    expect(body.items.map(({ left_out }: { left_out?: number }) => left_out).sort()).toEqual([2, undefined, undefined]);
  });

  it('changes with the next push, of whichever process, and tells the difference', async () => {
    const before = new Date(at.plane.clock()).toISOString();
    at.advance(60_000);
    const graph = agentGraph(component);
    const nodes = [...graph.nodes.filter(({ id }) => id !== 'tool:files/run'), { id: 'agent:zed', kind: 'agent' as const, label: 'zed' }];
    const edges = graph.edges.filter(({ to }) => to !== 'tool:files/run');
    await push(at, 'acme', { sourceId, graph: { nodes, edges: [...edges, { from: 'agent:zed', to: 'server:files', kind: 'uses' }] } });
    expect((await get('/search?q=zed')).body.total).toBe(1);
    expect((await get('/exposure-paths')).body.total).toBe(0);
    const diff = await get(`/diff?from=${before}`);
    expect(diff.body.nodes).toEqual({ added: 1, changed: 0, removed: 2 });
    expect(diff.body.edges).toEqual({ added: 1, changed: 0, removed: 2 });
    expect(diff.body.items).toContainEqual(
      expect.objectContaining({ change: 'added', node: { id: 'agent:zed', kind: 'agent', label: 'zed' } }),
    );
    at.advance(60_000);
    await push(at, 'acme', { sourceId, graph });
    expect((await get(`/diff?from=${before}`)).body.nodes).toEqual({ added: 0, changed: 1, removed: 1 });
    expect((await get(`/diff?from=${before}&to=2000-01-01T00:00:00.000Z`)).status).toBe(400);
    expect((await get('/diff?from=yesterday')).status).toBe(400);
  });
});
