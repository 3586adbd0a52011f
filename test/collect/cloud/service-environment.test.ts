import { expect, it } from 'vitest';
import { serviceEnvironment } from '../../../src/collect/cloud/service-environment.js';

it('hands a worker the variables of its own cloud, those of single services too, and no others', () => {
  const environment = {
    AWS_REGION: 'eu-test-1',
    AWS_ENDPOINT_URL_LAMBDA: 'http://lambda.internal',
    AZURE_CLIENT_ID: 'azure',
    GOOGLE_APPLICATION_CREDENTIALS: '/google.json',
    HTTPS_PROXY: 'http://proxy.internal',
    SERVICE_AUDIT_KEY_FILE: '/audit.key',
  };
  const proxy = { HTTPS_PROXY: 'http://proxy.internal' };
  expect(serviceEnvironment('aws', environment)).toEqual({
    AWS_REGION: 'eu-test-1',
    AWS_ENDPOINT_URL_LAMBDA: 'http://lambda.internal',
    ...proxy,
  });
  expect(serviceEnvironment('azure', environment)).toEqual({ AZURE_CLIENT_ID: 'azure', ...proxy });
  expect(serviceEnvironment('gcp', environment)).toEqual({ GOOGLE_APPLICATION_CREDENTIALS: '/google.json', ...proxy });
});
