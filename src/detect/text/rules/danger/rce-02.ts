import {
  commandFromPage,
  lockedPrerequisite,
  lockedProgram,
  strangersProgram,
  strangersProgramAbroad,
} from '../../checks/prerequisites.js';
import type { TextRule } from '../../checks/rule.js';

export const rce02: TextRule = {
  id: 'RCE-02',
  family: 'skills',
  title: 'Prerequisite from an unrelated source',
  severity: 'critical',
  confidence: 'high',
  rationale: 'A required download from an unrelated place is how campaigns deliver malware.',
  fix: 'Install the tool from its vendor or a package registry.',
  references: ['OWASP ASI04', 'MITRE ATLAS AML.T0011', 'CWE-494'],
  checks: [lockedPrerequisite, commandFromPage, strangersProgram, lockedProgram, strangersProgramAbroad],
};
