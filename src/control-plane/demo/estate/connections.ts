import type { z } from 'zod';
import type { credentialDraft } from '../../../api/credentials.js';
import type { DemoTenant } from '../demo-tenant.js';
import { teams } from './people.js';
import type { Step } from './step.js';

type Reference = z.input<typeof credentialDraft>;

const references = (demo: DemoTenant): readonly Reference[] => [
  {
    provider: 'aws',
    mode: 'role_arn',
    external_ref: 'arn:aws:iam::417352960018:role/castellan-read-only',
    display_name: 'Payments account, read only',
    owner: teams.payments,
    scope: { account: '417352960018' },
  },
  {
    provider: 'github',
    mode: 'secret_manager',
    external_ref: 'projects/lumenpay/secrets/github-readonly/versions/latest',
    display_name: 'Repositories, read only',
    owner: teams.security,
  },
  {
    provider: 'registry',
    mode: 'env',
    external_ref: 'REGISTRY_READ_TOKEN',
    display_name: 'Image registry',
    owner: teams.support,
    expires_at: demo.inDays(9),
  },
  { provider: 'jira', mode: 'env', external_ref: 'JIRA_READ_TOKEN', display_name: 'Jira, not in use yet', owner: teams.security },
  { provider: 'slack', mode: 'env', external_ref: 'SLACK_ALERTS_TOKEN', display_name: 'Alerts channel, replaced', owner: teams.security },
];

async function makeReferences(demo: DemoTenant): Promise<void> {
  for (const body of references(demo)) {
    const { credential_ref_id } = await demo.call('maria', 'createCredential', { body });
    demo.remember(`reference ${body.provider}`, credential_ref_id);
  }
}

const reference = (demo: DemoTenant, provider: string) => ({ credential_ref_id: demo.id(`reference ${provider}`) });

/** Clouds, references to credentials, and where findings are told of. */
export const connectionSteps: readonly Step[] = [
  { day: 0, at: '14:20', run: makeReferences },
  {
    day: 0,
    at: '14:45',
    async run(demo) {
      for (const provider of ['aws', 'github', 'registry'])
        await demo.call('maria', 'testCredential', { params: reference(demo, provider) });
      await demo.call('maria', 'updateCredential', { params: reference(demo, 'jira'), body: { status: 'disabled' } });
      await demo.call('maria', 'updateSource', {
        params: { source_id: demo.id('pentest') },
        body: { credential_mode: 'reference', credential_ref: demo.id('reference github') },
      });
    },
  },
  { day: 2, at: '9:10', run: (demo) => demo.call('maria', 'deleteCredential', { params: reference(demo, 'slack') }) },
  {
    day: 5,
    at: '10:50',
    async run(demo) {
      const { connection_id } = await demo.call('maria', 'createCloudConnection', {
        body: {
          provider: 'aws',
          display_name: 'Payments account',
          account: '417352960018',
          configuration: {
            role_arn: 'arn:aws:iam::417352960018:role/castellan-read-only',
            external_id: 'lumenpay-castellan',
            regions: ['eu-north-1', 'eu-central-1'],
          },
        },
      });
      const source = await demo.call('maria', 'createSource', {
        body: {
          kind: 'scan.cloud',
          display_name: 'Payments account (AWS)',
          owner: teams.payments,
          scope: { connection_id },
          labels: { team: 'payments' },
        },
      });
      demo.remember('payments account', source.source_id);
    },
  },
  {
    day: 6,
    at: '9:25',
    async run(demo) {
      await demo.call('maria', 'createDelivery', {
        body: {
          display_name: 'Tickets for what agents reach',
          connector_name: 'jira',
          destination: 'SEC',
          min_severity: 'high',
          only_exposed: true,
          dry_run: true,
        },
      });
      await demo.call('maria', 'createWebhook', {
        body: {
          display_name: 'Security event pipeline',
          url: 'https://events.lumenpay.example/castellan',
          events: ['finding.opened', 'finding.resolved', 'job.failed', 'alert.raised'],
          min_severity: 'high',
          enabled: false,
        },
      });
    },
  },
];
