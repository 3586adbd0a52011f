import type { CommandEntry } from '../command.js';

/** The commands that a shell and a person at a terminal need to know the others. */
export const terminalCommands: readonly CommandEntry[] = [
  {
    name: 'completion',
    summary: 'Print the script by which a shell completes commands, options and values',
    operands: '<shell>',
    names: 'shell',
    examples: ['castellan completion bash', 'castellan completion fish > ~/.config/fish/completions/castellan.fish'],
    exits: '0 printed, 2 usage or no such shell',
    load: () => import('./completion.js'),
  },
];
