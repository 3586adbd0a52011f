import type { IacList, IacMap, IacValue } from '../../../../model/iac.js';
import { replaced, textAt, withEntry } from './edit.js';

/** Lists that Kubernetes merges, by the keys that tell their items apart. */
const MERGED: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  ephemeralContainers: 'name',
  volumes: 'name',
  env: 'name',
  imagePullSecrets: 'name',
  volumeMounts: 'mountPath',
  volumeDevices: 'devicePath',
  ports: 'containerPort',
  hostAliases: 'ip',
  topologySpreadConstraints: 'topologyKey',
  secrets: 'name',
};

/** A strategic merge patch: maps are merged, null takes a key away, known lists are merged by name, others are replaced. */
export function strategicMerge(base: IacMap, patch: IacMap): IacMap {
  let result = base;
  for (const [key, value] of patch.entries) {
    if (key === '$patch') continue;
    const before = result.entries.get(key);
    result = withEntry(result, key, mergedValue(key, before, value));
  }
  return result;
}

function mergedValue(key: string, before: IacValue | undefined, value: IacValue): IacValue | undefined {
  if (value.kind === 'scalar' && value.value === null) return undefined;
  if (value.kind === 'map') {
    const way = textAt(value, '$patch');
    if (way === 'delete') return undefined;
    if (before?.kind === 'map' && way !== 'replace') return strategicMerge(before, value);
    return strategicMerge({ ...value, entries: new Map() }, value);
  }
  const by = MERGED[key];
  if (value.kind === 'list' && before?.kind === 'list' && by !== undefined) return mergedList(before, value, by);
  return replaced(before, value);
}

function mergedList(before: IacList, patch: IacList, by: string): IacList {
  const replaces = patch.items.some((item) => textAt(item, '$patch') === 'replace');
  let items = replaces ? [] : [...before.items];
  for (const item of patch.items) {
    if (item.kind !== 'map') {
      items.push(item);
      continue;
    }
    const way = textAt(item, '$patch');
    if (way === 'replace' && item.entries.size === 1) continue;
    const name = textAt(item, by) || textAt(item, 'port');
    const at = items.findIndex((own) => (textAt(own, by) || textAt(own, 'port')) === name);
    const own = items[at];
    if (way === 'delete') items = items.filter((_own, index) => index !== at);
    else if (own?.kind === 'map' && name !== '') items[at] = strategicMerge(own, item);
    else items.push(strategicMerge({ ...item, entries: new Map() }, item));
  }
  return { ...before, items };
}

/** An operation of a JSON patch (RFC 6902). */
interface Operation {
  op: string;
  path: string[];
  from: string[];
  value: IacValue | undefined;
}

/** Applies a JSON patch. An operation that finds nothing is left out; `false` then. */
export function jsonPatch(body: IacMap, patch: IacList): { body: IacMap; whole: boolean } {
  let result: IacValue = body;
  let whole = true;
  for (const item of patch.items) {
    const operation = operationOf(item);
    const next: IacValue | undefined = operation && applied(result, operation);
    if (next) result = next;
    else whole = false;
  }
  return { body: result.kind === 'map' ? result : body, whole };
}

function operationOf(item: IacValue): Operation | undefined {
  if (item.kind !== 'map') return undefined;
  return {
    op: textAt(item, 'op'),
    path: pointer(textAt(item, 'path')),
    from: pointer(textAt(item, 'from')),
    value: item.entries.get('value'),
  };
}

function pointer(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function applied(body: IacValue, { op, path, from, value }: Operation): IacValue | undefined {
  switch (op) {
    case 'test':
      return body;
    case 'add':
    case 'replace':
      return value && edited(body, path, op, value);
    case 'remove':
      return edited(body, path, 'remove', undefined);
    case 'copy':
    case 'move': {
      const found = valueAt(body, from);
      const without = op === 'move' ? edited(body, from, 'remove', undefined) : body;
      return found && without && edited(without, path, 'add', found);
    }
    default:
      return undefined;
  }
}

function valueAt(value: IacValue | undefined, path: readonly string[]): IacValue | undefined {
  let found = value;
  for (const key of path) {
    if (found?.kind === 'map') found = found.entries.get(key);
    else found = found?.kind === 'list' ? found.items[Number(key)] : undefined;
  }
  return found;
}

function edited(
  holder: IacValue,
  [key, ...rest]: readonly string[],
  op: 'add' | 'replace' | 'remove',
  value: IacValue | undefined,
): IacValue | undefined {
  if (key === undefined) return value;
  if (holder.kind === 'map') {
    const before = holder.entries.get(key);
    if (rest.length === 0) {
      if (op === 'remove') return before && withEntry(holder, key, undefined);
      return withEntry(holder, key, value && replaced(before, value));
    }
    const inner = before && edited(before, rest, op, value);
    return inner && withEntry(holder, key, inner);
  }
  if (holder.kind !== 'list') return undefined;
  const index = key === '-' ? holder.items.length : Number(key);
  const before = holder.items[index];
  if (!Number.isInteger(index) || index < 0) return undefined;
  if (rest.length > 0) {
    const inner = before && edited(before, rest, op, value);
    return inner && { ...holder, items: holder.items.with(index, inner) };
  }
  if (op === 'remove') return before && { ...holder, items: holder.items.filter((_item, at) => at !== index) };
  if (!value) return undefined;
  if (op === 'replace') return before && { ...holder, items: holder.items.with(index, replaced(before, value)) };
  return { ...holder, items: [...holder.items.slice(0, index), value, ...holder.items.slice(index)] };
}
