import { opaqueOrders } from '../checks/opaque-payload.js';
import { executions } from '../checks/remote-code.js';
import type { SkillRule } from '../checks/rule.js';

export const enc04: SkillRule = {
  id: 'ENC-04',
  family: 'skills',
  title: 'Command assembled to hide it',
  severity: 'high',
  confidence: 'high',
  rationale: 'The command is put together from pieces, numbers or a reversed text, so that its words cannot be read.',
  fix: 'Write the command out.',
  references: ['CWE-506'],
  code: [executions, opaqueOrders],
};
