import { type Chapter, example } from './example.js';

export const gatewayChapter: Chapter = {
  title: 'Gateway',
  text: 'What agents may call, see [gateway policies](gateway-policies.md).',
  examples: [
    example('createGatewayPolicy', {
      body: {
        name: 'no-passwords-$RUN',
        mode: 'enforce',
        rules: [
          { id: 'passwd', effect: 'deny', when: { tools: ['read_*'], args: { path: { glob: '/etc/*' } } }, reason: 'files of the system' },
        ],
      },
      keep: { POLICY_ID: '.policy_id' },
    }),
    example('listGatewayPolicies'),
    example('getGatewayPolicy'),
    {
      route: 'updateGatewayPolicy',
      text: 'Who changes a version that is no longer the newest is told so.',
      calls: [
        { to: 'updateGatewayPolicy', body: { description: 'agents keep out of /etc', version: 1 } },
        { to: 'updateGatewayPolicy', body: { mode: 'audit', version: 1 }, status: 409 },
      ],
    },
    example('listGatewayPolicyVersions'),
    example('evaluateGatewayCall', { body: { agent: 'cursor', server: 'files', tool: 'read_file', arguments: { path: '/etc/passwd' } } }),
    example('dryRunGatewayPolicy', {
      body: { name: 'no-reading-$RUN', rules: [{ id: 'read', effect: 'deny', when: { tools: ['read_*'] } }], hours: 1 },
    }),
    example('listGatewayAudit', { query: 'decision=deny' }),
    example('gatewayStats', { query: 'hours=1' }),
    example('listDiscoveredUpstreams'),
    example('createPolicyBinding', {
      body: { policy_kind: 'gateway', policy_id: '$POLICY_ID', target_type: 'agent', target_id: 'cursor', mode: 'enforce' },
      keep: { BINDING_ID: '.binding_id' },
    }),
    example('listPolicyBindings', { query: 'policy_id=$POLICY_ID' }),
    example('getPolicyBinding'),
    example('updatePolicyBinding', { body: { mode: 'audit' } }),
    example('deletePolicyBinding'),
    example('deleteGatewayPolicy'),
    {
      route: 'updateNamedGatewayPolicy',
      calls: [
        { to: 'createGatewayPolicy', body: { name: 'all-seen-$RUN', mode: 'audit', rules: [] }, keep: { POLICY_ID: '.policy_id' } },
        { to: 'updateNamedGatewayPolicy', body: { policy_id: '$POLICY_ID', description: 'lets everything pass', version: 1 } },
      ],
    },
    example('deleteNamedGatewayPolicy', { query: 'policy_id=$POLICY_ID' }),
  ],
};

export const connectionsChapter: Chapter = {
  title: 'Connectors and clouds',
  text: 'See [connections](connections.md).',
  examples: [
    example('listConnectors'),
    example('connectorHealth', { at: { name: 'jira' } }, 'Without settings for it on the server, the answer is `not_configured`.'),
    example('createCloudConnection', {
      body: {
        provider: 'aws',
        display_name: 'production',
        account: '123456789012',
        configuration: { role_arn: 'arn:aws:iam::123456789012:role/read-only', external_id: 'castellan-$RUN', regions: ['eu-central-1'] },
      },
      keep: { CONNECTION_ID: '.connection_id' },
    }),
    example('listCloudConnections', { query: 'provider=aws' }),
    example('getCloudConnection'),
    example('updateCloudConnection', { body: { display_name: 'production, read only' } }),
    example(
      'verifyCloudConnection',
      { status: 409 },
      'The service of this page is offline, so it asks no cloud. Otherwise the answer is the connection with its new `health`.',
    ),
    example('deleteCloudConnection'),
  ],
};
