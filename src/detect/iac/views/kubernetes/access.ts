import type { IacResource, IacUnknown, IacValue, SourcePlace } from '../../../../model/iac.js';
import type { IacEstate, IacView, Viewed } from '../../contract/estate.js';
import { textOf } from '../../contract/values.js';
import { itemsOf, mapOf, member, nameOf, textsOf, unknownIn } from './body.js';

/** One rule of a Role or ClusterRole. */
export interface RoleRule {
  readonly role: string;
  readonly at: SourcePlace;
  readonly groups: IacValue | undefined;
  readonly resources: IacValue | undefined;
  readonly verbs: IacValue | undefined;
  readonly names: IacValue | undefined;
}

export const roleRules: IacView<RoleRule> = {
  id: 'kubernetes-role-rule',
  *of({ format, type, name, body }) {
    if (format !== 'kubernetes' || (type !== 'Role' && type !== 'ClusterRole')) return;
    if (member(body, 'aggregationRule')?.kind === 'map') return;
    for (const item of itemsOf(member(body, 'rules'))) {
      const rule = mapOf(item);
      if (!rule || (rule.entries.has('nonResourceURLs') && !rule.entries.has('resources'))) continue;
      yield {
        role: name,
        at: rule.at,
        groups: member(rule, 'apiGroups'),
        resources: member(rule, 'resources'),
        verbs: member(rule, 'verbs'),
        names: member(rule, 'resourceNames'),
      };
    }
  },
};

/** A RoleBinding or ClusterRoleBinding. */
export interface Binding {
  readonly name: string;
  readonly at: SourcePlace;
  /** For the whole cluster, not for one namespace. */
  readonly wide: boolean;
  readonly namespace: string | undefined;
  readonly roleKind: string;
  readonly role: IacValue | undefined;
  readonly subjects: readonly Subject[];
  /** Set when there may be further subjects. */
  readonly unknown?: IacUnknown;
}

export interface Subject {
  readonly at: SourcePlace;
  readonly via?: readonly SourcePlace[];
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

export const bindings: IacView<Binding> = {
  id: 'kubernetes-binding',
  *of(resource) {
    const { format, type, name, body, at } = resource;
    if (format !== 'kubernetes' || (type !== 'RoleBinding' && type !== 'ClusterRoleBinding')) return;
    const listed = member(body, 'subjects');
    const unknown = unknownIn(listed);
    yield {
      name,
      at,
      wide: type === 'ClusterRoleBinding',
      namespace: namespaceOf(resource),
      roleKind: textOf(member(body, 'roleRef', 'kind')) ?? 'ClusterRole',
      role: member(body, 'roleRef', 'name'),
      subjects: itemsOf(listed).flatMap(subjectOf),
      ...(unknown && { unknown }),
    };
  },
};

function subjectOf(value: IacValue): Subject[] {
  const name = member(value, 'name');
  const text = nameOf(name);
  if (text === undefined || !name) return [];
  return [
    {
      at: name.at,
      ...(name.via && { via: name.via }),
      kind: textOf(member(value, 'kind')) ?? '',
      name: text,
      namespace: textOf(member(value, 'namespace')),
    },
  ];
}

export function namespaceOf({ body }: IacResource): string | undefined {
  return textOf(member(body, 'metadata', 'namespace'));
}

/** Two namespaces, of which one may be left to whoever applies the manifest. */
export function mayBeSame(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** The service accounts of a name in the scanned tree. */
export function serviceAccounts(estate: IacEstate, name: string, namespace: string | undefined): readonly IacResource[] {
  return estate
    .withKey(
      'service accounts by name',
      name,
      () => estate.ofType('ServiceAccount'),
      (account) => [account.name],
    )
    .filter((account) => mayBeSame(namespaceOf(account), namespace));
}

/** The bindings that give a service account a role. */
export function bindingsOf(estate: IacEstate, account: string, namespace: string | undefined): readonly Binding[] {
  return bindingsNaming(estate, account, namespace).map(({ subject }) => subject);
}

/** The same, with the resources that hold them. */
export function bindingsNaming(estate: IacEstate, account: string, namespace: string | undefined): readonly Viewed<Binding>[] {
  return estate
    .withKey(
      'bindings by account',
      account,
      () => estate.view(bindings),
      ({ subject: { subjects } }) => subjects.flatMap(({ kind, name }) => (kind === 'ServiceAccount' ? [name] : [])),
    )
    .filter(({ subject: { subjects, namespace: own } }) =>
      subjects.some(
        (subject) => subject.kind === 'ServiceAccount' && subject.name === account && mayBeSame(subject.namespace ?? own, namespace),
      ),
    );
}

/** True when a list names one of the words, or everything. */
export function covers(list: IacValue | undefined, words: readonly string[]): boolean {
  return textsOf(list).some((text) => text === '*' || words.includes(text));
}

/** Where a list names one of the words, else where it stands. */
export function placeIn(list: IacValue | undefined, words: readonly string[]): IacValue | undefined {
  return itemsOf(list).find((item) => covers({ kind: 'list', at: item.at, items: [item] }, words)) ?? list;
}
