import type { IacFailure, IacJudgement, IacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { type Binding, bindings, covers, placeIn, type RoleRule, roleRules } from '../views/kubernetes/access.js';
import { mayBe, textsOf, unknownIn } from '../views/kubernetes/body.js';
import { fails, kubernetesRule, passes, undecided } from './judge.js';

const RBAC = 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/';
/** Roles that the distribution itself binds to everybody. */
const PUBLIC_ROLES = new Set(['system:public-info-viewer', 'system:discovery', 'system:basic-user']);
const EVERYBODY = new Set(['system:anonymous', 'system:unauthenticated', 'system:authenticated']);
const BY_WILDCARD = ['ai-agent-cluster-admin', 'k8s-rbac-wildcard'];

/** Rules about roles and those who are bound to them. */
export const accessRules: readonly IacRule[] = [
  kubernetesRule({
    id: 'k8s-rbac-wildcard',
    title: 'Role with wildcard',
    severity: 'high',
    confidence: 'high',
    rationale: 'The role also gets every kind and every action that a later release or operator adds.',
    fix: 'Name the resources and the verbs that are used.',
    references: ['CIS-K8s 5.1.3', 'CWE-732', RBAC],
    swallowedBy: ['ai-agent-cluster-admin'],
    view: roleRules,
    snippet: 'rules:\n  - apiGroups: ["apps"]\n    resources: ["deployments"]\n    verbs: ["get", "list", "watch"]',
    check: wildcard,
  }),
  kubernetesRule({
    id: 'k8s-rbac-cluster-admin',
    title: 'Bound to cluster-admin',
    severity: 'high',
    confidence: 'high',
    rationale: 'Whoever holds the credentials of the subject owns the cluster.',
    fix: 'Bind a role with the rights that are used.',
    references: ['CIS-K8s 5.1.1', 'CWE-250', RBAC],
    swallowedBy: ['ai-agent-cluster-admin'],
    view: bindings,
    snippet: 'roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: ClusterRole\n  name: view',
    check: clusterAdmin,
  }),
  kubernetesRule({
    id: 'k8s-rbac-secrets-read',
    title: 'Role reads secrets',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Secrets hold the credentials of other identities. `list` and `watch` return their contents too.',
    fix: 'Remove secrets from the rule, or allow only `get` of those that `resourceNames` names.',
    references: ['CIS-K8s 5.1.2', 'CWE-732', RBAC],
    swallowedBy: BY_WILDCARD,
    view: roleRules,
    snippet: 'rules:\n  - apiGroups: [""]\n    resources: ["secrets"]\n    resourceNames: ["my-app"]\n    verbs: ["get"]',
    check: (rule) =>
      allows(rule, {
        groups: [''],
        resources: ['secrets'],
        verbs: ['get', 'list', 'watch'],
        more: () => (textsOf(rule.names).length > 0 && !covers(rule.verbs, ['list', 'watch']) ? { severity: 'low' } : {}),
      }),
  }),
  kubernetesRule({
    id: 'k8s-rbac-exec',
    title: 'Role may run commands in pods',
    severity: 'medium',
    confidence: 'high',
    rationale: 'A command in a pod takes the identity, the network and the secrets of that pod.',
    fix: 'Remove `pods/exec` and `pods/attach` from the rule.',
    references: ['CIS-K8s 5.1.4', 'CWE-269', RBAC],
    swallowedBy: BY_WILDCARD,
    view: roleRules,
    check: (rule) =>
      allows(rule, { groups: [''], resources: ['pods/exec', 'pods/attach', 'pods/*', '*/exec', '*/attach'], verbs: ['create'] }),
  }),
  kubernetesRule({
    id: 'k8s-rbac-escalate',
    title: 'Role may give itself further rights',
    severity: 'high',
    confidence: 'high',
    rationale: '`escalate` and `bind` switch off the check that nobody hands out more rights than their own.',
    fix: 'Remove the verbs `escalate` and `bind`.',
    references: ['CIS-K8s 5.1.8', 'CWE-269', RBAC],
    swallowedBy: BY_WILDCARD,
    view: roleRules,
    check: (rule) =>
      allows(rule, {
        groups: ['rbac.authorization.k8s.io'],
        resources: ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'],
        verbs: ['escalate', 'bind'],
      }),
  }),
  kubernetesRule({
    id: 'k8s-rbac-impersonate',
    title: 'Role may impersonate others',
    severity: 'high',
    confidence: 'high',
    rationale: 'The holder of the role becomes any user or group, system:masters too.',
    fix: 'Remove the verb `impersonate`, or name the accounts in `resourceNames`.',
    references: ['CIS-K8s 5.1.8', 'CWE-269', RBAC],
    swallowedBy: BY_WILDCARD,
    view: roleRules,
    check: (rule) =>
      allows(rule, {
        groups: ['', 'authentication.k8s.io'],
        resources: ['users', 'groups', 'serviceaccounts', 'uids'],
        verbs: ['impersonate'],
        more: () => {
          const names = textsOf(rule.names);
          return names.length === 1 && !names[0]?.startsWith('system:') ? { severity: 'low' } : {};
        },
      }),
  }),
  kubernetesRule({
    id: 'k8s-rbac-webhooks',
    title: 'Role edits admission webhooks',
    severity: 'medium',
    confidence: 'high',
    rationale: 'A webhook sees every object that is written, with its secrets, and changes it.',
    fix: 'Leave the configuration of webhooks to administrators of the cluster.',
    references: ['CIS-K8s 5.1.12', 'CWE-269', RBAC],
    swallowedBy: BY_WILDCARD,
    view: roleRules,
    check: (rule) =>
      allows(rule, {
        groups: ['admissionregistration.k8s.io'],
        resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
        verbs: ['create', 'update', 'patch'],
      }),
  }),
  kubernetesRule({
    id: 'k8s-rbac-anonymous',
    title: 'Everybody is bound to a role',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Whoever reaches the API server has the role: callers without credentials, or every account of the cluster.',
    fix: 'Bind named users, groups or service accounts.',
    references: ['CIS-K8s 5.1.7', 'CWE-306', RBAC],
    view: bindings,
    snippet: 'subjects:\n  - kind: ServiceAccount\n    name: my-app\n    namespace: my-app',
    check: anonymous,
  }),
];

function wildcard({ verbs, resources, groups, at }: RoleRule): IacJudgement {
  for (const [name, list] of [
    ['verbs', verbs],
    ['resources', resources],
  ] as const)
    if (covers(list, [])) return fails(placeIn(list, []) ?? { at }, `${name}: *`, { part: partOf({ at }) });
  const unknown = unknownIn(verbs) ?? unknownIn(resources);
  if (unknown) return undecided(unknown);
  return covers(groups, []) ? fails(placeIn(groups, []) ?? { at }, 'apiGroups: *', { severity: 'low', part: partOf({ at }) }) : passes;
}

/** Tells the rules of one role apart. */
function partOf({ at }: Pick<RoleRule, 'at'>): string {
  return `rules/${at.line}`;
}

interface Right {
  groups: readonly string[];
  resources: readonly string[];
  verbs: readonly string[];
  more?: () => Pick<IacFailure, 'severity'>;
}

/** Fails where the rule gives one of the verbs on one of the resources, by name or by wildcard. */
function allows({ groups, resources, verbs, at }: RoleRule, right: Right): IacJudgement {
  const lists = [
    { list: resources, words: right.resources },
    { list: verbs, words: right.verbs },
    // A rule without groups is read as one of the core group, as its writer meant it.
    ...(groups ? [{ list: groups, words: right.groups }] : []),
  ];
  const open = lists.filter(({ list, words }) => !covers(list, words));
  if (open.length === 0)
    return fails(placeIn(resources, right.resources) ?? { at }, evidence(resources, verbs), { part: partOf({ at }), ...right.more?.() });
  const unknown = open.map(({ list }) => unknownIn(list));
  const [first] = unknown;
  return first && unknown.every((value) => value !== undefined) ? undecided(first) : passes;
}

function evidence(resources: RoleRule['resources'], verbs: RoleRule['verbs']): string {
  return `${textsOf(verbs).join(', ')} on ${textsOf(resources).join(', ')}`;
}

function clusterAdmin({ role, roleKind, subjects, wide, unknown }: Binding): IacJudgement | undefined {
  if (role?.kind === 'unknown') return mayBe(role, 'cluster-admin') ? undecided(role) : passes;
  if (!role || textOf(role) !== 'cluster-admin' || roleKind !== 'ClusterRole') return passes;
  if (subjects.length > 0 && subjects.every(({ kind, name }) => kind === 'Group' && name === 'system:masters')) return passes;
  if (subjects.length === 0) return unknown ? undecided(unknown) : passes;
  return fails(
    role,
    `${subjects.map(({ kind, name }) => `${kind} ${name}`).join(', ')}: cluster-admin`,
    wide ? {} : { severity: 'medium' },
  );
}

function anonymous({ subjects, role, unknown }: Binding): IacJudgement {
  const found = subjects.find(({ kind, name }) => kind !== 'ServiceAccount' && EVERYBODY.has(name));
  if (!found) return unknown ? undecided(unknown) : passes;
  if (role?.kind === 'unknown') return undecided(role);
  const name = textOf(role) ?? '';
  return PUBLIC_ROLES.has(name) ? passes : fails(found, `${found.name}: ${name}`);
}
