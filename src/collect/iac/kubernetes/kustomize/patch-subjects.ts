import type { IacMap, IacValue } from '../../../../model/iac.js';
import { type OverlayObject, textAt } from './edit.js';

/** The items of a list as objects of their own. */
export function flattened(value: IacValue, endLine: number): OverlayObject[] {
  if (value.kind !== 'map') return [];
  const items = value.entries.get('items');
  if (textAt(value, 'kind').endsWith('List') && items?.kind === 'list')
    return items.items.flatMap((item, index) =>
      flattened(item, Math.max((items.items[index + 1]?.at.line ?? endLine + 1) - 1, item.at.line)),
    );
  return textAt(value, 'kind') === '' ? [] : [{ body: value, endLine, names: new Set([textAt(value, 'metadata', 'name')]) }];
}

/** True where a patch without a target means the object: by kind, name, and group and namespace if it names them. */
export function isSubject(patch: IacValue, { body, names }: OverlayObject): boolean {
  const namespace = textAt(patch, 'metadata', 'namespace');
  return (
    textAt(patch, 'kind') === textAt(body, 'kind') &&
    names.has(textAt(patch, 'metadata', 'name')) &&
    (namespace === '' || textAt(body, 'metadata', 'namespace') === '' || namespace === textAt(body, 'metadata', 'namespace'))
  );
}

/** A patch names its object, and does not rename it. */
export function kept(before: IacMap, after: IacMap): IacMap {
  const entries = new Map(after.entries);
  for (const key of ['apiVersion', 'kind']) {
    const value = before.entries.get(key);
    if (value) entries.set(key, value);
  }
  const metadata = entries.get('metadata');
  const name = before.entries.get('metadata');
  if (metadata?.kind === 'map' && name?.kind === 'map' && name.entries.has('name'))
    entries.set('metadata', { ...metadata, entries: new Map([...metadata.entries, ['name', name.entries.get('name') ?? metadata]]) });
  return { ...after, entries };
}

export function moved(value: IacValue, lines: number): IacValue {
  const at = { ...value.at, line: value.at.line + lines };
  if (value.kind === 'list') return { ...value, at, items: value.items.map((item) => moved(item, lines)) };
  if (value.kind === 'map') return { ...value, at, entries: new Map([...value.entries].map(([key, entry]) => [key, moved(entry, lines)])) };
  return { ...value, at };
}
