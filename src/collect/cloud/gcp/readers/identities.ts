import type { CloudAccessLevel, CloudResource } from '../../../../model/cloud.js';
import type { JsonObject } from '../../../../support/json.js';
import { textIn } from '../../../../support/json-parts.js';
import { bindingsOf, isEverybody } from '../bindings.js';
import type { Google } from '../google.js';
import type { GcpReader } from '../reader.js';
import { accountRef, gcpRef, gcpResource } from '../resource.js';
import { Roles } from '../roles.js';

const ACCOUNT = 'iam.googleapis.com/ServiceAccount';
const PROJECT = 'cloudresourcemanager.googleapis.com/Project';
const BUCKET = 'storage.googleapis.com/Bucket';

type Reach = CloudResource['reaches'][number];

/** Service accounts, with what the policies of the project and of its buckets let them reach, and who may act as them. */
export const serviceAccounts: GcpReader = {
  id: 'identities',
  permissions: ['cloudasset.assets.listIamPolicy', 'cloudasset.assets.listResource', 'iam.roles.get'],
  async *read(google) {
    const reaches = await reachesOf(google);
    const policies = await google.policies(ACCOUNT);
    for await (const page of google.assets(ACCOUNT)) {
      yield page.map((asset) => {
        const email = textIn(asset.data, 'email');
        const reached = [...(reaches.get(email.toLowerCase()) ?? [])].map(([to, access]): Reach => ({ to, access }));
        return gcpResource(asset, google.project, {
          ref: accountRef(email),
          name: email,
          kind: 'role',
          reaches: reached.sort((a, b) => (a.to < b.to ? -1 : 1)),
          facts: {
            administrator: reached.some(({ to, access }) => to === '*' && access === 'admin'),
            assumed_by_outsiders: hasOutsiders(policies.get(asset.name), google.project),
          },
        });
      });
    }
  },
};

async function reachesOf(google: Google): Promise<Map<string, Map<string, CloudAccessLevel>>> {
  const roles = new Roles(google);
  const found = new Map<string, Map<string, CloudAccessLevel>>();
  for (const [type, targetOf] of [
    [PROJECT, () => '*'],
    [BUCKET, gcpRef],
  ] as const) {
    for (const [name, policy] of await google.policies(type)) {
      for (const { role, members } of bindingsOf(policy)) {
        const emails = members.flatMap((member) => /^serviceAccount:([^?]+)$/.exec(member)?.[1]?.toLowerCase() ?? []);
        if (emails.length === 0) continue;
        const level = await roles.level(role);
        for (const email of emails) stronger(found, email, targetOf(name), level);
      }
    }
  }
  return found;
}

const RANK = { read: 0, write: 1, admin: 2 } as const;

function stronger(found: Map<string, Map<string, CloudAccessLevel>>, email: string, to: string, level: CloudAccessLevel): void {
  const known = found.get(email) ?? new Map<string, CloudAccessLevel>();
  const before = known.get(to);
  if (before === undefined || RANK[level] > RANK[before]) known.set(to, level);
  found.set(email, known);
}

/** Roles by which somebody acts as a service account. */
const ACTING = /^roles\/(?:iam\.(?:serviceAccountTokenCreator|serviceAccountUser|workloadIdentityUser|serviceAccountAdmin)|owner|editor)$/;

/** Everybody, or a service account of another project. */
function hasOutsiders(policy: JsonObject | undefined, project: string): boolean {
  return bindingsOf(policy).some(
    ({ role, members }) => ACTING.test(role) && members.some((member) => isEverybody(member) || isForeign(member, project)),
  );
}

function isForeign(member: string, project: string): boolean {
  const home = /^serviceAccount:[^@]+@([^.]+)\.iam\.gserviceaccount\.com$/.exec(member)?.[1];
  return home !== undefined && home !== project && !home.startsWith('gcp-sa-');
}
