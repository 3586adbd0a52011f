import { type Chapter, type Example, example, type RouteKey } from './example.js';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type Part = 'Create' | 'List' | 'Get' | 'Replace' | 'Modify' | 'Remove';

/** The same calls at both addresses: operation ids begin with `scim` below /scim/v2. */
function keyOf(place: 'scim' | 'root', part: Part, what: 'User' | 'Users' | 'Group' | 'Groups'): RouteKey {
  const key = `${part}${what}`;
  return (place === 'scim' ? `scim${key}` : key.charAt(0).toLowerCase() + key.slice(1)) as RouteKey;
}

function users(place: 'scim' | 'root', userName: string): Example[] {
  return [
    example(keyOf(place, 'Create', 'User'), {
      body: { schemas: [USER], userName, name: { givenName: 'Ada', familyName: 'Byron' }, active: true },
      keep: { USER_ID: '.id' },
    }),
    example(keyOf(place, 'List', 'Users'), { options: ['-G', `--data-urlencode 'filter=userName eq "${userName}"'`] }),
    example(keyOf(place, 'Get', 'User')),
    example(keyOf(place, 'Replace', 'User'), { body: { schemas: [USER], userName, displayName: 'Ada', active: true } }),
    example(keyOf(place, 'Modify', 'User'), {
      body: { schemas: [PATCH], Operations: [{ op: 'replace', path: 'displayName', value: 'Ada Byron' }] },
    }),
  ];
}

function groups(place: 'scim' | 'root', displayName: string): Example[] {
  return [
    example(keyOf(place, 'Create', 'Group'), {
      body: { schemas: [GROUP], displayName, members: [{ value: '$USER_ID' }] },
      keep: { GROUP_ID: '.id' },
    }),
    example(keyOf(place, 'List', 'Groups'), { query: 'count=10' }),
    example(keyOf(place, 'Get', 'Group')),
    example(keyOf(place, 'Replace', 'Group'), { body: { schemas: [GROUP], displayName, members: [] } }),
    example(keyOf(place, 'Modify', 'Group'), {
      body: { schemas: [PATCH], Operations: [{ op: 'add', path: 'members', value: [{ value: '$USER_ID' }] }] },
    }),
  ];
}

const ends = (place: 'scim' | 'root'): Example[] => [
  example(keyOf(place, 'Remove', 'Group')),
  example(
    keyOf(place, 'Remove', 'User'),
    {},
    place === 'scim' ? 'Every key of the user (those with it as `subject`) ends with it, and every session.' : undefined,
  ),
];

const mapping: Example[] = [example('setGroupRoles', { body: { group_roles: { 'walk-engineers': 'analyst' } } }), example('getGroupRoles')];

export const provisioningChapter: Chapter = {
  title: 'Provisioning (SCIM)',
  text: `What an identity provider does, with an admin key as its bearer token; here the key of the walk. Once a tenant has been provisioned,
only its active users come in by proxy, OIDC or SAML.`,
  examples: [
    example('scimServiceProviderConfig'),
    example('scimResourceTypes'),
    example('scimResourceType', { at: { name: 'User' } }),
    example('scimSchemas'),
    example('scimSchema', { at: { name: USER } }),
    ...users('scim', 'ada@example.com'),
    ...groups('scim', 'walk-engineers'),
    ...mapping,
    ...ends('scim'),
  ],
};

export const rootProvisioningChapter: Chapter = {
  title: 'Provisioning at the root',
  text: 'The same for providers that are given the address without `/scim/v2`.',
  examples: [...users('root', 'ada.root@example.com'), ...groups('root', 'walk-operators'), ...ends('root')],
};
