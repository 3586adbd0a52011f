import type { ImageEvidence, ImageSecret } from '../../model/image-evidence.js';
import { quote } from '../../support/quote.js';
import type { RuleHit, RuleInfo } from '../contract/rule.js';
import { atConfig, type ImageRule } from './image-rule.js';

const DOCKERFILE = 'https://docs.docker.com/reference/dockerfile/';

/** Ports of consoles and of interfaces that command the machine. */
const ADMIN_PORTS = new Set([22, 23, 2375, 2376, 3389, 5900, 6443, 10250]);

export const configRules: readonly ImageRule[] = [
  {
    id: 'image-runs-as-root',
    family: 'images',
    title: 'The image runs as root',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Whoever takes over the program is root in the container, and one fault of the kernel or the runtime away from the host.',
    fix: 'Add a user and end the Dockerfile with `USER 10001`.',
    references: ['CWE-250', `${DOCKERFILE}#user`],
    *check(image) {
      const name = image.user.split(':', 1)[0]?.trim() ?? '';
      const isRoot = name === '' || name === 'root' || /^0+$/.test(name) || image.rootNames.includes(name);
      if (isRoot) yield atConfig(image, 'config.User', name === '' ? 'no USER' : `USER ${quote(image.user, 80)}`);
    },
  },
  {
    id: 'image-no-healthcheck',
    family: 'images',
    title: 'The image has no health check',
    severity: 'none',
    confidence: 'high',
    rationale: 'Docker cannot tell whether the program in it still answers. Kubernetes has probes of its own and ignores health checks.',
    fix: 'Add a `HEALTHCHECK` to the Dockerfile, or a probe where Kubernetes runs it.',
    references: [`${DOCKERFILE}#healthcheck`],
    *check(image) {
      if (!image.hasHealthcheck) yield atConfig(image, 'config.Healthcheck', 'no HEALTHCHECK');
    },
  },
  {
    id: 'image-exposes-admin-port',
    family: 'images',
    title: 'The image exposes a port for administration',
    severity: 'medium',
    confidence: 'medium',
    rationale: 'The port is meant for consoles or for the command of machines; whoever reaches it gets more than the service.',
    fix: 'Remove the `EXPOSE` and the server behind it; use `docker exec` or `kubectl exec` instead.',
    references: ['CWE-1125', `${DOCKERFILE}#expose`],
    *check(image) {
      const isMadeForIt = image.systemPackages.includes('openssh-server') && /sshd/.test(image.baseName ?? '');
      for (const port of image.ports) {
        const [number, protocol = 'tcp'] = port.split('/');
        if (protocol !== 'tcp' || !ADMIN_PORTS.has(Number(number))) continue;
        yield atConfig(image, 'config.ExposedPorts', `EXPOSE ${quote(port, 40)}`, isMadeForIt ? { severity: 'low' } : {});
      }
    },
  },
  secretRule('env', 'image-secret-env', 'A secret stands in the environment of the image', 'as an environment variable when it runs'),
  secretRule(
    'history',
    'image-secret-history',
    'A secret stands in the history of the image',
    'with `RUN --mount=type=secret` while it is built',
  ),
  secretRule(
    'label',
    'image-secret-label',
    'A secret stands in a label of the image',
    'outside of the image, where whoever needs it can read it',
  ),
];

function secretRule(place: ImageSecret['place'], id: string, title: string, instead: string): ImageRule {
  const info: RuleInfo = {
    id,
    family: 'images',
    title,
    severity: 'high',
    confidence: 'high',
    rationale: 'Everybody who can pull the image can read it, and every copy of the image keeps it.',
    fix: `Revoke it first, then give it ${instead}; build the image anew and remove the old tags.`,
    references: ['CWE-798', 'CWE-522', 'https://docs.docker.com/build/building/secrets/'],
  };
  return { ...info, check: (image) => secretHits(image, place) };
}

function* secretHits(image: ImageEvidence, place: ImageSecret['place']): Generator<RuleHit> {
  const seen = new Set<string>();
  for (const { where, sighting, layer, place: own } of image.secrets) {
    const key = `${where}\n${sighting.valueHash}`;
    if (own !== place || seen.has(key)) continue;
    seen.add(key);
    const byName = sighting.proof === 'name';
    yield atConfig(image, where, `${sighting.name ?? sighting.rule} = ${sighting.masked}`, {
      confidence: byName && sighting.confidence === 'high' ? 'medium' : sighting.confidence,
      ...(layer !== undefined && { layer }),
    });
  }
}
