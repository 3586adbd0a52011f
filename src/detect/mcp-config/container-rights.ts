import type { Severity } from '../../model/severity.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { type ContainerOption, containerOptions } from './containers.js';
import { better, serverHit } from './hits.js';
import type { ServerSubject } from './subject.js';
import { isKeyFolder, isWide } from './wide-places.js';

const STRONG = /^(?:CAP_)?(?:ALL|SYS_ADMIN|SYS_PTRACE|SYS_MODULE|SYS_RAWIO|DAC_READ_SEARCH)$/i;
const SOCKET = /(?:docker|podman|containerd|crio)(?:\.raw)?\.sock(?:$|[:,])|(?:docker_engine|dockerDesktopLinuxEngine)$/i;

function evidenceOf({ name, value }: ContainerOption): string {
  return `${name}${value === '' ? '' : ` ${quote(value, 120)}`}`;
}

/** Source of `-v` or `--mount`; undefined for named and temporary volumes. */
function sourceOf({ name, value }: ContainerOption): string | undefined {
  if (name === '--volume') return /^((?:[A-Za-z]:[\\/])?[^:]*):/.exec(value)?.[1];
  if (name !== '--mount' || /(?:^|,)type=(?:volume|tmpfs)(?:,|$)/.test(value)) return undefined;
  return /(?:^|,)(?:src|source)=([^,]*)/.exec(value)?.[1];
}

function isReadOnly({ value }: ContainerOption): boolean {
  return /:(?:[a-zA-Z,]*,)?ro(?:,|$)|(?:^|,)(?:readonly|ro)(?:=true)?(?:,|$)/.test(value);
}

function isSocket(option: ContainerOption): boolean {
  const source = sourceOf(option);
  return source !== undefined && (SOCKET.test(source) || /^\/(?:var\/)?run\/?$/.test(source));
}

/** The isolation between container and host is switched off. */
export const containerPrivileged: Rule<ServerSubject> = {
  id: 'container-privileged',
  family: 'mcp-config',
  title: 'Container with the rights of the host',
  severity: 'high',
  confidence: 'high',
  rationale: 'With these rights a process leaves its container and owns the host.',
  fix: 'Remove the option; add only the one capability that is needed, behind `--cap-drop=ALL`.',
  references: ['OWASP MCP02', 'OWASP ASI05', 'CWE-250'],
  *check(subject): Generator<RuleHit> {
    for (const option of containerOptions(subject)) if (isPrivileged(option)) yield serverHit(subject, option.place, evidenceOf(option));
  },
};

function isPrivileged({ name, value }: ContainerOption): boolean {
  if (name === '--privileged') return value !== 'false';
  if (name === '--cap-add') return value.split(',').some((capability) => STRONG.test(capability));
  if (name === '--security-opt') return /^(?:seccomp|apparmor)[=:]unconfined$|^label[=:]disable$/.test(value);
  return name === '--device' && /^\/dev\/(?:sd|nvme|mem|kmem|mapper|disk|vd)/.test(value);
}

/** Access to the engine's socket gives root rights on the host. */
export const containerDockerSocket: Rule<ServerSubject> = {
  id: 'container-docker-socket',
  family: 'mcp-config',
  title: 'Container with the engine’s socket',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Whoever can talk to the container engine can start a container that owns the host; mounting it read-only changes nothing.',
  fix: 'Remove the mount; where the server must see containers, put a filtering proxy before the socket.',
  references: ['OWASP MCP02', 'OWASP ASI03', 'CWE-250'],
  *check(subject): Generator<RuleHit> {
    for (const option of containerOptions(subject)) {
      const variable = option.name === '--env' && /^DOCKER_HOST=unix:/.test(option.value);
      if (variable || isSocket(option)) yield serverHit(subject, option.place, evidenceOf(option));
    }
  },
};

const NAMESPACES = new Set(['--network', '--pid', '--ipc', '--uts', '--userns', '--cgroupns']);

/** The container shares a namespace with the host. */
export const containerHostNamespace: Rule<ServerSubject> = {
  id: 'container-host-namespace',
  family: 'mcp-config',
  title: 'Container shares a namespace with the host',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The container reaches the host’s own network services or processes as if it ran outside.',
  fix: 'Remove the option; publish the one port that is needed on 127.0.0.1.',
  references: ['OWASP MCP02', 'CWE-653'],
  *check(subject): Generator<RuleHit> {
    for (const option of containerOptions(subject))
      if (NAMESPACES.has(option.name) && option.value === 'host') yield serverHit(subject, option.place, evidenceOf(option));
  },
};

/** The container mounts host folders that hold keys, or the whole disk. */
export const containerSensitiveMount: Rule<ServerSubject> = {
  id: 'container-sensitive-mount',
  family: 'mcp-config',
  title: 'Container sees keys or the whole disk',
  severity: 'high',
  confidence: 'high',
  rationale: 'The server in the container can read, and mostly change, the keys and documents of the user.',
  fix: 'Mount only the project’s folder, read-only where that is enough (`:ro`).',
  references: ['OWASP MCP10', 'OWASP MCP02', 'CWE-552'],
  *check(subject): Generator<RuleHit> {
    for (const option of containerOptions(subject)) {
      const source = sourceOf(option);
      if (source === undefined || isSocket(option) || !(isWide(source) || isKeyFolder(source))) continue;
      yield serverHit(subject, option.place, evidenceOf(option), { severity: mountSeverity(this.severity, option, source) });
    }
  },
};

function mountSeverity(base: Severity, option: ContainerOption, source: string): Severity {
  return isReadOnly(option) && !isKeyFolder(source) ? better(base) : base;
}

const LIMITS = new Set(['--user', '--cap-drop', '--read-only', '--memory', '--pids-limit', '--cpus', '--security-opt']);

/** The container runs with all default rights and without limits. */
export const containerNoLimits: Rule<ServerSubject> = {
  id: 'container-no-limits',
  family: 'mcp-config',
  title: 'Container without limits of its own',
  severity: 'none',
  confidence: 'high',
  rationale: 'The process runs as root in its container, with the default capabilities and as much memory as it likes.',
  fix: 'Add `--user 1000:1000 --cap-drop=ALL --read-only --memory 512m` as far as the server bears it.',
  references: ['CWE-770'],
  *check(subject): Generator<RuleHit> {
    const options = containerOptions(subject);
    if (subject.server.image === undefined || subject.configured.image || options.some(({ name }) => LIMITS.has(name))) return;
    yield serverHit(subject, undefined, quote(subject.server.image, 120));
  },
};
