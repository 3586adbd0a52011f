import type { Wanted } from './contract/installed-reader.js';

const TEXT = 2 * 2 ** 20;
/** Weights fill larger models; what is judged of those that cannot run code stands in their beginning. */
const MODEL: Wanted = { most: 64 * 2 ** 20, begin: 32 * 2 ** 20 };
/** What programs and packages bring along is no configuration of a client. */
const FOREIGN = /(?:^|\/)(?:node_modules|site-packages|dist-packages|usr\/share|usr\/lib|proc|sys)\//;
/** Settings of clients: below a home, in `etc`, or in a project's folder. */
const SETTINGS =
  /(?:^|\/)(?:\.?mcp(?:[-_.]\w+)*\.json|\.claude\.json|claude_desktop_config\.json|\.cursor\/[^/]+\.json|\.vscode\/[^/]+\.json|\.gemini\/[^/]+\.json|\.codex\/[^/]+\.toml|\.claude\/[^/]+\.json|opencode\.jsonc?|\.goose\/[^/]+\.ya?ml)$/;
const HOME_SETTINGS = /^(?:root|home\/[^/]+)\/\.(?:[^/]+\/){0,5}[^/]+\.(?:jsonc?|toml|ya?ml)$/;
const IN_SKILL = /(?:^|\/)skills\/[^/]+\//;

/** How much of a file collectors of agents, skills and models need. `isModel` and `isInstruction` know the names they look for. */
export function aiWish(path: string, isInstruction: (path: string) => boolean, isModel: (path: string) => boolean): Wanted | undefined {
  if (FOREIGN.test(path)) return undefined;
  if (SETTINGS.test(path) || HOME_SETTINGS.test(path) || IN_SKILL.test(path) || isInstruction(path)) return { most: TEXT };
  return isModel(path) ? MODEL : undefined;
}

/** True for a file that says how a client of agents is configured. */
export function isClientSetting(path: string): boolean {
  return !FOREIGN.test(path) && SETTINGS.test(path);
}
