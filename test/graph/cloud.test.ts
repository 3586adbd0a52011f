import { describe, expect, it } from 'vitest';
import { attachBlastRadius } from '../../src/graph/blast-radius.js';
import { buildGraph } from '../../src/graph/build.js';
import { exposurePaths } from '../../src/graph/exposure.js';
import type { CloudResource } from '../../src/model/cloud.js';
import type { Finding } from '../../src/model/finding.js';
import type { ContainerImage } from '../../src/model/image.js';
import { emptyInventory } from '../../src/model/inventory.js';
import { pathReasons } from '../../src/report/words.js';
import { joinImages } from '../../src/scan/join-images.js';
import { chatbot, ref, resource } from '../support/clouds.js';
import { component, finding } from '../support/estates.js';
import { mcpServer } from '../support/mcp-servers.js';

function pathsOf(cloud: CloudResource[], findings: Finding[]) {
  const graph = buildGraph({ ...emptyInventory(), cloud }, findings);
  return { graph, paths: exposurePaths(graph, attachBlastRadius(graph, findings), []) };
}

const open = finding('open-endpoint', { subject: ref('entrance', 'front'), severity: 'high' });

describe('the graph of a cloud', () => {
  it('leads from the internet over entrance, service, agent and role to data', () => {
    const { graph } = pathsOf(chatbot(), []);
    expect(graph.edges).toEqual(
      expect.arrayContaining([
        { from: 'internet', to: ref('entrance', 'front'), kind: 'reaches' },
        { from: ref('entrance', 'front'), to: ref('service', 'web'), kind: 'uses' },
        { from: ref('agent', 'helper'), to: ref('role', 'helper'), kind: 'assumes' },
        { from: ref('role', 'helper'), to: ref('data', 'customers'), kind: 'writes' },
      ]),
    );
    const ids = new Set(graph.nodes.map(({ id }) => id));
    expect(graph.edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
  });

  it('has one exposure path for an open endpoint, which ends at the data', () => {
    const { paths } = pathsOf(chatbot(), [open]);
    expect(paths).toEqual([
      expect.objectContaining({
        finding: open.fingerprint,
        nodes: [
          open.fingerprint,
          ...[ref('entrance', 'front'), ref('service', 'web'), ref('agent', 'helper'), ref('role', 'helper'), ref('data', 'customers')],
        ],
        score: 57,
        why: 'high 30 + open to the internet 15 + writes data 10 + 1 data store 2',
      }),
    ]);
  });

  it('has a path for each role that holds data, the nearest data of each, at most three', () => {
    const reaches = (name: string) => [{ to: ref('data', name), access: 'admin' as const }];
    const names = ['cluster', 'one', 'two', 'three'];
    const cloud = [
      resource('agent', 'helper', { public: 'yes', runs_as: names.map((name) => ref('role', name)) }),
      ...names.map((name) => resource('role', name, { reaches: [...reaches(name), ...reaches(`${name}-more`)] })),
      ...names.flatMap((name) => [resource('data', name), resource('data', `${name}-more`)]),
    ];
    const { paths } = pathsOf(cloud, [finding('open-agent', { subject: ref('agent', 'helper'), severity: 'high' })]);
    expect(paths.map(({ nodes }) => nodes.at(-1)).sort()).toEqual([ref('data', 'cluster'), ref('data', 'one'), ref('data', 'three')]);
    expect(paths.map(({ left_out }) => left_out).sort()).toEqual([1, undefined, undefined]);
    expect(paths.map((path) => pathReasons(path)).join()).toContain('; 1 further role that holds data is left out');
  });

  it('tells how far a finding reaches, in both directions', () => {
    const weak = finding('wide-role', { subject: ref('role', 'helper') });
    const graph = buildGraph({ ...emptyInventory(), cloud: chatbot() }, [weak]);
    expect(attachBlastRadius(graph, [weak])[0]?.blast_radius).toEqual({
      ...{ servers: [], credentials: [], tools: [], exposed: true },
      agents: [ref('agent', 'helper')],
      services: [ref('entrance', 'front'), ref('service', 'web')],
      roles: [ref('role', 'helper')],
      data: [ref('data', 'customers')],
    });
  });

  it('reaches all data of an account with a role over everything, and ranks it first', () => {
    const wide = chatbot().map((each) => (each.kind === 'role' ? { ...each, reaches: [{ to: '*', access: 'admin' as const }] } : each));
    const inner = [resource('service', 'batch', { runs_as: [ref('role', 'batch')] }), resource('role', 'batch')];
    const idle = finding('idle', { subject: ref('service', 'batch'), severity: 'high' });
    const { paths, graph } = pathsOf([...wide, ...inner], [open, idle]);
    expect(paths.map(({ finding: from, score }) => [from, score])).toEqual([[open.fingerprint, 64]]);
    expect(paths[0]?.nodes.slice(-3)).toEqual([ref('role', 'helper'), 'account:aws:111122223333', ref('data', 'customers')]);
    expect(graph.edges.filter(({ kind }) => kind === 'administers')).toHaveLength(1);
  });

  it('follows patterns of names', () => {
    const stores = ['logs-eu', 'logs-us', 'prod-logs'].map((name) => resource('data', name));
    const reaches = [
      { to: `${ref('data', 'logs-')}*`, access: 'read' as const },
      { to: `${ref('data', '*-logs')}`, access: 'write' as const },
    ];
    const { graph } = pathsOf(
      [...stores, resource('role', 'r', { reaches: [...reaches, { to: ref('data', 'a*b'), access: 'read' }] })],
      [],
    );
    const from = graph.edges.filter((edge) => edge.from === ref('role', 'r'));
    expect(from.map(({ to, kind }) => `${kind} ${to}`)).toEqual([
      `reads ${ref('data', 'logs-eu')}`,
      `reads ${ref('data', 'logs-us')}`,
      `writes ${ref('data', 'prod-logs')}`,
    ]);
  });

  it('joins services of one image, and a registry that holds it', () => {
    const cloud = [
      ...[resource('service', 'a', { images: ['r/x:1'] }), resource('service', 'b', { images: ['r/x:1'] })],
      resource('image', 'x', { images: ['r/x:1'] }),
    ];
    const images = [{ reference: 'r/x:1', used_by: [ref('service', 'a'), ref('service', 'b')] }];
    const { edges } = buildGraph({ ...emptyInventory(), cloud, images }, []);
    expect(edges.filter(({ kind }) => kind === 'runs').map(({ to }) => to)).toEqual([ref('image', 'x'), ref('image', 'x')]);
    const alone = buildGraph({ ...emptyInventory(), cloud: cloud.slice(0, 2), images }, []);
    expect(alone.nodes).toContainEqual({ id: 'image:r/x:1', kind: 'image', label: 'r/x:1' });
  });

  it('leads from a server over the image it runs to the packages in it that findings are about', () => {
    const hurt = { ...component('openssl', '3.0.0'), locations: [{ path: 'var/lib/dpkg/status', layer: 0 }] };
    const fine = { ...component('zlib', '1.0.0'), locations: hurt.locations };
    const server = mcpServer({ ref: 'server:web', name: 'web', image: 'acme/web' });
    const layers = [{ diff_id: 'sha256:1', size: 1, in_base: true }];
    const found: ContainerImage = { reference: 'web.tar', used_by: [], tags: ['acme/web:latest'], layers };
    const inventory = { ...emptyInventory(), components: [hurt, fine], servers: [server], images: [found] };
    const images = joinImages(inventory);
    expect(images).toEqual([{ ...found, ref: 'image:web.tar', used_by: ['server:web'] }]);
    const findings = [finding('CVE-1', { component: hurt.ref }), finding('image-runs-as-root', { subject: 'web.tar' })];
    const graph = buildGraph({ ...inventory, images }, findings);
    expect(graph.edges).toEqual([
      { from: 'server:web', to: 'image:web.tar', kind: 'runs' },
      { from: 'image:web.tar', to: hurt.ref, kind: 'contains' },
      { from: findings[0]?.fingerprint, to: hurt.ref, kind: 'affects' },
      { from: findings[1]?.fingerprint, to: 'image:web.tar', kind: 'affects' },
    ]);
    expect(attachBlastRadius(graph, findings)[0]?.blast_radius?.servers).toEqual(['server:web']);
  });

  it('joins services of clouds to the image that was read, however they write its name', () => {
    const layers = [{ diff_id: 'sha256:1', size: 1, in_base: null }];
    const digest = `sha256:${'a'.repeat(64)}`;
    const read: ContainerImage = { reference: 'ghcr.io/acme/app:2', used_by: [], tags: ['ghcr.io/acme/app:2'], digest, layers };
    const pinned = { reference: `ghcr.io/acme/app@${digest}`, used_by: ['b'] };
    const images = [read, { reference: 'ghcr.io/acme/app:2', used_by: ['a'] }, pinned, { reference: 'ghcr.io/acme/app', used_by: ['c'] }];
    expect(
      joinImages({ images, cloud: [], infrastructure: [], servers: [] }).map(({ reference, used_by }) => [reference, used_by]),
    ).toEqual([
      ['ghcr.io/acme/app:2', ['a', 'b']],
      ['ghcr.io/acme/app', ['c']],
    ]);
  });
});
