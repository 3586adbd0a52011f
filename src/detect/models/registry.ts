import type { ModelFile } from '../../model/ai-evidence.js';
import type { Rule } from '../contract/rule.js';
import { archiveRules } from './archive/registry.js';
import { formatRules } from './formats/registry.js';
import { pickleRules } from './pickle/registry.js';

/** All rules about models. */
export const modelRules: readonly Rule<ModelFile>[] = [...pickleRules, ...archiveRules, ...formatRules];
