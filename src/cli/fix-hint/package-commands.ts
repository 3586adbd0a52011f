import { ecosystemOf } from '../../ecosystems/registry.js';
import type { McpServer } from '../../model/agent.js';
import type { Component } from '../../model/component.js';
import { word } from './words.js';

/** Tools of npm's world by the readers of their files: the key of package.json that pins a package of a package, and the commands. */
const PINS: Readonly<Record<string, { key: string; install: string; remove: string }>> = {
  'npm-lock': { key: 'overrides', install: 'npm install', remove: 'npm uninstall' },
  'pnpm-lock': { key: 'pnpm.overrides', install: 'pnpm install', remove: 'pnpm remove' },
  'yarn-classic': { key: 'resolutions', install: 'yarn install', remove: 'yarn remove' },
  'yarn-berry': { key: 'resolutions', install: 'yarn install', remove: 'yarn remove' },
  'bun-lock': { key: 'overrides', install: 'bun install', remove: 'bun remove' },
};

/** Ecosystems whose upgrade command serves a package of a package just as well. */
const BY_NAME = new Set(['Go', 'crates.io', 'Hex', 'RubyGems', 'CocoaPods', 'Hackage']);

/** How the tools of Python that write a lockfile take a package out. */
const REMOVES: Readonly<Record<string, string>> = {
  'poetry-lock': 'poetry remove',
  'uv-lock': 'uv remove',
  'pdm-lock': 'pdm remove',
  'pipfile-lock': 'pipenv uninstall',
};

/** The names that npm allows; in any other, brackets or quotes could mean something to `npm pkg set`. */
const NPM_NAME = /^(?:@[\w.~-]+\/)?[\w.~][\w.~-]*$/;

/** The command that brings a component to a version where one of its files lies; `reader` read that file. Undefined where there is none. */
export function upgradeCommand({ ecosystem, name, direct }: Component, version: string, reader: string | undefined): string | undefined {
  const usual = ecosystemOf(ecosystem)?.upgradeCommand?.(name, version, reader);
  if (direct !== false || BY_NAME.has(ecosystem)) return usual;
  const pins = PINS[reader ?? ''];
  if (pins && NPM_NAME.test(name)) return `npm pkg set ${word(`${pins.key}[${name}]=${version}`)} && ${pins.install}`;
  if (reader === 'uv-lock') return `uv lock --upgrade-package ${word(`${name}==${version}`)}`;
  if (reader === 'poetry-lock') return `poetry update ${word(name)}`;
  return undefined;
}

/** The command that takes a package out of the project; undefined where the project does not name it itself. */
export function removeCommand({ name, direct, ecosystem }: Component, reader: string | undefined): string | undefined {
  const pins = PINS[reader ?? ''];
  if (pins && direct === true && NPM_NAME.test(name)) return `${pins.remove} ${word(name)}`;
  return ecosystem === 'PyPI' && direct !== false && /^[a-z0-9]/.test(name)
    ? `${REMOVES[reader ?? ''] ?? 'pip uninstall'} ${word(name)}`
    : undefined;
}

/** The command of a server with its package in another version; undefined where it names the package in another way. */
export function launchCommand({ command, args, package: from }: McpServer, version: string): string | undefined {
  if (command === null || !from) return undefined;
  const { name, ecosystem } = from;
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}@`) || arg.startsWith(`${name}==`));
  if (at === -1) return undefined;
  const mark = args[at]?.startsWith(`${name}==`) || (args[at] === name && ecosystem === 'PyPI') ? '==' : '@';
  return [command, ...args.with(at, `${name}${mark}${version}`)].map(word).join(' ');
}
