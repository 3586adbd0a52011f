import { iacRule } from '../contract/iac-rule.js';
import { askText, failIf } from '../contract/values.js';
import { dockerStages } from '../views/dockerfile.js';

const SSH = 22;

export const exposeSsh = iacRule({
  id: 'dockerfile-expose-ssh',
  formats: ['dockerfile'],
  title: 'Port 22 exposed',
  severity: 'low',
  confidence: 'high',
  rationale: 'An ssh daemon in a container is a second way in that nobody patches.',
  fix: 'Remove the daemon and its EXPOSE; `docker exec` and `kubectl exec` need none.',
  references: ['CWE-284', 'https://docs.docker.com/reference/dockerfile/#expose'],
  view: dockerStages,
  *check(stage) {
    for (const expose of stage.all('EXPOSE')) {
      for (const word of expose.words) {
        const part = (pieces: readonly (string | null)[]) => (pieces.at(-1)?.endsWith('/udp') ? false : undefined);
        yield failIf(askText(word, { whole: holdsSsh, part }, { is: false, at: expose.at }), { evidence: expose.text });
      }
    }
  },
});

function holdsSsh(text: string): boolean {
  const [, first, last, protocol = 'tcp'] = /^(\d+)(?:-(\d+))?(?:\/(\w+))?$/.exec(text) ?? [];
  return protocol.toLowerCase() === 'tcp' && first !== undefined && Number(first) <= SSH && SSH <= Number(last ?? first);
}
