import type { IacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { isFalse, itemsOf, member } from '../views/kubernetes/body.js';
import { type HostMount, hostMounts, type Workload, workloads } from '../views/kubernetes/workload.js';
import { containerRule, fails, kubernetesRule, passes, shown, trueFails, undecided } from './judge.js';

const PSS = 'https://kubernetes.io/docs/concepts/security/pod-security-standards/';

/** Names of the daemons that set up the network of a node, and need its network to do so. */
const NETWORK_DAEMON = /kube-proxy|calico|canal|cilium|flannel|weave|antrea|kube-router|multus|aws-node|(?:^|-)cni(?:-|$)/;

const SOCKET = /(?:^|\/)(?:docker|containerd|crio|podman|cri-dockerd|dockershim)\.sock$/;
const SOCKET_FOLDER = /^(?:\/var)?\/run\/(?:docker|containerd|crio|podman|k3s\/containerd)$/;

const SENSITIVE =
  /^\/$|^\/(?:etc|root|proc|sys|boot|dev|lib|lib64|usr|home|run|var\/run|var\/log|var\/lib\/(?:kubelet|docker|containerd|etcd))(?:\/|$)/;
const HARMLESS = /^\/(?:dev\/shm|etc\/localtime|etc\/timezone)$/;

/** Rules about what a pod shares with its node. */
export const hostRules: readonly IacRule[] = [
  kubernetesRule({
    id: 'k8s-host-pid',
    title: 'Pod shares the process table of its node',
    severity: 'high',
    confidence: 'high',
    rationale: 'The pod reads the environment and the memory of every process on the node, and signals them.',
    fix: 'Remove `hostPID`, or set it to false.',
    references: ['CIS-K8s 5.2.3', 'CWE-668', PSS],
    swallowedBy: ['ai-agent-privileged'],
    view: workloads,
    snippet: 'spec:\n  hostPID: false',
    check: (workload) => trueFails(member(workload.spec, 'hostPID'), 'hostPID', isSystem(workload) ? { severity: 'medium' } : undefined),
  }),
  kubernetesRule({
    id: 'k8s-host-ipc',
    title: 'Pod shares the IPC namespace of its node',
    severity: 'high',
    confidence: 'high',
    rationale: 'The pod reads and writes the shared memory of every other process on the node.',
    fix: 'Remove `hostIPC`; for shared memory of the containers of one pod, mount an `emptyDir` with `medium: Memory`.',
    references: ['CIS-K8s 5.2.4', 'CWE-668', PSS],
    swallowedBy: ['ai-agent-privileged'],
    view: workloads,
    snippet: 'spec:\n  hostIPC: false',
    check: ({ spec }) => trueFails(member(spec, 'hostIPC'), 'hostIPC'),
  }),
  kubernetesRule({
    id: 'k8s-host-network',
    title: 'Pod uses the network of its node',
    severity: 'high',
    confidence: 'high',
    rationale: 'Network policies do not apply to the pod, and the metadata service and the loopback services of the node answer it.',
    fix: 'Remove `hostNetwork`, and publish ports by a Service.',
    references: ['CIS-K8s 5.2.5', 'CWE-668', PSS],
    swallowedBy: ['ai-agent-privileged'],
    view: workloads,
    snippet: 'spec:\n  hostNetwork: false',
    check: (workload) =>
      trueFails(
        member(workload.spec, 'hostNetwork'),
        'hostNetwork',
        workload.kind === 'DaemonSet' && NETWORK_DAEMON.test(workload.name) ? { severity: 'medium' } : undefined,
      ),
  }),
  kubernetesRule({
    id: 'k8s-docker-socket',
    title: 'Socket of the container runtime mounted',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Who reaches the socket starts privileged containers and so owns the node. A read-only mount does not stop calls.',
    fix: 'Remove the volume; build images with a builder that needs no socket, and read the state of pods from the API server.',
    references: ['CIS-K8s 5.2.12', 'CWE-250', PSS],
    swallowedBy: ['ai-mcp-engine-socket'],
    view: hostMounts,
    check: ({ path, part }) => {
      if (path.kind === 'unknown') return undecided(path);
      const folder = normalised(textOf(path) ?? '');
      return SOCKET.test(folder) || SOCKET_FOLDER.test(folder) ? fails(path, `hostPath: ${folder}`, { part }) : passes;
    },
  }),
  kubernetesRule({
    id: 'k8s-host-path',
    title: 'Path of the node mounted',
    severity: 'medium',
    confidence: 'high',
    rationale: 'A volume of the node outlives the pod, is shared with other pods, and was the way out of the container in CVE-2021-25741.',
    fix: 'Use a PersistentVolumeClaim, an `emptyDir` or a CSI volume.',
    references: ['CIS-K8s 5.2.12', 'CWE-668', PSS],
    swallowedBy: ['ai-mcp-host-mount', 'ai-mcp-engine-socket', 'k8s-docker-socket', 'k8s-host-path-sensitive'],
    view: hostMounts,
    snippet: 'volumes:\n  - name: data\n    emptyDir: {}',
    check: ({ path, part }) => fails(path, shown('hostPath', path), { part }),
  }),
  kubernetesRule({
    id: 'k8s-host-path-sensitive',
    title: 'System folder of the node mounted',
    severity: 'high',
    confidence: 'high',
    rationale:
      'These folders hold the tokens of every pod of the node, its configuration and its devices; write access is root on the node.',
    fix: 'Mount the one file that is needed, read-only, or take it from a ConfigMap, a Secret or the API server.',
    references: ['CIS-K8s 5.2.12', 'CWE-552', PSS],
    swallowedBy: ['ai-mcp-host-mount', 'ai-mcp-engine-socket', 'k8s-docker-socket'],
    view: hostMounts,
    check: sensitive,
  }),
  kubernetesRule({
    id: 'k8s-unsafe-sysctl',
    title: 'Unsafe sysctl',
    severity: 'medium',
    confidence: 'high',
    rationale: 'A sysctl outside of the safe list changes the kernel for other pods of the node too.',
    fix: 'Remove the sysctl, or use one of the safe list.',
    references: ['CWE-250', PSS, 'https://kubernetes.io/docs/tasks/administer-cluster/sysctl-cluster/'],
    view: workloads,
    *check({ spec }) {
      for (const sysctl of itemsOf(member(spec, 'securityContext', 'sysctls'))) {
        const name = member(sysctl, 'name');
        if (name?.kind === 'unknown') yield undecided(name);
        else if (name) yield SAFE_SYSCTLS.has(textOf(name) ?? '') ? passes : fails(name, `sysctl ${textOf(name)}`);
      }
    },
  }),
  containerRule({
    id: 'k8s-host-port',
    title: 'Port of the node used',
    severity: 'low',
    confidence: 'high',
    rationale: 'The port is open on the address of the node, outside of the rules for Services and Ingresses.',
    fix: 'Remove `hostPort`, and publish the port by a Service.',
    references: ['CIS-K8s 5.2.13', 'CWE-668', PSS],
    snippet: 'ports:\n  - containerPort: 8080',
    *check({ body }) {
      for (const port of itemsOf(member(body, 'ports'))) {
        const host = port.kind === 'map' ? member(port, 'hostPort') : undefined;
        if (host?.kind === 'unknown') yield undecided(host);
        else if (host) yield textOf(host) === '0' ? passes : fails(host, shown('hostPort', host));
      }
    },
  }),
  containerRule({
    id: 'k8s-proc-mount-unmasked',
    title: '/proc unmasked',
    severity: 'high',
    confidence: 'high',
    rationale: 'The container writes interfaces of the kernel that the runtime hides otherwise.',
    fix: 'Remove `procMount`.',
    references: ['CWE-668', PSS],
    snippet: 'securityContext:\n  procMount: Default',
    check({ body, workload }) {
      const mount = member(body, 'securityContext', 'procMount');
      if (mount?.kind === 'unknown') return undecided(mount);
      if (!mount || textOf(mount) !== 'Unmasked') return passes;
      return fails(mount, 'procMount: Unmasked', isFalse(member(workload.spec, 'hostUsers')) ? { severity: 'low' } : {});
    },
  }),
];

/** Sysctls that Kubernetes calls safe, up to release 1.32. */
const SAFE_SYSCTLS = new Set([
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.ip_local_reserved_ports',
  'net.ipv4.ip_unprivileged_port_start',
  'net.ipv4.ping_group_range',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_rmem',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.tcp_wmem',
]);

function sensitive({ path, part, readOnly }: HostMount) {
  if (path.kind === 'unknown') return undecided(path);
  const folder = normalised(textOf(path) ?? '');
  if (!SENSITIVE.test(folder) || HARMLESS.test(folder)) return passes;
  const isLog = /^\/var\/log(?:\/|$)/.test(folder);
  return fails(path, `hostPath: ${folder}`, { part, ...(isLog && readOnly && { severity: 'medium' }) });
}

function normalised(path: string): string {
  return path
    .replace(/\/{2,}/g, '/')
    .replace(/(?:\/\.)+(?=\/|$)/g, '')
    .replace(/(.)\/$/, '$1');
}

function isSystem({ namespace }: Workload): boolean {
  return textOf(namespace) === 'kube-system';
}
