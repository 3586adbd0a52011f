import type { IacValue } from '../../../model/iac.js';
import { iacRule } from '../contract/iac-rule.js';
import { type Answer, ask, failIf } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

/** Folders of the system, alone or with all below them. */
const FOLDERS =
  /^\/(?:etc|root|proc|sys|boot|dev|lib|lib64|usr|bin|sbin|var|run|opt|home|host|mnt|var\/(?:run|lib|log)|var\/lib\/(?:docker|kubelet|containerd)|usr\/(?:bin|sbin|lib|local|local\/bin))?$/;
const BELOW =
  /^\/(?:root|proc|sys|boot|var\/lib\/(?:docker|kubelet|containerd))\/|^\/etc\/(?:passwd|shadow|sudoers|ssh|ssl\/private|kubernetes|docker|pam\.d|cron)/;
/** Folders that hold whole homes, or keys in a home. */
const HOMES =
  /^(?:~|\/home\/[^/]+|\/Users\/[^/]+|[A-Za-z]:\/Users\/[^/]+)(?:\/(?:\.(?:ssh|aws|azure|kube|gnupg)(?:\/.*)?|\.docker|\.docker\/config\.json|\.config|\.config\/gcloud(?:\/.*)?|\.netrc|\.npmrc|\.git-credentials))?$/;
const DRIVE = /^[A-Za-z]:\/?$/;
const HARMLESS = /^\/etc\/(?:localtime|timezone)$/;
/** Ordinary data lives here, so they are no finding by themselves. */
const ORDINARY = /^\/(?:opt|mnt|host|var\/log|usr\/local)$/;

export const sensitiveHostMount = iacRule({
  id: 'compose-sensitive-host-mount',
  formats: ['compose'],
  title: 'Host system folder mounted',
  severity: 'high',
  confidence: 'high',
  rationale: 'Who may write there is root of the machine, and who may read there has its keys.',
  fix: 'Mount the one folder of data that is needed, or a named volume.',
  references: ['CWE-552', 'https://docs.docker.com/engine/storage/bind-mounts/#considerations-and-constraints'],
  swallowedBy: ['ai-mcp-host-mount', 'ai-mcp-engine-socket'],
  view: composeServices,
  *check(service) {
    for (const { source, readOnly, at } of service.mounts) {
      if (!source) continue;
      const shown = source.kind === 'scalar' ? String(source.value) : source.kind === 'unknown' ? source.expression : '';
      if (readOnly && HARMLESS.test(shown)) continue;
      yield failIf(isSensitive(source), { at, evidence: shown });
    }
  },
});

function isSensitive(source: IacValue): Answer {
  if (source.kind !== 'unknown') return ask(source, (path) => isSystemPath(String(path)), { is: false, at: source.at });
  // The home of whoever starts the project, whoever that is.
  const home = /^\$\{?HOME\}?(\/[^:]*)?(?::|$)/.exec(source.expression);
  if (home) return { is: isSystemPath(`~${home[1] ?? ''}`) ? 'yes' : 'no', at: source.at };
  const [first] = source.pieces ?? [];
  // A folder of the project, or below a fixed one that is none of the system.
  if (first && /^\.{1,2}\//.test(first)) return { is: 'no', at: source.at };
  return { is: 'unknown', at: source.at, expression: source.expression };
}

function isSystemPath(path: string): boolean {
  const plain = path
    .replaceAll('\\', '/')
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/+$/, '');
  if (!/^(?:\/|~|[A-Za-z]:)/.test(plain) || plain === '/dev/shm') return false;
  return (FOLDERS.test(plain) && !ORDINARY.test(plain)) || BELOW.test(plain) || HOMES.test(plain) || DRIVE.test(plain);
}
