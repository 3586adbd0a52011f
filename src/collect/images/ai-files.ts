import type { Wanted } from './contract/installed-reader.js';

const TEXT = 2 * 2 ** 20;
const BEGIN = 32 * 2 ** 20;
/** What formats that cannot run code say stands in their beginning; weights fill the rest. */
const WEIGHTS: Wanted = { most: 64 * 2 ** 20, begin: BEGIN };
const WEIGHTS_NAME = /\.(?:safetensors|gguf)$/i;
/** An archive lists its members at its end, and a pickle may run code at any place. */
const PROGRAM: Wanted = { most: 2 ** 30, begin: BEGIN };
/** What programs and packages bring along is no configuration of a client. */
const FOREIGN = /(?:^|\/)(?:node_modules|site-packages|dist-packages|usr\/share|usr\/lib|proc|sys)\//;
/** Settings of clients: below a home, in `etc`, or in a project's folder. */
const SETTINGS =
  /(?:^|\/)(?:\.?mcp(?:[-_.]\w+)*\.json|\.claude\.json|claude_desktop_config\.json|\.cursor\/[^/]+\.json|\.vscode\/[^/]+\.json|\.gemini\/[^/]+\.json|\.codex\/[^/]+\.toml|\.claude\/[^/]+\.json|opencode\.jsonc?|\.goose\/[^/]+\.ya?ml)$/;
const HOME_SETTINGS = /^(?:root|home\/[^/]+)\/\.(?:[^/]+\/){0,5}[^/]+\.(?:jsonc?|toml|ya?ml)$/;
/** What an administrator manages for all users. */
const MANAGED = /^etc\/[^/]+\/[^/]+\.(?:jsonc?|toml)$/;
const IN_SKILL = /(?:^|\/)skills\/[^/]+\//;

/** How much of a file collectors of agents, skills and models need. `isModel` and `isInstruction` know the names they look for. */
export function aiWish(path: string, isInstruction: (path: string) => boolean, isModel: (path: string) => boolean): Wanted | undefined {
  if (FOREIGN.test(path)) return undefined;
  if (SETTINGS.test(path) || MANAGED.test(path) || HOME_SETTINGS.test(path) || IN_SKILL.test(path) || isInstruction(path))
    return { most: TEXT };
  if (!isModel(path)) return undefined;
  return WEIGHTS_NAME.test(path) ? WEIGHTS : PROGRAM;
}

/** True for a file that says how a client of agents is configured. */
export function isClientSetting(path: string): boolean {
  return !FOREIGN.test(path) && SETTINGS.test(path) && !MANAGED.test(path);
}

/** True for a file in `etc` that may be a client's settings for all users. */
export function isManagedSetting(path: string): boolean {
  return MANAGED.test(path);
}
