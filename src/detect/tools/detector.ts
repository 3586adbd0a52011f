import type { Detector } from '../detector.js';
import { judgeAll } from '../rule.js';
import { definitionsOf } from './definition.js';
import { definitionRules, scopeRules, setRules } from './registry.js';
import { scopesOf } from './toxic.js';

/** Findings about tool definitions and about what an agent's tools can do together. */
export const tools: Detector = {
  id: 'tools',
  detect({ inventory }) {
    const sets = inventory.evidence.toolSets;
    return [
      ...judgeAll(
        definitionRules,
        sets.flatMap((set) => definitionsOf(set)),
      ),
      ...judgeAll(setRules, sets),
      ...judgeAll(scopeRules, scopesOf(inventory)),
    ];
  },
};
