import { iacRule } from '../contract/iac-rule.js';
import { ask, failIf, not, some } from '../contract/values.js';
import { composeServices } from '../views/compose.js';

export const noNewPrivilegesMissing = iacRule({
  id: 'compose-no-new-privileges-missing',
  formats: ['compose'],
  title: 'no-new-privileges not set',
  severity: 'low',
  confidence: 'high',
  rationale: 'Setuid programs of the image still raise the rights of whoever starts them.',
  fix: 'Set `security_opt: ["no-new-privileges:true"]`.',
  references: ['CWE-250', 'https://docs.docker.com/reference/compose-file/services/#security_opt'],
  view: composeServices,
  check(service) {
    const isSetting = (value: unknown) => /^no-new-privileges(?:[:=]true)?$/i.test(String(value).trim());
    const isSet = some(service.get('security_opt'), (item) => ask(item, isSetting, { is: false, at: item.at }), service.at);
    return failIf(not(isSet), { at: service.at, evidence: `${service.name} does not set no-new-privileges` });
  },
});
