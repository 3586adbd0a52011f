import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands/registry.js';
import { readChoice } from '../../src/config/choice.js';
import { optionName } from '../../src/config/option-name.js';
import type { Setting } from '../../src/config/setting.js';
import { selectSettings } from '../../src/config/settings.js';
import { projectRoot } from '../support/spawn-cli.js';

interface Line {
  place: string;
  words: string[];
}

/** Words that take a place in the documentation: what stands for a value need not be one. */
const STANDS_FOR = /^[A-Z][A-Z_]+\b|[<>[\]…$|]|\.\.\.|^\\$/;

/** Every `castellan …` in the pages: lines of blocks for shells and CI, and code within sentences. */
function commandLines(): Line[] {
  const pages = [
    'README.md',
    ...readdirSync(join(projectRoot, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  return pages.flatMap((page) => {
    const text = readFileSync(join(projectRoot, page), 'utf8').replace(/\\\n\s*/g, ' ');
    let isBlock = false;
    return text.split('\n').flatMap((line, at) => {
      if (/^\s*```/.test(line)) isBlock = !isBlock;
      return (isBlock ? inBlock(line) : inSentence(line)).map((command): Line => ({ place: `${page}:${at + 1}`, words: split(command) }));
    });
  });
}

function inSentence(line: string): string[] {
  return [...line.matchAll(/`(castellan [^`]+)`/g)].map(([, command = '']) => command);
}

/** Of a shell or of a workflow. */
function inBlock(line: string): string[] {
  const [, command] = /^\s*(?:-?\s*(?:run|script):\s*|- |\$ )?(?:[A-Z_]+=\S+ |npx )*(castellan [a-z].*)$/.exec(line) ?? [];
  return command === undefined ? [] : [command];
}

/** The words of a command, without what comes behind a pipe, a redirection, another command or a comment. */
function split(command: string): string[] {
  const words = command.match(/"[^"]*"|'[^']*'|[^\s"']+(?:"[^"]*"|'[^']*')?/g) ?? [];
  const end = words.findIndex((word) => /^(?:\||\|\||&&|;|#.*|[12]?>{1,2}.*|<)$/.test(word));
  return (end === -1 ? words : words.slice(0, end)).map((word) => word.replace(/^["'](.*)["']$/s, '$1').replace(/[;,]$/, ''));
}

/** Why a command line is none of ours; undefined for one that the program would take. */
function slip([, ...words]: string[]): string | undefined {
  const path = [2, 1].map((count) => words.slice(0, count).join(' ')).find((name) => commands.some((one) => one.name === name));
  const group = commands.some(({ name }) => name.startsWith(`${words[0]} `));
  if (path === undefined) {
    const isPart = words.length < 2 || words.slice(1).every((word) => STANDS_FOR.test(word) || word === '--help');
    return group && isPart
      ? undefined
      : /^(?:-V|--version|--help|help|--worker|complete)$/.test(words[0] ?? '')
        ? undefined
        : `no command ${words.slice(0, 2).join(' ')}`;
  }
  const options = new Map(
    selectSettings(path).flatMap(([, setting]): [string, Setting][] => {
      const names = (setting.flag ?? '').match(/--?[a-z][a-z-]*/g) ?? [];
      return [...names, ...(setting.negatable ? [optionName(setting).replace('--', '--no-')] : [])].map((name) => [name, setting]);
    }),
  );
  const rest = words.slice(path.split(' ').length);
  for (let at = 0; at < rest.length && rest[at] !== '--'; at++) {
    const [name = '', value] = (rest[at] ?? '').split(/=(.*)/s);
    if (!/^--?[a-z]/.test(name) || /^(?:-h|--help|--help-all)$/.test(name)) continue;
    const setting = options.get(name);
    if (!setting) return `${path} has no option ${name}`;
    if (setting.type === 'flag') continue;
    const given = value ?? rest[++at];
    // In a sentence an option may stand by itself.
    if (given === undefined || given === '' || STANDS_FOR.test(given)) continue;
    const wrong = refused(path, setting, given);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function refused(path: string, setting: Setting, given: string): string | undefined {
  if (optionName(setting) === '--format') {
    const formats = commands.find(({ name }) => name === path)?.formats ?? [];
    const [format = ''] = given.split('=');
    return formats.length > 0 && !formats.includes(format) ? `${path} has no format ${format}` : undefined;
  }
  if (!setting.choices) return undefined;
  try {
    readChoice(setting, given, optionName(setting));
    return undefined;
  } catch {
    return `${optionName(setting)} takes no ${given}`;
  }
}

describe('every command line of the documentation', () => {
  const lines = commandLines();

  it('is found', () => {
    expect(lines.length).toBeGreaterThan(150);
    const used = lines.map(({ words }) => words[1]);
    expect(used).toEqual(expect.arrayContaining(['scan', 'check', 'agents', 'sbom', 'completion', 'serve', 'proxy']));
  });

  it('has a command, options and choices that the program has', () => {
    const slips = lines.flatMap(({ place, words }) => {
      const why = slip(words);
      return why === undefined ? [] : [`${place}: ${why} (${words.join(' ')})`];
    });
    expect(slips).toEqual([]);
  });

  it.each([
    ['castellan scna', 'no command scna'],
    ['castellan scan --fail-on high', 'scan has no option --fail-on'],
    ['castellan scan --fail-on-severity hgih', '--fail-on-severity takes no hgih'],
    ['castellan agents -f sarif', 'agents has no format sarif'],
    ['castellan proxy --mode enforce -- npx --yes x', undefined],
    ['castellan scan -f json=report.json . > log', undefined],
  ])('would be refused if it were not: %s', (line, why) => {
    expect(slip(split(line))).toBe(why);
  });
});
