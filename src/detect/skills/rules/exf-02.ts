import { exf02 as inProse } from '../../text/rules/danger/exf-02.js';
import type { SkillRule } from '../checks/rule.js';
import { spreadOrders } from '../checks/spread-order.js';

export const exf02InCode: SkillRule = {
  ...inProse,
  bundle: [spreadOrders],
};
