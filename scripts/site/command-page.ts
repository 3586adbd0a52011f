import type { CommandEntry } from '../../src/cli/command.js';
import { commands } from '../../src/cli/commands/registry.js';
import type { Setting } from '../../src/config/setting.js';
import { selectSettings } from '../../src/config/settings.js';
import { table } from '../markdown-table.js';
import { anchorOf } from './markdown.js';

const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``);

/** Every command with every option, as Markdown: what `--help-all` says, with the variable and the key of each. */
export function commandPage(): string {
  const list = commands.map(({ name, summary }) => [`[\`${name}\`](#${anchorOf(`castellan ${name}`)})`, summary]);
  const general = selectSettings('').map(([, setting]) => setting);
  return `# Commands and options

${table(['Command', 'What it does'], list)}

\`castellan COMMAND --help\` shows the options that most people need, \`--help-all\` every one. Flags win over variables, those over
\`castellan.yaml\`: see [configuration](configuration.md). What the exit codes mean is in [exit codes](exit-codes.md).

## Options of every command

${options(general)}

${commands.map(section).join('\n\n')}
`;
}

function section(entry: CommandEntry): string {
  const { name, summary, operands, examples, formats, exits } = entry;
  const own = selectSettings(name)
    .map(([, setting]) => setting)
    .filter(({ flag, commands: where }) => flag !== undefined && !where.includes('*'));
  return `## castellan ${name}

${summary}. Exit codes: ${exits}.${formats === undefined ? '' : ` Formats: ${formats.map(code).join(', ')}.`}

\`\`\`sh
castellan ${name}${own.length > 0 ? ' [options]' : ''}${operands === undefined ? '' : ` ${operands}`}

# Examples
${examples.join('\n')}
\`\`\`
${own.length === 0 ? '' : `\n${options(own, name)}\n`}`;
}

function options(list: readonly Setting[], command = ''): string {
  const rows = list
    .filter(({ flag }) => flag !== undefined)
    .map((setting) => [
      code(setting.flag),
      meaning(setting, command),
      setting.type === 'flag' ? '' : code(setting.default),
      [setting.env && code(`CASTELLAN_${setting.env}`), code(setting.yaml)].filter((text) => text !== undefined && text !== '').join(' '),
    ]);
  return table(['Option', 'Meaning', 'Default', 'Variable, key'], rows);
}

function meaning({ help, helpFor, choices }: Setting, command: string): string {
  const text = (helpFor?.[command] ?? help).replaceAll('<', '&lt;');
  return choices === undefined ? text : `${text} (${choices.join(', ')})`;
}
