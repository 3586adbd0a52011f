import { iacRule } from '../contract/iac-rule.js';
import { ask, failIf, itemsOf } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

const OFF = /(?:^|:)(?:(?:seccomp|apparmor|systempaths)[:=]unconfined|label[:=]disable)$/i;

export const seccompOff = iacRule({
  id: 'compose-seccomp-off',
  formats: ['compose'],
  title: 'seccomp or AppArmor switched off',
  severity: 'high',
  confidence: 'high',
  rationale: 'Calls of the kernel that containers never need, and their bugs, become reachable.',
  fix: 'Remove the option, or name a profile: `seccomp:profile.json`.',
  references: ['CWE-693', 'https://docs.docker.com/engine/security/seccomp/'],
  swallowedBy: ['ai-agent-privileged'],
  view: composeServices,
  *check(service) {
    for (const item of itemsOf(service.get('security_opt')).items) {
      const isOff = ask(item, (value) => OFF.test(String(value).trim()), { is: false, at: item.at });
      yield failIf(isOff, { evidence: `security_opt: ${item.kind === 'scalar' ? String(item.value) : ''}` });
    }
  },
});
