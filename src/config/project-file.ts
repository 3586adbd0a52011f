import { MapReader, parseLocated, plain } from '../support/located-yaml.js';
import type { Setting } from './setting.js';
import { type SettingKey, settings } from './settings.js';

/** The content of castellan.yaml: settings by key, with their lines. `src/policy` reads `ignores` and `exceptions`. */
export interface ProjectFile {
  values: Partial<Record<SettingKey, { value: unknown; where: string }>>;
}

/** Keys of the file that another reader reads. */
const OTHERS = ['version', 'ignores', 'exceptions'];

/** Parses castellan.yaml strictly: a syntax error or unknown key is a UsageError naming the line and the nearest legal key. */
export function parseProjectFile(text: string, path: string): ProjectFile {
  const entries = (Object.entries(settings) as [SettingKey, Setting][]).filter(([, setting]) => setting.yaml !== undefined);
  const root = new MapReader(parseLocated(text, path), path, 'the configuration');
  root.only(...entries.map(([, setting]) => setting.yaml ?? ''), ...OTHERS);
  const values: ProjectFile['values'] = {};
  for (const [key, setting] of entries) {
    const node = root.get(setting.yaml ?? '');
    if (node) values[key] = { value: plain(node), where: `${path}:${node.line}` };
  }
  return { values };
}
