import type { Fact } from '../../src/model/finding.js';
import type { TestPlane } from './control-plane.js';
import { push } from './estate.js';
import { packageFinding } from './ingest-batches.js';

/** Ids of what `fillFindings` leaves in a tenant. */
export interface FindingsEstate {
  /** An admin's key. */
  key: string;
  repository: string;
  reports: string;
}

const LODASH: Partial<Fact> = {
  id: 'CVE-2021-23337',
  severity: 'high',
  component: 'pkg:npm/lodash@4.17.20',
  title: 'Command injection in lodash',
  why: 'The template function runs what it is given.',
  fix: 'Upgrade to 4.17.21: npm install lodash@4.17.21',
  fixed_version: '4.17.21',
  aliases: ['GHSA-35jh-r3h4-6jhm'],
  match: { ecosystem: 'npm', name: 'lodash', range: 'introduced 0 fixed 4.17.21', event: 'introduced 0' },
  locations: [
    { path: 'web/package-lock.json', line: 412 },
    { path: 'usr/lib/node_modules/lodash/package.json', image: 'registry.example/shop:1.4', layer: 3 },
  ],
  references: ['https://nvd.nist.gov/vuln/detail/CVE-2021-23337', 'javascript:alert(1)'],
};

/** Names of packages with one problem each, of falling severity. */
const OTHERS = ['minimist', 'axios', 'express', 'ws', 'tar', 'semver', 'qs', 'jose', 'glob', 'marked'] as const;
const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;

/** Two sources with findings about packages, and a laptop with an agent whose server runs one of them. */
export async function fillFindings(at: TestPlane, tenant: string): Promise<FindingsEstate> {
  const key = await at.key(tenant);
  const findings = [
    packageFinding('lodash', LODASH),
    packageFinding('lodash', {
      ...LODASH,
      id: 'CVE-2020-8203',
      severity: 'medium',
      title: 'Prototype pollution in lodash',
      fixed_version: '4.17.19',
    }),
    ...OTHERS.map((name, index) =>
      packageFinding(name, {
        id: `CVE-2025-1${index}00`,
        title: `${name} can be stopped by a long input`,
        severity: SEVERITIES[index % 4] ?? 'low',
        kev: index === 0 ? 'listed' : 'not_listed',
        ...(index % 2 === 0 && { fixed_version: '2.0.0' }),
      }),
    ),
  ];
  const { sourceId: repository } = await push(at, tenant, { findings, owner: 'ana' });
  const source = { kind: 'ingest.result_push', display_name: 'reports', labels: { team: 'web' }, owner: 'ben' };
  const { source_id: reports } = (await at.ask('POST', '/v1/sources', { key, body: source })).body;
  const pushed = { id: 'CVE-2024-3094', title: 'xz was given a back door', severity: 'critical', purl: 'pkg:deb/debian/xz-utils@5.6.0' };
  await at.ask('POST', '/v1/findings/bulk', { key, body: { source_id: reports, findings: [pushed] } });
  const server = { name: 'files', command: 'npx', args: ['-y', 'lodash@4.17.20'], env_names: ['FILES_TOKEN'] };
  const agents = [{ client: 'cursor', servers: [server] }];
  await at.ask('POST', '/v1/fleet/sync', {
    key,
    body: { device: 'laptop-1', observed_at: new Date(at.plane.clock()).toISOString(), agents },
  });
  return { key, repository, reports };
}
