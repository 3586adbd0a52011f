import type { IacEstate } from '../contract/estate.js';
import { type IacFailure, type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { type AiWorkload, aiWorkloads } from '../views/ai/ai-workload.js';
import { bindingsOf, covers, roleRules } from '../views/kubernetes/access.js';

const FORMATS = ['compose', 'kubernetes'] as const;
const SOCKET = /(?:^|\/)(?:docker|containerd|podman|crio)\.sock$|^\/(?:var\/)?run\/(?:docker|containerd|podman|crio)\/?$/;
const WIDE =
  /^(?:\/|\/(?:etc|root|home)(?:\/[^/]+)?\/?|\/Users(?:\/[^/]+)?\/?|~\/?|(?:~|\$\{?HOME\}?|\/(?:root|home\/[^/]+|Users\/[^/]+))\/\.(?:ssh|aws|kube|config|gnupg|azure|docker)(?:\/.*)?)$/;
const HARMLESS = /^\/etc\/(?:localtime|timezone|ssl(?:\/.*)?|ca-certificates(?:\/.*)?|pki(?:\/.*)?)$/;
/** Docker's own gateway for MCP starts servers as containers. */
const ENGINE_GATEWAY = /(?:^|\/)(?:docker\/)?mcp-gateway(?:[:@].*)?$/;

/** Rules about agents and MCP servers that hold rights over the machine or the cluster they run on. */
export const rightsRules: readonly IacRule[] = [
  iacRule<AiWorkload>({
    id: 'ai-mcp-engine-socket',
    title: 'MCP server or agent with the socket of the container engine',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Whoever steers the model starts containers with any right: a prompt becomes root of the host.',
    fix: 'Remove the mount. Give the tools a socket proxy that allows the few calls which they need.',
    references: ['OWASP MCP02', 'OWASP ASI05', 'CWE-250', 'https://docs.docker.com/engine/security/protect-access/'],
    formats: FORMATS,
    view: aiWorkloads,
    check: actingOnly(({ hostPaths, title, image }) => {
      const more = ENGINE_GATEWAY.test(image ?? '') ? ({ severity: 'high' } as const) : {};
      return hostPaths
        .filter(({ path }) => SOCKET.test(path))
        .map(({ at, path }) => ({ verdict: 'fail', at, evidence: `${title}, ${path}`, ...more }));
    }),
  }),
  iacRule<AiWorkload>({
    id: 'ai-mcp-host-mount',
    title: 'MCP server or agent with a wide mount of the host',
    severity: 'high',
    confidence: 'high',
    rationale: 'What the mount shows ends in the context of a model, keys and settings of the host among it.',
    fix: 'Mount the one project folder that the tools need, read-only where they only read.',
    references: ['OWASP MCP10', 'OWASP MCP02', 'CWE-552', 'https://docs.docker.com/engine/storage/bind-mounts/'],
    formats: FORMATS,
    view: aiWorkloads,
    check: actingOnly(({ hostPaths, title }) =>
      hostPaths
        .filter(({ path }) => WIDE.test(path) && !HARMLESS.test(path))
        .map(({ at, path }) => ({ verdict: 'fail', at, evidence: `${title}, ${path}` })),
    ),
  }),
  iacRule<AiWorkload>({
    id: 'ai-agent-privileged',
    title: 'Agent or MCP server with the rights of its host',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Code that a model wrote, or a stranger by way of it, runs with the rights of the host.',
    fix: 'Remove the right. A GPU needs a device request, and none of them.',
    references: ['OWASP ASI05', 'CWE-250', 'https://kubernetes.io/docs/concepts/security/pod-security-standards/'],
    formats: FORMATS,
    view: aiWorkloads,
    check: actingOnly(({ rights, title }) =>
      rights.map(({ at, evidence }) => ({ verdict: 'fail', at, evidence: `${title}, ${evidence}` })),
    ),
  }),
  iacRule<AiWorkload>({
    id: 'ai-agent-cluster-admin',
    title: 'Service account of an agent with wide rights in the cluster',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Whoever steers the model steers the cluster: a prompt injection becomes a takeover.',
    fix: 'Give the workload a service account of its own, bound to a Role with the few verbs and resources that its tools need.',
    references: ['OWASP ASI03', 'OWASP MCP02', 'CWE-250', 'https://kubernetes.io/docs/concepts/security/rbac-good-practices/'],
    formats: ['kubernetes'],
    view: aiWorkloads,
    check: (workload, _, estate) => (isActing(workload) && workload.account ? judgeAccount(workload.account, estate) : undefined),
  }),
];

/** Those that act for a model: programs that only serve one hold no tools. */
function isActing({ role }: AiWorkload): boolean {
  return role === 'mcp-server' || role === 'agent';
}

/** Each faulty line is a cause of its own: who mends one of them keeps the others. */
function actingOnly(judge: (workload: AiWorkload) => readonly IacFailure[]) {
  return (workload: AiWorkload): readonly IacJudgement[] | undefined => (isActing(workload) ? orPass(judge(workload)) : undefined);
}

function orPass(failures: readonly IacFailure[]): readonly IacJudgement[] {
  return failures.length > 0 ? failures : [{ verdict: 'pass' }];
}

function judgeAccount({ name, namespace }: { name: string; namespace: string | undefined }, estate: IacEstate): IacJudgement {
  for (const { role, roleKind, at } of bindingsOf(estate, name, namespace)) {
    const text = textOf(role);
    if (text === undefined) return { verdict: 'unknown', at, expression: role?.kind === 'unknown' ? role.expression : 'roleRef' };
    if (text === 'cluster-admin') return { verdict: 'fail', at: role?.at ?? at, evidence: `${name} bound to cluster-admin`, related: [at] };
    const wide = estate
      .view(roleRules)
      .find(({ resource, subject }) => resource.type === roleKind && subject.role === text && isWide(subject));
    if (wide) return { verdict: 'fail', at: wide.subject.at, evidence: `${name} bound to ${text}`, related: [at] };
  }
  return { verdict: 'pass' };
}

type RoleRule = ReturnType<typeof roleRules.of> extends Iterable<infer Rule> ? Rule : never;

/** Everything, secrets, or a shell in every pod. */
function isWide({ resources, verbs, names }: RoleRule): boolean {
  if (covers(resources, []) && covers(verbs, [])) return true;
  if (names !== undefined) return false;
  if (covers(resources, ['secrets']) && covers(verbs, ['get', 'list', 'watch'])) return true;
  return covers(resources, ['pods/exec', 'pods/attach']) && covers(verbs, ['create']);
}
