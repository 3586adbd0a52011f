import { exf06 as inProse } from '../../text/rules/danger/exf-06.js';
import { hiddenRecipients } from '../checks/hidden-recipients.js';
import type { SkillRule } from '../checks/rule.js';

export const exf06InCode: SkillRule = {
  ...inProse,
  bundle: [hiddenRecipients],
};
