import { configRules } from './config-rules.js';
import { fileRules } from './file-rules.js';
import { historyRules } from './history-rules.js';
import type { ImageRule } from './image-rule.js';
import { systemRules } from './system-rules.js';

/** Every rule about images. */
export const imageRules: readonly ImageRule[] = [...configRules, ...fileRules, ...historyRules, ...systemRules];
