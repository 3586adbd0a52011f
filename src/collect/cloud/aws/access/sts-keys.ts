import type { Credentials } from '@aws-sdk/client-sts';
import { CloudUnreachable } from '../../contract/cloud-errors.js';
import type { AwsKeys } from './keys.js';

export function keysOfSts({ Credentials: lent }: { Credentials?: Credentials | undefined }): AwsKeys {
  const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, SessionToken: sessionToken, Expiration: expiration } = lent ?? {};
  if (!accessKeyId || !secretAccessKey || !sessionToken)
    throw new CloudUnreachable({ where: 'AWS: STS', message: 'its answer holds no keys' });
  return { accessKeyId, secretAccessKey, sessionToken, ...(expiration && { expiration }) };
}
