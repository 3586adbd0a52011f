import { iacRule } from '../contract/iac-rule.js';
import { askText, failIf } from '../contract/values.js';
import { finalStages } from '../views/dockerfile.js';

const ROOT = /^(?:root|0+)(?::|$)/i;

export const userRoot = iacRule({
  id: 'dockerfile-user-root',
  formats: ['dockerfile'],
  title: 'Image ends as root',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The last USER of the image is root. A way out of the container is worth most to a process that runs as uid 0.',
  fix: 'End the stage with a user of its own: `RUN useradd --system --uid 10001 app` and then `USER 10001`.',
  references: ['CWE-250', 'https://docs.docker.com/reference/dockerfile/#user'],
  view: finalStages,
  check(stage) {
    const user = stage.last('USER');
    const [value] = user?.words ?? [];
    if (!user || !value) return undefined;
    const part = ([first]: readonly (string | null)[]) => (first?.includes(':') ? ROOT.test(first) : undefined);
    const isRoot = askText(value, { whole: (text) => ROOT.test(text), part }, { is: false, at: user.at });
    return failIf(isRoot, { evidence: user.text, fix: 'USER 10001' });
  },
});
