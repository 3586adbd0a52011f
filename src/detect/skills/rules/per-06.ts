import { per06 as inProse } from '../../text/rules/danger/per-06.js';
import { fixedAccounts } from '../checks/fixed-accounts.js';
import type { SkillRule } from '../checks/rule.js';

export const per06InCode: SkillRule = {
  ...inProse,
  code: [fixedAccounts],
};
