import type { ConfiguredCommand, Placed } from '../../model/ai-evidence.js';
import type { AiClient } from './clients/client.js';
import { atPath, type ConfigNode, memberNode, nodeText } from './config/config-node.js';

/** A setting with its position; `name` is its dotted key path, without list indexes. */
export type ClientSetting = Placed<unknown> & { name: string };

/** Limit for the settings of one file; no client has as many. */
const MAX_SETTINGS = 20_000;

/** Every scalar below the client's setting keys, each with its own line. */
export function readSettings(root: ConfigNode, client: AiClient): ClientSetting[] {
  const settings: ClientSetting[] = [];
  for (const key of client.settings ?? []) {
    const node = atPath(root, key);
    if (node !== undefined) collect(node, key, settings);
  }
  return settings;
}

function collect(node: ConfigNode, name: string, into: ClientSetting[]): void {
  if (into.length >= MAX_SETTINGS) return;
  if (node.kind === 'scalar') into.push({ name, value: node.value, line: node.line, pointer: node.pointer });
  else if (node.kind === 'list') for (const item of node.items) collect(item, name, into);
  else for (const [key, child] of node.entries) collect(child, `${name}.${key}`, into);
}

/** Commands that the file makes its client run automatically. */
export function readCommands(root: ConfigNode, client: AiClient): ConfiguredCommand[] {
  const { hooks = [], helpers = [], statusLine = [], onOpen = [] } = client.commands ?? {};
  if (memberNode(root, 'disableAllHooks')?.kind === 'scalar' && nodeText(memberNode(root, 'disableAllHooks')) === 'true') return [];
  return [
    ...hooks.flatMap((key) => hookCommands(atPath(root, key))),
    ...helpers.flatMap((key) => helperCommands(root, key)),
    ...statusLine.flatMap((key) => commandsIn(atPath(root, key), { kind: 'status-line', name: key })),
    ...onOpen.flatMap((key) => openCommands(atPath(root, key), key)),
  ];
}

/** Events with their hooks, however deep the client nests them. */
function hookCommands(hooks: ConfigNode | undefined): ConfiguredCommand[] {
  if (hooks?.kind !== 'map') return [];
  return [...hooks.entries].flatMap(([name, node]) => commandsIn(node, { kind: 'hook', name }));
}

/** Keys that hold the command of a hook; some clients have one for each system. */
const COMMAND_KEYS = ['command', 'bash', 'powershell', 'run', 'script'];

function commandsIn(node: ConfigNode | undefined, as: Pick<ConfiguredCommand, 'kind' | 'name'>, depth = 0): ConfiguredCommand[] {
  if (node === undefined || depth > 8) return [];
  if (node.kind === 'list') return node.items.flatMap((item) => commandsIn(item, as, depth + 1));
  if (node.kind !== 'map') return [];
  const found = COMMAND_KEYS.flatMap((key) => commandOf(node.entries.get(key), as));
  return found.length > 0 ? found : [...node.entries.values()].flatMap((child) => commandsIn(child, as, depth + 1));
}

/** A command given as text or as a list of words. */
function commandOf(node: ConfigNode | undefined, as: Pick<ConfiguredCommand, 'kind' | 'name'>): ConfiguredCommand[] {
  const words = node?.kind === 'list' ? node.items.map((item) => nodeText(item) ?? '') : [nodeText(node) ?? ''];
  const value = words.join(' ');
  return node === undefined || value === '' ? [] : [{ ...as, value, line: node.line, pointer: node.pointer }];
}

/** `*` in the key matches every server. */
function helperCommands(root: ConfigNode, key: string): ConfiguredCommand[] {
  const [before, after] = key.split('.*.');
  if (after === undefined || before === undefined) return commandOf(atPath(root, key), { kind: 'key-helper', name: key });
  const map = atPath(root, before);
  if (map?.kind !== 'map') return [];
  return [...map.entries].flatMap(([name, node]) =>
    commandOf(atPath(node, after), { kind: 'key-helper', name: `${before}.${name}.${after}` }),
  );
}

/**
 * Tasks that run when a folder opens are reported at their `runOn`; a plain command runs whenever its container is
 * created.
 */
function openCommands(node: ConfigNode | undefined, name: string): ConfiguredCommand[] {
  if (node?.kind === 'map') return [...node.entries].flatMap(([key, child]) => commandOf(child, { kind: 'task-on-open', name: key }));
  if (node?.kind !== 'list' || !node.items.some((item) => item.kind === 'map')) return commandOf(node, { kind: 'task-on-open', name });
  return node.items.flatMap((task) => {
    const when = atPath(task, 'runOptions.runOn');
    if (when === undefined || nodeText(when) !== 'folderOpen') return [];
    const label = nodeText(memberNode(task, 'label')) ?? nodeText(memberNode(task, 'taskName')) ?? 'task';
    return [{ kind: 'task-on-open', name: label, value: taskCommand(task), line: when.line, pointer: when.pointer }];
  });
}

function taskCommand(task: ConfigNode): string {
  const args = memberNode(task, 'args');
  const words = args?.kind === 'list' ? args.items.map((item) => nodeText(item) ?? '') : [];
  return [nodeText(memberNode(task, 'command')) ?? nodeText(memberNode(task, 'script')) ?? '', ...words].join(' ').trim();
}
