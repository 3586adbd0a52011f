import { des01 as inProse } from '../../text/rules/danger/des-01.js';
import { emptiedDatabases } from '../checks/emptied-databases.js';
import type { SkillRule } from '../checks/rule.js';
import { systemChanges } from '../checks/system-changes.js';

export const des01InCode: SkillRule = {
  ...inProse,
  code: [systemChanges, emptiedDatabases],
};
