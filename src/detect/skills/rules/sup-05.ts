import { sup05 as inProse } from '../../text/rules/danger/sup-05.js';
import { plantedLoaders } from '../checks/planted-loaders.js';
import type { SkillRule } from '../checks/rule.js';

export const sup05InCode: SkillRule = {
  ...inProse,
  code: [plantedLoaders],
};
