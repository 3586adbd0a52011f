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
  {
    name: 'man',
    summary: 'Open the manual page of a command, or print it where no terminal is',
    operands: '[command...]',
    names: 'command',
    examples: ['castellan man scan', 'castellan man db update', 'castellan man > castellan.1'],
    exits: '0 shown, 1 there is no program that shows it, 2 usage or no such command',
    load: () => import('./man.js'),
  },
];
