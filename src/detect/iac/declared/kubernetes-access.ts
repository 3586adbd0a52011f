import type { CloudAccessLevel, CloudResource } from '../../../model/cloud.js';
import type { IacResource } from '../../../model/iac.js';
import type { IacEstate, Viewed } from '../contract/estate.js';
import {
  type Binding,
  bindingsNaming,
  covers,
  mayBeSame,
  namespaceOf,
  type RoleRule,
  roleRules,
  serviceAccounts,
} from '../views/kubernetes/access.js';
import { isFalse, isTrue, member, nameOf } from '../views/kubernetes/body.js';
import { type Workload, workloads } from '../views/kubernetes/workload.js';
import { cloudIdentitiesOf } from './cloud-identity.js';
import { declaredThing } from './thing.js';

/** What the roles that Kubernetes itself brings may do with secrets. */
const BUILT_IN: Readonly<Record<string, CloudAccessLevel>> = { 'cluster-admin': 'admin', admin: 'write', edit: 'write' };

const READING = ['get', 'list', 'watch'];
const WRITING = ['create', 'update', 'patch', 'delete', 'deletecollection'];

/** Service accounts, the bindings that give them roles, those roles, and the secrets that they reach: all that workloads act with. */
export class KubernetesAccess {
  private readonly found = new Map<string, CloudResource>();
  private readonly rules: ReadonlyMap<IacResource, readonly RoleRule[]>;

  constructor(private readonly estate: IacEstate) {
    const rules = new Map<IacResource, RoleRule[]>();
    for (const { resource, subject } of estate.view(roleRules)) {
      const same = rules.get(resource);
      if (same) same.push(subject);
      else rules.set(resource, [subject]);
    }
    this.rules = rules;
  }

  /** Refs of the service accounts whose token the pods of a workload hold. */
  accountsOf(resource: IacResource): string[] {
    const accounts = [...workloads.of(resource, this.estate)].flatMap((workload) => this.accountOf(resource, workload));
    return [...new Set(accounts)].sort();
  }

  things(): CloudResource[] {
    return [...this.found.values()];
  }

  private accountOf(resource: IacResource, { spec }: Workload): string[] {
    const written = member(spec, 'serviceAccountName') ?? member(spec, 'serviceAccount');
    const name = written === undefined ? 'default' : nameOf(written);
    const mount = member(spec, 'automountServiceAccountToken');
    if (name === undefined) return [];
    const namespace = namespaceOf(resource);
    const [declared] = nearest(serviceAccounts(this.estate, name, namespace), resource);
    const isOff = isFalse(mount) || (declared && isFalse(member(declared.body, 'automountServiceAccountToken')) && !isTrue(mount));
    // The token for a cloud is mounted by itself, whatever is said of the one for the cluster.
    const clouds = cloudIdentitiesOf({ name, namespace }, declared, this.estate);
    if (isOff && clouds.length === 0) return [];
    const given = isOff ? [] : this.bindingsOf(name, namespace, declared ?? resource);
    if (!declared && given.length === 0 && clouds.length === 0) return [];
    const runsAs = [...given.map((one) => this.binding(one)), ...clouds].sort();
    const told = { kind: 'role' as const, type: 'ServiceAccount', name, runs_as: runsAs };
    const thing = declared ? declaredThing(declared, told) : declaredThing(resource, told, `account:${name}`);
    this.found.set(thing.ref, thing);
    return [thing.ref];
  }

  private bindingsOf(name: string, namespace: string | undefined, account: IacResource): Viewed<Binding>[] {
    const fitting = bindingsNaming(this.estate, name, namespace);
    const near = new Set(
      nearest(
        fitting.map(({ resource }) => resource),
        account,
      ),
    );
    return fitting.filter(({ resource }) => near.has(resource));
  }

  /** A binding is what a service account acts by; with a role of the tree it leads to that role. */
  private binding({ resource, subject }: Viewed<Binding>): string {
    if (this.found.has(resource.ref)) return resource.ref;
    const name = nameOf(subject.role);
    const thing = declaredThing(resource, { kind: 'role', name: resource.name });
    this.found.set(resource.ref, thing);
    if (name === undefined) return resource.ref;
    const [role] = nearest(this.rolesNamed(name, subject), resource);
    const builtIn = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
    if (role) thing.runs_as.push(this.role(role, subject));
    else if (builtIn) this.secrets(thing, resource, scopeOf(subject), builtIn);
    return resource.ref;
  }

  private rolesNamed(name: string, { roleKind, namespace }: Binding): IacResource[] {
    return this.estate
      .withKey(
        `${roleKind} by name`,
        name,
        () => this.estate.ofType(roleKind),
        (role) => [role.name],
      )
      .filter((role) => role.format === 'kubernetes')
      .filter((role) => roleKind === 'ClusterRole' || mayBeSame(namespaceOf(role), namespace));
  }

  /** A role reaches as far as the widest binding that leads to it. */
  private role(role: IacResource, binding: Binding): string {
    const thing = this.found.get(role.ref) ?? declaredThing(role, { kind: 'role', name: role.name });
    this.found.set(role.ref, thing);
    const access = strongest((this.rules.get(role) ?? []).flatMap((rule) => accessToSecrets(rule) ?? []));
    if (access) this.secrets(thing, role, scopeOf(binding), access);
    return role.ref;
  }

  /** Whoever may do everything administers the secrets and all else of the root. */
  private secrets(thing: CloudResource, resource: IacResource, namespace: string | undefined, access: CloudAccessLevel): void {
    const where = namespace === undefined ? 'the cluster' : `namespace ${namespace}`;
    const part = `secrets:${namespace ?? '*'}`;
    const secrets = declaredThing(
      resource,
      { kind: 'data', type: 'Secret', name: `secrets of ${where}`, facts: { holds_secrets: true } },
      part,
    );
    this.found.set(secrets.ref, secrets);
    if (!thing.reaches.some(({ to }) => to === secrets.ref)) thing.reaches.push({ to: secrets.ref, access });
    if (access !== 'admin' || namespace !== undefined) return;
    thing.facts.administrator = true;
    if (!thing.reaches.some(({ to }) => to === '*')) thing.reaches.push({ to: '*', access });
  }
}

/** The namespace that a binding is for; undefined: the cluster. Where a manifest says none, whoever applies it decides. */
function scopeOf({ wide, namespace }: Binding): string | undefined {
  return wide ? undefined : (namespace ?? 'default');
}

function accessToSecrets({ groups, resources, verbs }: RoleRule): CloudAccessLevel | undefined {
  if (!covers(groups, ['']) || !covers(resources, ['secrets'])) return undefined;
  if (covers(verbs, []) && covers(resources, [])) return 'admin';
  if (covers(verbs, WRITING)) return 'write';
  return covers(verbs, READING) ? 'read' : undefined;
}

const LEVELS: readonly CloudAccessLevel[] = ['admin', 'write', 'read'];

function strongest(levels: readonly CloudAccessLevel[]): CloudAccessLevel | undefined {
  return LEVELS.find((level) => levels.includes(level));
}

/** Of things with the same name those of the same root, else of the same folder, else all: trees hold several variants of one manifest. */
function nearest(candidates: readonly IacResource[], to: IacResource): readonly IacResource[] {
  const sameRoot = candidates.filter(({ root }) => root === to.root);
  if (sameRoot.length > 0) return sameRoot;
  const sameFolder = candidates.filter(({ at }) => folderOf(at.path) === folderOf(to.at.path));
  return sameFolder.length > 0 ? sameFolder : candidates;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
