import type { ToolSet } from '../../model/ai-evidence.js';
import type { Rule } from '../contract/rule.js';
import type { ToolDefinition } from './definition.js';
import { drifted } from './drift.js';
import { serverImitation, toolImitation } from './name-squat.js';
import { poisonedInstructions, poisonRules } from './poisoned-text.js';
import { type AgentTools, injectedExecution, lethalTrifecta } from './toxic.js';
import { wrongHints } from './wrong-hints.js';

/** Rules that judge one definition. */
export const definitionRules: readonly Rule<ToolDefinition>[] = [...poisonRules, wrongHints, toolImitation];

/** Rules that judge a server's definitions together. */
export const setRules: readonly Rule<ToolSet>[] = [poisonedInstructions, serverImitation, drifted];

/** Rules that judge what one agent can reach. */
export const scopeRules: readonly Rule<AgentTools>[] = [lethalTrifecta, injectedExecution];
