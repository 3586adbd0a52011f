import type { ToolSet } from '../../model/ai-evidence.js';
import type { Rule } from '../contract/rule.js';
import type { ToolDefinition } from './definition.js';
import { tol01 } from './tol-01.js';
import { tol02 } from './tol-02.js';
import { tol03 } from './tol-03.js';
import { tol04 } from './tol-04.js';
import { tol05 } from './tol-05.js';
import { tol06 } from './tol-06.js';
import { tol07 } from './tol-07.js';
import { tol08 } from './tol-08.js';
import { tol09 } from './tol-09.js';
import type { ToolCheck, ToolRule } from './tool-rule.js';
import type { AgentTools } from './toxic.js';

/** Every rule about tools. */
export const toolRules: readonly ToolRule[] = [tol01, tol02, tol03, tol04, tol05, tol06, tol07, tol08, tol09];

function rulesWith<Subject>(checkOf: (rule: ToolRule) => ToolCheck<Subject> | undefined): Rule<Subject>[] {
  return toolRules.flatMap((rule) => {
    const check = checkOf(rule);
    return check === undefined ? [] : [{ ...rule, check }];
  });
}

/** Rules that judge one definition. */
export const definitionRules: readonly Rule<ToolDefinition>[] = rulesWith(({ definition }) => definition);

/** Rules that judge a server's definitions together. */
export const setRules: readonly Rule<ToolSet>[] = rulesWith(({ server }) => server);

/** Rules that judge what one agent can reach. */
export const scopeRules: readonly Rule<AgentTools>[] = rulesWith(({ agent }) => agent);
