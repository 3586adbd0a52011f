import { apr01 as inProse } from '../../text/rules/orders/apr-01.js';
import { shippedServers } from '../checks/declared.js';
import { orderedSettings } from '../checks/ordered-settings.js';
import type { SkillRule } from '../checks/rule.js';

export const apr01InCode: SkillRule = {
  ...inProse,
  bundle: [shippedServers, orderedSettings],
};
