import { iacRule } from '../contract/iac-rule.js';
import { askText, failIf } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

const SOCKET = /(?:^|[\\/])(?:docker|podman|containerd|crio|cri-dockerd|buildkitd)\.sock$|docker_engine$/i;

export const dockerSocket = iacRule({
  id: 'compose-docker-socket',
  formats: ['compose'],
  title: 'Engine socket mounted',
  severity: 'critical',
  confidence: 'high',
  rationale:
    'Whoever may speak to the engine starts a privileged container, so the service is root of the machine. Mounting it read-only stops no call.',
  fix: 'Remove the mount; give what needs the engine a socket proxy that lets single calls pass.',
  references: ['CWE-250', 'https://docs.docker.com/engine/security/#docker-daemon-attack-surface'],
  swallowedBy: ['ai-mcp-engine-socket'],
  view: composeServices,
  *check(service) {
    for (const { source, target, at } of service.mounts) {
      // A source that nobody knows is a question only where the target is a socket.
      if (!source || (source.kind === 'unknown' && !source.pieces && !SOCKET.test(target ?? ''))) continue;
      const part = (pieces: readonly (string | null)[]) => SOCKET.test(`/${pieces.at(-1) ?? ''}`) || undefined;
      const isSocket = askText(source, { whole: (path) => SOCKET.test(path), part }, { is: false, at });
      if (isSocket.is === 'unknown' && !SOCKET.test(target ?? '')) continue;
      yield failIf(isSocket, { at, evidence: source.kind === 'scalar' ? String(source.value) : (target ?? '') });
    }
  },
});
