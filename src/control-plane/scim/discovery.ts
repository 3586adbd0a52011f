import { ENTERPRISE, GROUP, USER } from './resources.js';

export const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
/** Limit of resources in one list answer. */
export const MAX_RESULTS = 200;

const BASE = '/scim/v2';

/** RFC 7643 section 5. */
export const serviceProviderConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key with the role admin and the scope admin, as bearer token',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${BASE}/ServiceProviderConfig` },
};

function resourceType(name: string, schema: string, schemaExtensions: { schema: string; required: boolean }[]) {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint: `/${name}s`,
    schema,
    schemaExtensions,
    meta: { resourceType: 'ResourceType', location: `${BASE}/ResourceTypes/${name}` },
  };
}

export const resourceTypes = [resourceType('User', USER, [{ schema: ENTERPRISE, required: false }]), resourceType('Group', GROUP, [])];

interface Attribute {
  name: string;
  type: string;
  multiValued: boolean;
  required: boolean;
  caseExact: boolean;
  mutability: string;
  returned: string;
  uniqueness: string;
  subAttributes?: Attribute[];
}

function attribute(name: string, more: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: more.subAttributes ? 'complex' : 'string',
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...more,
  };
}

function list(name: string, ...subs: string[]): Attribute {
  return attribute(name, {
    multiValued: true,
    subAttributes: subs.map((sub) => attribute(sub, sub === 'primary' ? { type: 'boolean' } : {})),
  });
}

function schema(id: string, name: string, attributes: Attribute[]) {
  const location = `${BASE}/Schemas/${id}`;
  return { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'], id, name, attributes, meta: { resourceType: 'Schema', location } };
}

const externalId = attribute('externalId', { caseExact: true });

export const schemas = [
  schema(USER, 'User', [
    attribute('userName', { required: true, uniqueness: 'server' }),
    externalId,
    attribute('name', { subAttributes: ['formatted', 'familyName', 'givenName'].map((name) => attribute(name)) }),
    attribute('displayName'),
    attribute('title'),
    attribute('active', { type: 'boolean' }),
    list('emails', 'value', 'display', 'type', 'primary'),
    list('phoneNumbers', 'value', 'display', 'type', 'primary'),
    attribute('groups', { ...list('groups', 'value', 'display', '$ref', 'type'), mutability: 'readOnly' }),
  ]),
  schema(GROUP, 'Group', [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    externalId,
    list('members', 'value', 'display', '$ref', 'type'),
  ]),
  schema(
    ENTERPRISE,
    'EnterpriseUser',
    ['employeeNumber', 'costCenter', 'organization', 'division', 'department'].map((name) => attribute(name)),
  ),
];

/** A list answer of RFC 7644 section 3.4.2. */
export function listOf(resources: readonly object[], totalResults = resources.length, startIndex = 1) {
  return { schemas: [LIST], totalResults, startIndex, itemsPerPage: resources.length, Resources: resources };
}
