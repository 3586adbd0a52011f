import { state } from '@aws-sdk/core/client';
import type { HttpHandler } from '@smithy/core/protocols';
import type { CloudAccess } from '../../contract/provider.js';
import { handlerOver } from './fetch-handler.js';
import type { AwsKeySource } from './keys.js';

// The clients are part of this program, so their hint to upgrade Node for newer clients is nothing that its users can act on.
state.warningEmitted = true;

/** What every client of AWS gets, so that it reads neither the process's environment nor files by itself. */
export interface AwsClientConfig {
  region: string;
  credentials: AwsKeySource;
  requestHandler: HttpHandler<object>;
  endpoint?: string;
  ignoreConfiguredEndpointUrls: true;
  maxAttempts: 1;
  retryMode: 'adaptive';
  defaultsMode: 'standard';
  useFipsEndpoint: boolean;
  useDualstackEndpoint: boolean;
  userAgentAppId: string;
  authSchemePreference: string[];
}

export interface ClientPlace {
  access: CloudAccess;
  region: string;
  keys: AwsKeySource;
}

/**
 * `service`: the service as `AWS_ENDPOINT_URL_<service>` names it. Retries are ours (`ask`), which end with the run; the client only keeps to
 * the rate that AWS lets it have.
 */
export function clientConfig({ access, region, keys }: ClientPlace, service: string): AwsClientConfig {
  const { environment } = access;
  const endpoint = environment[`AWS_ENDPOINT_URL_${service}`] ?? environment['AWS_ENDPOINT_URL'];
  return {
    region,
    credentials: keys,
    requestHandler: handlerOver(access),
    ...(endpoint && environment['AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'] !== 'true' && { endpoint }),
    ignoreConfiguredEndpointUrls: true,
    maxAttempts: 1,
    retryMode: 'adaptive',
    defaultsMode: 'standard',
    useFipsEndpoint: environment['AWS_USE_FIPS_ENDPOINT'] === 'true',
    useDualstackEndpoint: environment['AWS_USE_DUALSTACK_ENDPOINT'] === 'true',
    userAgentAppId: 'castellan',
    authSchemePreference: [],
  };
}
