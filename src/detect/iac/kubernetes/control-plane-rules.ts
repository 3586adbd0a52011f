import type { IacMap, IacResource } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import type { IacJudgement, IacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { isFalse, isTrue, itemsOf, member } from '../views/kubernetes/body.js';
import { type CommandLine, commandLine, flag } from '../views/kubernetes/command.js';
import { kubeadmPrograms } from '../views/kubernetes/kubeadm.js';
import { kubernetesObject } from '../views/kubernetes/object.js';
import type { Container } from '../views/kubernetes/workload.js';
import { containerRule, fails, kubernetesRule, passes, trueFails, undecided } from './judge.js';

const APISERVER = 'https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/';
const KUBELET = 'https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/';

/** Rules about the programs of a cluster itself, as static pods and configuration files of the kubelet. */
export const controlPlaneRules: readonly IacRule[] = [
  ...both(
    {
      id: 'k8s-apiserver-anonymous-auth',
      title: 'API server or kubelet answers anonymous callers',
      severity: 'high',
      confidence: 'high',
      rationale: 'Whoever reaches the port may call it without credentials; open kubelets run code of strangers.',
      fix: 'Start the program with `--anonymous-auth=false`, or set `authentication.anonymous.enabled` of the kubelet to false.',
      references: ['CIS-K8s 1.2.1', 'CIS-K8s 4.2.1', 'CWE-306', APISERVER, KUBELET],
    },
    anonymousCaller,
    ({ body }) => trueFails(member(body, 'authentication', 'anonymous', 'enabled'), 'authentication.anonymous.enabled'),
  ),
  ...both(
    {
      id: 'k8s-apiserver-always-allow',
      title: 'Authorization AlwaysAllow',
      severity: 'critical',
      confidence: 'high',
      rationale: 'Nobody is asked for rights: every caller may do everything.',
      fix: 'Use `--authorization-mode=Node,RBAC` for the API server, and Webhook for the kubelet.',
      references: ['CIS-K8s 1.2.6', 'CIS-K8s 4.2.2', 'CWE-862', APISERVER, KUBELET],
    },
    (container) => {
      const line = commandLine(container);
      if (!runs(line, 'kube-apiserver') && !runs(line, 'kubelet')) return undefined;
      const mode = flag(line, 'authorization-mode');
      if (!mode) return line.unknown ? undecided(line.unknown) : passes;
      return mode.text.split(',').includes('AlwaysAllow') ? fails(mode, `--authorization-mode=${mode.text}`) : passes;
    },
    ({ body }) => {
      const mode = member(body, 'authorization', 'mode');
      if (mode?.kind === 'unknown') return undecided(mode);
      return mode && textOf(mode) === 'AlwaysAllow' ? fails(mode, 'authorization.mode: AlwaysAllow') : passes;
    },
  ),
  containerRule({
    id: 'k8s-apiserver-static-token',
    title: 'API server reads tokens or passwords from a file',
    severity: 'high',
    confidence: 'high',
    rationale: 'The tokens stand in clear on the node, never expire, and change only with a restart.',
    fix: 'Remove `--token-auth-file` and `--basic-auth-file`; use certificates, OpenID Connect or service accounts.',
    references: ['CIS-K8s 1.2.2', 'CWE-798', APISERVER],
    check(container) {
      const line = commandLine(container);
      if (!runs(line, 'kube-apiserver')) return undefined;
      for (const name of ['token-auth-file', 'basic-auth-file']) {
        const found = flag(line, name);
        if (found) return fails(found, `--${name}=${found.text}`);
      }
      return line.unknown ? undecided(line.unknown) : passes;
    },
  }),
  containerRule({
    id: 'k8s-apiserver-audit-log',
    title: 'API server without audit log',
    severity: 'medium',
    confidence: 'high',
    rationale: 'After an incident nobody can say who changed what.',
    fix: 'Start the API server with an audit log and a policy for it.',
    references: ['CIS-K8s 1.2.16', 'CWE-778', 'https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/'],
    snippet: '- --audit-log-path=/var/log/kubernetes/audit.log\n- --audit-policy-file=/etc/kubernetes/audit-policy.yaml',
    check(container) {
      const line = commandLine(container);
      if (!runs(line, 'kube-apiserver')) return undefined;
      if (flag(line, 'audit-log-path') || flag(line, 'audit-webhook-config-file')) return passes;
      return line.unknown ? undecided(line.unknown) : fails(start(container), 'no --audit-log-path');
    },
  }),
  containerRule({
    id: 'k8s-etcd-client-auth',
    title: 'etcd accepts clients without certificate',
    severity: 'critical',
    confidence: 'high',
    rationale: 'etcd holds every object of the cluster, secrets too; whoever reaches it owns the cluster.',
    fix: 'Start etcd with `--client-cert-auth=true` and `--trusted-ca-file`.',
    references: ['CIS-K8s 2.2', 'CWE-306', 'https://etcd.io/docs/latest/op-guide/security/'],
    snippet: '- --client-cert-auth=true\n- --trusted-ca-file=/etc/kubernetes/pki/etcd/ca.crt',
    check: etcdClients,
  }),
  ...both(
    {
      id: 'k8s-kubelet-readonly-port',
      title: 'Read-only port of the kubelet is open',
      severity: 'medium',
      confidence: 'high',
      rationale: 'The port answers everybody with the specifications of pods and the secrets in their environment.',
      fix: 'Set `readOnlyPort` to 0, or start the kubelet with `--read-only-port=0`.',
      references: ['CIS-K8s 4.2.4', 'CWE-306', KUBELET],
    },
    (container) => {
      const line = commandLine(container);
      if (!runs(line, 'kubelet')) return undefined;
      const port = flag(line, 'read-only-port');
      // Whether the port is open without the flag depends on the release.
      if (!port) return undecided(line.unknown ?? { at: start(container).at, expression: '--read-only-port' });
      return port.text === '0' ? passes : fails(port, `--read-only-port=${port.text}`);
    },
    ({ body }) => {
      const port = member(body, 'readOnlyPort');
      if (port?.kind === 'unknown') return undecided(port);
      return port && textOf(port) !== '0' ? fails(port, `readOnlyPort: ${textOf(port)}`) : passes;
    },
  ),
];

type Description = Omit<Parameters<typeof containerRule>[0], 'check' | 'view'>;

/** One rule over two views: the flags of a container, and the configuration file of the kubelet. */
function both(
  description: Description,
  ofContainer: (container: Container, resource: IacResource, estate: IacEstate) => IacJudgement | undefined,
  ofFile: (file: { body: IacMap }) => IacJudgement,
): IacRule[] {
  const flags = containerRule({ ...description, check: ofContainer });
  // What the configuration does not name has the value that kubeadm gives it.
  const written = containerRule({
    ...description,
    view: kubeadmPrograms,
    check(program, ...rest) {
      const judged = ofContainer(program, ...rest);
      return judged?.verdict === 'fail' && judged.at !== program.workload.at ? judged : undefined;
    },
  });
  const file = kubernetesRule({ ...description, view: kubernetesObject('KubeletConfiguration'), check: ofFile });
  return [
    {
      ...flags,
      *judge(estate) {
        yield* flags.judge(estate);
        yield* written.judge(estate);
        yield* file.judge(estate);
      },
    },
  ];
}

function runs({ program, words }: CommandLine, name: string): boolean {
  return program === name || words.some(({ text }) => text === name || text.endsWith(`/${name}`));
}

function start({ body }: Container) {
  return member(body, 'command') ?? body;
}

function anonymousCaller(container: Container, _resource: IacResource, estate: IacEstate): IacJudgement | undefined {
  const line = commandLine(container);
  const isServer = runs(line, 'kube-apiserver');
  if (!isServer && !runs(line, 'kubelet')) return undefined;
  const said = flag(line, 'anonymous-auth');
  if (said) return said.text === 'false' ? passes : fails(said, `--anonymous-auth=${said.text}`);
  if (line.unknown) return undecided(line.unknown);
  if (!isServer) return passes;
  const file = flag(line, 'authentication-config');
  if (!file) return fails(start(container), 'no --anonymous-auth=false');
  return closedByFile(estate) ? passes : undecided({ at: file.at, expression: `--authentication-config=${file.text}` });
}

/** True where a configuration in the tree lets anonymous callers reach nothing, or only the paths that it names. */
function closedByFile(estate: IacEstate): boolean {
  return estate.ofType('AuthenticationConfiguration').some(({ body }) => {
    const anonymous = member(body, 'anonymous');
    return (
      isFalse(member(anonymous, 'enabled')) || (isTrue(member(anonymous, 'enabled')) && itemsOf(member(anonymous, 'conditions')).length > 0)
    );
  });
}

function etcdClients(container: Container): IacJudgement | undefined {
  const line = commandLine(container);
  if (!runs(line, 'etcd')) return undefined;
  const said = flag(line, 'client-cert-auth');
  if (said) return said.text === 'true' ? passes : fails(said, `--client-cert-auth=${said.text}`);
  const variable = itemsOf(member(container.body, 'env')).find((entry) => textOf(member(entry, 'name')) === 'ETCD_CLIENT_CERT_AUTH');
  if (isTrue(member(variable, 'value'))) return passes;
  const file = flag(line, 'config-file');
  if (file) return undecided({ at: file.at, expression: `--config-file=${file.text}` });
  return line.unknown ? undecided(line.unknown) : fails(start(container), 'no --client-cert-auth=true');
}
