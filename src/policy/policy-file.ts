import type { ExceptionRule, IgnoreRule, PolicyDocument, PolicyRule, PolicyTarget } from '../model/request.js';
import { thresholds } from '../model/severity.js';
import { type LocatedYaml, MapReader, parseLocated, plain } from '../support/located-yaml.js';
import { quote } from '../support/quote.js';
import { type ConditionKind, conditions } from './conditions.js';
import { ignoresOf } from './ignore-file.js';
import { licensesOf } from './license-file.js';

/** The content of a policy file. `runtime` is checked by the runtime's own reader. */
export interface PolicyFile extends PolicyDocument {
  ignores: IgnoreRule[];
  exceptions: ExceptionRule[];
  runtime?: unknown;
}

const TARGETS = ['finding', 'package', 'server', 'agent', 'model', 'skill'] as const satisfies readonly PolicyTarget[];

/** Reads a policy file (YAML or JSON) strictly: an unknown key or wrong type is a UsageError naming the line and the nearest legal key. */
export function parsePolicy(text: string, source: string): PolicyFile {
  const root = new MapReader(parseLocated(text, source), source, 'the policy');
  root.only('version', 'rules', 'ignores', 'exceptions', 'licenses', 'runtime');
  const version = root.optionalText('version');
  if (version !== undefined && version !== '1')
    throw root.error(`policy version "${quote(version, 20)}" is not known; this program reads version 1`, root.get('version')?.line ?? 1);
  const rules = root.list('rules').map((node) => rule(node, source));
  const twice = rules.find((candidate, index) => rules.findIndex((other) => other.id === candidate.id) !== index);
  if (twice) throw root.error(`rule "${twice.id}" is defined twice`, root.get('rules')?.line ?? 1);
  const runtime = root.get('runtime');
  const stated = root.get('licenses');
  const part = stated && licensesOf(stated, source);
  const { ignores, exceptions } = ignoresOf(root, source);
  return {
    rules,
    ignores: [...ignores, ...(part?.ignores ?? [])],
    exceptions,
    ...(part && { licenses: part.licenses }),
    ...(runtime && { runtime: plain(runtime) }),
    source,
  };
}

function rule(node: LocatedYaml, source: string): PolicyRule {
  const entry = new MapReader(node, source, 'a rule').only('id', 'description', 'action', 'target', 'when');
  const target = entry.word('target', TARGETS);
  return {
    id: entry.text('id'),
    description: entry.optionalText('description') ?? '',
    action: entry.word('action', ['fail', 'warn'] as const),
    target,
    when: when(entry, target, source),
  };
}

/** A rule without conditions would match everything. That is most likely a mistake, so the policy must say it explicitly. */
function when(entry: MapReader, target: PolicyTarget, source: string): PolicyRule['when'] {
  const node = entry.get('when');
  if (!node) throw entry.error('a rule needs "when" with at least one condition', entry.line);
  const legal: Readonly<Record<string, ConditionKind>> = conditions[target];
  const reader = new MapReader(node, source, `"when" of a ${target} rule`).only(...Object.keys(legal));
  const keys = reader.keys();
  if (keys.length === 0) throw entry.error('"when" needs at least one condition', reader.line);
  return Object.fromEntries(keys.map((key) => [key, value(reader, key, legal[key] ?? 'texts')]));
}

function value(reader: MapReader, key: string, kind: ConditionKind): string | number | boolean | readonly string[] {
  const node = reader.get(key);
  const given = node ? plain(node) : undefined;
  const line = node?.line ?? reader.line;
  switch (kind) {
    case 'number':
      if (typeof given === 'number' && Number.isFinite(given)) return given;
      throw reader.error(`"${key}" must be a number`, line);
    case 'boolean':
      if (typeof given === 'boolean') return given;
      throw reader.error(`"${key}" must be true or false`, line);
    case 'severity':
      return reader.word(key, thresholds, { none: 'was once the word for any severity: write any' });
    default: {
      const items: unknown[] = Array.isArray(given) ? given : [given];
      if (items.length > 0 && items.every((item) => typeof item === 'string' || typeof item === 'number')) return items.map(String);
      throw reader.error(`"${key}" must be a text or a list of texts`, line);
    }
  }
}
