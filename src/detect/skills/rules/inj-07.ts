import { inj07 as inProse } from '../../text/rules/orders/inj-07.js';
import { liveInstructions } from '../checks/live-instructions.js';
import type { SkillRule } from '../checks/rule.js';

export const inj07InCode: SkillRule = {
  ...inProse,
  code: [liveInstructions],
};
