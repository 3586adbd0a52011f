import type { CloudProviderId } from '../../model/cloud.js';

/** Ways out of the network that every cloud needs. */
const PROXIES = ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY', 'https_proxy', 'http_proxy', 'no_proxy'];

/** The variables by which a deployment says who it is at each cloud, and where the cloud is. A worker gets those of its cloud and no others. */
const NAMES: Readonly<Record<CloudProviderId, readonly string[]>> = {
  aws: [
    ...['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'],
    ...['AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_ROLE_ARN', 'AWS_ROLE_SESSION_NAME', 'AWS_SHARED_CREDENTIALS_FILE', 'AWS_PROFILE'],
    ...['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI', 'AWS_CONTAINER_CREDENTIALS_FULL_URI'],
    ...['AWS_CONTAINER_AUTHORIZATION_TOKEN', 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE'],
    ...['AWS_EC2_METADATA_SERVICE_ENDPOINT', 'AWS_EC2_METADATA_DISABLED'],
    ...['AWS_ENDPOINT_URL', 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS'],
    ...['AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'],
  ],
  azure: [
    ...['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_FEDERATED_TOKEN_FILE', 'AZURE_CLIENT_CERTIFICATE_PATH'],
    ...['AZURE_AUTHORITY_HOST', 'AZURE_RESOURCE_MANAGER_ENDPOINT', 'AZURE_POD_IDENTITY_AUTHORITY_HOST'],
    ...['IDENTITY_ENDPOINT', 'IDENTITY_HEADER', 'IMDS_ENDPOINT'],
  ],
  gcp: ['GOOGLE_APPLICATION_CREDENTIALS', 'GCE_METADATA_HOST'],
  snowflake: [
    ...['SNOWFLAKE_PRIVATE_KEY_FILE', 'SNOWFLAKE_PRIVATE_KEY_PASSPHRASE', 'SNOWFLAKE_USER'],
    ...['SNOWFLAKE_HOST', 'SNOWFLAKE_PORT', 'SNOWFLAKE_PROTOCOL'],
  ],
};

/** Variables that end in the name of one service of the cloud. */
const BEGINNINGS: Readonly<Partial<Record<CloudProviderId, string>>> = { aws: 'AWS_ENDPOINT_URL_' };

/** What of the environment concerns the cloud. */
export function serviceEnvironment(id: CloudProviderId, environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const beginning = BEGINNINGS[id];
  const ofServices = beginning === undefined ? [] : Object.keys(environment).filter((name) => name.startsWith(beginning));
  return Object.fromEntries(
    [...NAMES[id], ...ofServices, ...PROXIES].flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}
