import type { ToolSet } from '../../model/ai-evidence.js';
import { contain, type Failure } from '../../support/contain.js';
import { stepwise } from '../contract/detector.js';
import { judgeAll, judgeSteps } from '../contract/rule.js';
import { definitionsOf } from './definition.js';
import { definitionRules, scopeRules, setRules } from './registry.js';
import { toolsByAgent } from './toxic.js';

/** Findings about tool definitions, and about what an agent's tools can do together. */
export const toolDetector = stepwise('tools', function* ({ inventory, unjudged }) {
  const sets = inventory.evidence.toolSets;
  const failed =
    unjudged &&
    (({ path }: Pick<ToolSet, 'path'>, failure: Failure) => unjudged({ collector: 'mcp-tools', target: path, path, ...failure }));
  const definitions = sets.flatMap((set) =>
    contain(
      () => definitionsOf(set),
      failed &&
        ((failure) => {
          failed(set, failure);
          return [];
        }),
    ),
  );
  return [
    ...(yield* judgeSteps(definitionRules, definitions, failed && (({ set }, failure) => failed(set, failure)))),
    ...(yield* judgeSteps(setRules, sets, failed)),
    ...contain(
      () => judgeAll(scopeRules, toolsByAgent(inventory), failed),
      // A definition that cannot be read was reported above.
      failed && (() => []),
    ),
  ];
});
