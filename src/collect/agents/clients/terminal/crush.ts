import { type AiClient, everywhere } from '../client.js';

/** Crush, which expands `$(…)` in values by running it. */
export const crush: AiClient = {
  id: 'crush',
  title: 'Crush',
  confidence: 'high',
  paths: {
    darwin: ['~/.config/crush/crush.json', '~/.local/share/crush/crush.json'],
    linux: ['~/.config/crush/crush.json', '~/.local/share/crush/crush.json'],
    win32: ['%LOCALAPPDATA%/crush/crush.json'],
  },
  project: ['crush.json', '.crush.json'],
  servers: [{ at: ['mcp'] }],
  fields: { disabled: ['disabled'] },
  unsupported: { paths: everywhere('.config/crush/crushrc'), project: ['crushrc', '.crushrc'] },
  substitution: /\$\(|`/,
  settings: ['permissions', 'options', 'providers'],
  commands: { hooks: ['hooks'] },
  instructions: ['CRUSH.md', 'AGENTS.md', '~/.config/crush/CRUSH.md', '~/.config/crush/skills/*/SKILL.md'],
};
