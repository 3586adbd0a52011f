import type { BundleKind } from '../../model/ai-evidence.js';

/** Files that clients treat as standing instructions, in any folder; lower case. */
const BY_NAME: ReadonlyMap<string, BundleKind> = new Map([
  ...named(
    'instructions',
    'claude.md claude.local.md agents.md agents.override.md agent.md .agent.md gemini.md qwen.md qwen.local.md warp.md',
  ),
  ...named('instructions', 'crush.md .hermes.md copilot-instructions.md .goosehints .rules'),
  ...named('rules', '.cursorrules .windsurfrules .clinerules .roorules .voidrules .kilocoderules'),
]);

/**
 * Folders of clients whose texts the client loads. `.github` belongs to the forge; files for its client have names of
 * their own.
 */
const CLIENT_FOLDER =
  '(?:claude|cursor|windsurf|codex|gemini|kiro|roo|junie|augment|opencode|qwen|trae|continue|factory|agents?|grok|openhands|tabnine|aiassistant|qoder|kilocode|kilo|amp|warp|vibe|deepagents|rovodev|kimi|kimi-code|clinerules|cline|copilot|amazonq|aws|goose|crush|devin|antigravity|hermes|fast-agent)';
const PROSE = '\\.(?:md|mdc|mdx|markdown|txt|prompt)$';
/** Commands, agents and rules of some clients are settings files; a workflow in YAML is not an instruction. */
const TEXT = '\\.(?:md|mdc|mdx|markdown|txt|toml|ya?ml|prompt)$';

const BY_FOLDER: readonly (readonly [BundleKind, RegExp])[] = [
  ['rules', /(?:^|\/)\.(?:cline|roo|kilocode)rules(?:-[\w-]+)?\/[^/]+\.(?:md|txt)$/i],
  ['rules', folder('(?:rules|rules-[\\w-]+|steering|guidelines|memories)')],
  ['rules', folder('workflows', PROSE)],
  ['instructions', folder('(?:instructions|microagents)')],
  ['instructions', /(?:^|\/)\.github\/(?:copilot\/)?instructions\/(?:[^/]+\/){0,4}[^/]+\.md$/i],
  ['agent', /(?:^|\/)\.github\/(?:copilot\/)?(?:agents|chatmodes)\/(?:[^/]+\/){0,4}[^/]+\.md$/i],
  ['prompt', /(?:^|\/)\.github\/(?:copilot\/)?prompts\/(?:[^/]+\/){0,4}[^/]+\.(?:md|prompt\.ya?ml)$/i],
  ['command', folder('commands?')],
  ['agent', folder('(?:agents?|subagents|chatmodes|modes|droids|personas)')],
  ['prompt', folder('prompts')],
  ['instructions', /(?:^|\/)\.junie\/[^/]+\.md$/i],
  ['prompt', /\.prompt\.md$/i],
  ['agent', /\.(?:agent|chatmode)\.md$/i],
  ['instructions', /\.instructions\.md$/i],
];

function named(kind: BundleKind, names: string): [string, BundleKind][] {
  return names.split(' ').map((name) => [name, kind]);
}

function folder(names: string, suffix = TEXT): RegExp {
  return new RegExp(`(?:^|/)\\.${CLIENT_FOLDER}/(?:[^/]+/)?${names}/(?:[^/]+/){0,4}[^/]+${suffix}`, 'i');
}

/** True for the file that makes its folder a skill. */
export function isSkillFile(path: string): boolean {
  return /(?:^|\/)skill\.md$/i.test(path);
}

/** The kind of instructions that a client loads from this path; undefined for files that no client loads by itself. */
export function instructionKind(path: string): BundleKind | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const known = BY_NAME.get(name);
  if (known !== undefined) return known;
  if (!path.includes('.')) return undefined;
  return BY_FOLDER.find(([, pattern]) => pattern.test(path))?.[0] ?? pluginKind(path);
}

/**
 * Commands and agents of a plugin are in plain folders beside `.claude-plugin`; the walk calls this again when it finds
 * that mark.
 */
function pluginKind(path: string): BundleKind | undefined {
  if (/(?:^|\/)hooks\/hooks\.json$/i.test(path)) return 'hook';
  return undefined;
}

/** Kind of a file in a plugin's folder, by its path relative to that folder. */
export function pluginFileKind(path: string): BundleKind | undefined {
  if (/^commands\/.+\.md$/i.test(path)) return 'command';
  if (/^agents\/.+\.md$/i.test(path)) return 'agent';
  return undefined;
}
