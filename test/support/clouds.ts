import type { CloudProvider } from '../../src/collect/cloud/contract/provider.js';
import { nothingTold } from '../../src/collect/cloud/contract/unknown-resource.js';
import type { CloudConnection, CloudProof, CloudResource } from '../../src/model/cloud.js';

export const account = '111122223333';

/** A connection to a cloud that the tests make up. */
export const connection: CloudConnection = { provider: 'aws', account, configuration: {} };

/** Something of a cloud with nothing noteworthy about it. */
export function resource(kind: CloudResource['kind'], name: string, more: Partial<CloudResource> = {}): CloudResource {
  return {
    ref: `cloud:aws:${kind}/${name}`,
    provider: 'aws',
    account,
    region: 'eu-west-1',
    kind,
    type: `Test::${kind}`,
    native_id: `arn:aws:test:eu-west-1:${account}:${kind}/${name}`,
    name,
    ...nothingTold(),
    public: 'no',
    authenticated: 'yes',
    ...more,
  };
}

/** The ref of what `resource` makes. */
export function ref(kind: CloudResource['kind'], name: string): string {
  return resource(kind, name).ref;
}

/** Pages of a part, or the error that ends it. */
export type Pages = readonly (readonly CloudResource[] | Error)[];

/** A cloud made of parts by their ids. */
export function cloudOf(parts: Readonly<Record<string, Pages>>, proof: Partial<CloudProof> = {}): CloudProvider {
  return {
    id: 'aws',
    title: 'Test cloud',
    permissions: ['test:List'],
    roleText: (form) => (form === 'cli' ? 'make-role test:List' : undefined),
    open: async () => ({
      prove: async () => ({ identity: 'tester', read_only: 'proven', tried: [], ...proof }),
      parts: async () => Object.entries(parts).map(([id, pages]) => ({ id, read: () => read(pages) })),
    }),
  };
}

async function* read(pages: Pages): AsyncGenerator<CloudResource[]> {
  for (const page of pages) {
    if (page instanceof Error) throw page;
    yield [...page];
  }
}

/** A chatbot that anybody may ask, and whose role reads and writes what the account knows. */
export function chatbot(): CloudResource[] {
  return [
    resource('entrance', 'front', { public: 'yes', authenticated: 'no', uses: [ref('service', 'web')] }),
    resource('service', 'web', { uses: [ref('agent', 'helper')], images: ['shop/web:latest'], env_names: ['REGION'] }),
    resource('agent', 'helper', { runs_as: [ref('role', 'helper')], uses: [ref('model', 'claude')] }),
    resource('model', 'claude'),
    resource('role', 'helper', { reaches: [{ to: ref('data', 'customers'), access: 'write' }] }),
    resource('data', 'customers'),
    resource('data', 'unrelated'),
  ];
}
