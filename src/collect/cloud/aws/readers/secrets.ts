import { ListSecretsCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { AwsPlace } from '../access/place.js';
import { awsReader } from './reader.js';

const actions = ['secretsmanager:ListSecrets'] as const;

/** Names of secrets; their values are never asked for. */
export const secretsReader = awsReader({
  name: 'secrets',
  actions,
  async *read(place: AwsPlace<(typeof actions)[number]>) {
    const secrets = new SecretsManagerClient(place.config('SECRETS_MANAGER'));
    const list = (NextToken: string | undefined) => secrets.send(new ListSecretsCommand({ NextToken }));
    for await (const { SecretList = [] } of place.pages('secretsmanager:ListSecrets', list, ({ NextToken }) => NextToken)) {
      yield SecretList.map(({ ARN = '', Name = '' }) =>
        place.resource({
          kind: 'data',
          type: 'AWS::SecretsManager::Secret',
          native_id: ARN,
          name: Name,
          authenticated: 'yes',
          facts: { holds_secrets: true },
        }),
      );
    }
  },
});
