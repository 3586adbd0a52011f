import { iacRule } from '../contract/iac-rule.js';
import { ask, failIf, itemsOf, unknown } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

const DANGEROUS = new Set('ALL SYS_ADMIN SYS_PTRACE SYS_MODULE DAC_READ_SEARCH NET_ADMIN SYS_RAWIO BPF'.split(' '));

export const dangerousCapability = iacRule({
  id: 'compose-dangerous-capability',
  formats: ['compose'],
  title: 'Dangerous capability added',
  severity: 'high',
  confidence: 'high',
  rationale: 'Each of these capabilities is a known way out of a container.',
  fix: 'Remove it from cap_add; add the narrow one that is needed, such as NET_BIND_SERVICE.',
  references: ['CWE-250', 'https://man7.org/linux/man-pages/man7/capabilities.7.html'],
  swallowedBy: ['ai-agent-privileged'],
  view: composeServices,
  *check(service) {
    const { items, rest } = itemsOf(service.get('cap_add'));
    for (const item of items) {
      const isDangerous = ask(item, (value) => DANGEROUS.has(String(value).toUpperCase().replace(/^CAP_/, '')), { is: false, at: item.at });
      yield failIf(isDangerous, { evidence: `cap_add: ${item.kind === 'scalar' ? String(item.value) : ''}` });
    }
    if (rest) yield failIf(unknown(rest), { evidence: '' });
  },
});
