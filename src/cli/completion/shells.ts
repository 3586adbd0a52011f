import { bashScript } from './scripts/bash.js';
import { fishScript } from './scripts/fish.js';
import { powershellScript } from './scripts/powershell.js';
import { zshScript } from './scripts/zsh.js';

/**
 * The script of each shell. A script knows no command and no value: it asks `castellan complete` at each key, and says what comes back in the
 * words of its shell. So it never goes stale.
 */
export const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript } as const;

export type Shell = keyof typeof scripts;

export const shells = Object.keys(scripts) as Shell[];
