import type { IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import type { IacJudgement, IacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { mayBeSame, namespaceOf } from '../views/kubernetes/access.js';
import { isFalse, isTrue, itemsOf, member, textsOf, unknownIn } from '../views/kubernetes/body.js';
import type { Container } from '../views/kubernetes/workload.js';
import { containerRule, fails, passes, shown, trueFails, undecided } from './judge.js';

const PSS = 'https://kubernetes.io/docs/concepts/security/pod-security-standards/';
const DANGEROUS = new Set(['SYS_ADMIN', 'ALL', 'SYS_PTRACE', 'SYS_MODULE', 'DAC_READ_SEARCH', 'NET_ADMIN', 'BPF']);

/** Rules about what a container may do on its node. */
export const containerRules: readonly IacRule[] = [
  containerRule({
    id: 'k8s-privileged',
    title: 'Privileged container',
    severity: 'critical',
    confidence: 'high',
    rationale: 'A privileged container owns its node: it sees every device and may load kernel modules.',
    fix: 'Set `privileged` to false, and add the one capability that the program needs.',
    references: ['CIS-K8s 5.2.2', 'CWE-250', PSS],
    swallowedBy: ['ai-agent-privileged'],
    snippet: 'securityContext:\n  privileged: false',
    check: (container) => trueFails(member(container.body, 'securityContext', 'privileged'), 'privileged'),
  }),
  containerRule({
    id: 'k8s-privilege-escalation',
    title: 'Privilege escalation not switched off',
    severity: 'medium',
    confidence: 'high',
    rationale: 'A setuid program in the image still gives its caller the rights of root.',
    fix: 'Set `allowPrivilegeEscalation` to false.',
    references: ['CIS-K8s 5.2.6', 'CWE-269', PSS],
    snippet: 'securityContext:\n  allowPrivilegeEscalation: false',
    check: (container) =>
      container.workload.windows
        ? undefined
        : mustBe(container, member(container.body, 'securityContext', 'allowPrivilegeEscalation'), 'allowPrivilegeEscalation', isFalse),
  }),
  containerRule({
    id: 'k8s-run-as-root',
    title: 'Container may run as root',
    severity: 'medium',
    confidence: 'high',
    rationale: 'A process with user id 0 and one flaw of the kernel or the runtime is root on the node.',
    fix: 'Set `runAsNonRoot` to true and `runAsUser` to the number of a user of the image.',
    references: ['CIS-K8s 5.2.7', 'CWE-250', PSS],
    snippet: 'securityContext:\n  runAsNonRoot: true\n  runAsUser: 10001',
    check: runsAsRoot,
  }),
  containerRule({
    id: 'k8s-dangerous-capability',
    title: 'Dangerous capability added',
    severity: 'high',
    confidence: 'high',
    rationale: 'These capabilities reach other processes, the kernel or the network of the node; SYS_ADMIN is near to root.',
    fix: 'Remove the capability; drop all and add only what the program needs, such as NET_BIND_SERVICE.',
    references: ['CIS-K8s 5.2.9', 'CWE-250', PSS],
    swallowedBy: ['ai-agent-privileged'],
    snippet: 'securityContext:\n  capabilities:\n    drop: [ALL]',
    check({ body }) {
      const added = member(body, 'securityContext', 'capabilities', 'add');
      const found = itemsOf(added).find((item) => DANGEROUS.has(capability(textOf(item) ?? '')));
      if (found) return fails(found, `capabilities.add: ${textOf(found)}`);
      const unknown = unknownIn(added);
      return unknown ? undecided(unknown) : passes;
    },
  }),
  containerRule({
    id: 'k8s-capabilities-kept',
    title: 'Capabilities not dropped',
    severity: 'low',
    confidence: 'high',
    rationale: 'The default set lets the container forge packets to other pods and change owners of files.',
    fix: 'Drop all capabilities, and add back what the program needs.',
    references: ['CIS-K8s 5.2.10', 'CWE-250', PSS],
    snippet: 'securityContext:\n  capabilities:\n    drop: [ALL]',
    check({ body, workload }) {
      if (workload.windows) return undefined;
      const dropped = member(body, 'securityContext', 'capabilities', 'drop');
      if (textsOf(dropped).some((name) => capability(name) === 'ALL')) return passes;
      const unknown = unknownIn(dropped);
      return unknown ? undecided(unknown) : fails(dropped ?? body, 'no capabilities.drop of ALL');
    },
  }),
  containerRule({
    id: 'k8s-root-fs-writable',
    title: 'Root file system is writable',
    severity: 'low',
    confidence: 'high',
    rationale: 'Whoever gets a first foothold can leave tools and change the program.',
    fix: 'Set `readOnlyRootFilesystem` to true, and mount an `emptyDir` where the program writes.',
    references: ['CIS-K8s 5.7.3', 'CWE-732', PSS],
    snippet: 'securityContext:\n  readOnlyRootFilesystem: true',
    check: (container) =>
      container.workload.windows
        ? undefined
        : mustBe(container, member(container.body, 'securityContext', 'readOnlyRootFilesystem'), 'readOnlyRootFilesystem', isTrue),
  }),
  containerRule({
    id: 'k8s-seccomp-missing',
    title: 'No seccomp profile',
    severity: 'low',
    confidence: 'high',
    rationale: 'Without a profile the container may make every system call; the default profile blocks most known escapes.',
    fix: 'Set the profile of the runtime.',
    references: ['CIS-K8s 5.7.2', 'CWE-693', PSS],
    snippet: 'securityContext:\n  seccompProfile:\n    type: RuntimeDefault',
    check: seccomp,
  }),
  containerRule({
    id: 'k8s-memory-unlimited',
    title: 'No memory limit',
    severity: 'low',
    confidence: 'high',
    rationale: 'A leak or a flood of requests takes the memory of the whole node, and other pods with it.',
    fix: 'Set a memory limit.',
    references: ['CWE-770', 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/'],
    snippet: 'resources:\n  limits:\n    memory: 256Mi',
    check: (container, _resource, estate) => limited(container, 'memory', estate),
  }),
  containerRule({
    id: 'k8s-cpu-unlimited',
    title: 'No CPU limit',
    severity: 'none',
    confidence: 'high',
    rationale: 'The container may take all processors of its node. Many teams leave the limit out on purpose and set only requests.',
    fix: 'Set a CPU limit if other pods of the node must not wait.',
    references: ['CWE-770', 'https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/'],
    snippet: 'resources:\n  limits:\n    cpu: "1"',
    check: (container, _resource, estate) => limited(container, 'cpu', estate),
  }),
];

function mustBe(
  { body }: Container,
  value: IacValue | undefined,
  name: string,
  isRight: (value: IacValue | undefined) => boolean,
): IacJudgement {
  if (value?.kind === 'unknown') return undecided(value);
  return isRight(value) ? passes : fails(value ?? body, shown(name, value));
}

/** `CAP_SYS_ADMIN` and `sys_admin` are one capability. */
function capability(name: string): string {
  return name.trim().toUpperCase().replace(/^CAP_/, '');
}

/** What the container says outranks what the pod says. */
function runsAsRoot({ body, workload }: Container): IacJudgement {
  const ofContainer = member(body, 'securityContext');
  const ofPod = member(workload.spec, 'securityContext');
  const user = member(ofContainer, 'runAsUser') ?? member(ofPod, 'runAsUser');
  const nonRoot = member(ofContainer, 'runAsNonRoot') ?? member(ofPod, 'runAsNonRoot');
  const id = textOf(user);
  if (user && id !== undefined) return Number(id) === 0 ? fails(user, `runAsUser: ${id}`) : passes;
  if (isTrue(nonRoot)) return passes;
  const unknown = [nonRoot, user].find((value) => value?.kind === 'unknown');
  if (unknown?.kind === 'unknown') return undecided(unknown);
  return fails(nonRoot ?? body, nonRoot ? 'runAsNonRoot: false' : 'neither runAsNonRoot nor runAsUser');
}

const PROFILE = /^(?:runtime\/default|docker\/default|localhost\/.+)$/;

function seccomp({ body, workload, name }: Container): IacJudgement | undefined {
  if (workload.windows) return undefined;
  const profile = member(body, 'securityContext', 'seccompProfile') ?? member(workload.spec, 'securityContext', 'seccompProfile');
  const type = member(profile, 'type');
  if (type?.kind === 'unknown') return undecided(type);
  if (type) {
    const word = textOf(type) ?? '';
    if (word === 'RuntimeDefault' || word === 'Localhost') return passes;
    return fails(type, `seccompProfile: ${word}`, word === 'Unconfined' ? { severity: 'medium' } : {});
  }
  const { annotations } = workload;
  const noted =
    member(annotations, `container.seccomp.security.alpha.kubernetes.io/${name}`) ??
    member(annotations, 'seccomp.security.alpha.kubernetes.io/pod');
  if (noted?.kind === 'unknown') return undecided(noted);
  if (!noted) return fails(body, 'no seccompProfile');
  const text = textOf(noted) ?? '';
  return PROFILE.test(text) ? passes : fails(noted, `seccomp: ${text}`, text === 'unconfined' ? { severity: 'medium' } : {});
}

function limited(container: Container, what: 'memory' | 'cpu', estate: IacEstate): IacJudgement | undefined {
  // Nobody can limit a container that is put into a running pod.
  if (container.kind === 'ephemeralContainers') return undefined;
  const own = member(container.body, 'resources', 'limits', what) ?? member(container.workload.spec, 'resources', 'limits', what);
  if (own?.kind === 'unknown') return undecided(own);
  if (own || hasDefaultLimit(container, what, estate)) return passes;
  return fails(member(container.body, 'resources') ?? container.body, `no resources.limits.${what}`);
}

/** A LimitRange gives containers without a limit its own. */
function hasDefaultLimit({ workload }: Container, what: string, estate: IacEstate): boolean {
  const namespace = textOf(workload.namespace);
  return estate
    .ofType('LimitRange')
    .some(
      (range) =>
        mayBeSame(namespaceOf(range), namespace) &&
        itemsOf(member(range.body, 'spec', 'limits')).some(
          (limit) =>
            textOf(member(limit, 'type')) === 'Container' &&
            (member(limit, 'default', what) !== undefined || member(limit, 'max', what) !== undefined),
        ),
    );
}
