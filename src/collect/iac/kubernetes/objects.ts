import { type IacMap, type IacResource, type IacValue, type InlineIgnore, writtenName } from '../../../model/iac.js';
import { ignoreReason, reasonWithout } from '../../ignore-comments.js';
import { textsIn } from '../contract/texts-in.js';

/** One document of a manifest, evaluated. */
export interface ManifestDocument {
  value: IacValue;
  endLine: number;
  /** Set when nobody could evaluate whether it is there: the condition. */
  condition?: string;
}

/** Objects of Kubernetes as resources, with addresses that are unique in their root. */
export class ObjectList {
  readonly resources: IacResource[] = [];
  readonly ignores: InlineIgnore[] = [];
  private readonly addresses = new Map<string, Map<string, number>>();

  /** Adds what a document declares: one object, or the items of a list. Returns how many. */
  add({ value, endLine, condition }: ManifestDocument, root: string): number {
    const body = value;
    if (body.kind !== 'map') return 0;
    const kind = textAt(body, 'kind');
    if (kind === undefined || textAt(body, 'apiVersion') === undefined) return 0;
    const items = body.entries.get('items');
    if (kind.endsWith('List') && items?.kind === 'list') {
      let added = 0;
      for (const [index, item] of items.items.entries()) {
        const next = items.items[index + 1];
        added += this.add(
          {
            value: itemOf(item, body, kind),
            endLine: next ? Math.max(next.at.line - 1, item.at.line) : endLine,
            ...(condition !== undefined && { condition }),
          },
          root,
        );
      }
      return added;
    }
    this.resources.push(this.resource(body, kind, { root, endLine, condition }));
    return 1;
  }

  private resource(
    body: IacMap,
    kind: string,
    { root, endLine, condition }: { root: string; endLine: number; condition: string | undefined },
  ) {
    const metadata = body.entries.get('metadata');
    const name = nameOf(metadata);
    const namespace = textAt(metadata, 'namespace');
    const address = this.unique(root, [kind, namespace, name].filter((part) => part !== undefined && part !== '').join('/'));
    const at = body.at;
    this.addIgnores(body, metadata, endLine);
    const resource: IacResource = {
      ref: `iac:${at.path}#${address}`,
      format: 'kubernetes',
      root,
      type: kind,
      name,
      address,
      at,
      endLine,
      calls: [],
      body,
      versions: { kubernetes: textAt(body, 'apiVersion') ?? '' },
      refersTo: [],
      ...(condition !== undefined && { condition }),
    };
    return resource;
  }

  private unique(root: string, address: string): string {
    let used = this.addresses.get(root);
    if (!used) {
      used = new Map();
      this.addresses.set(root, used);
    }
    const count = (used.get(address) ?? 0) + 1;
    used.set(address, count);
    return count === 1 ? address : `${address}#${count}`;
  }

  private addIgnores(body: IacMap, metadata: IacValue | undefined, endLine: number): void {
    const annotations = metadata?.kind === 'map' ? metadata.entries.get('annotations') : undefined;
    if (annotations?.kind !== 'map') return;
    const { path, line } = body.at;
    for (const [key, value] of annotations.entries) {
      if (!key.startsWith(IGNORE)) continue;
      const text = value.kind === 'scalar' ? String(value.value ?? '') : '';
      const { reason, ...until } = ignoreReason(text);
      const values = textsIn(body, new Set([annotations]));
      this.ignores.push({ path, line, endLine, rule: key.slice(IGNORE.length), reason: reasonWithout(reason, values), ...until });
    }
  }
}

const IGNORE = 'castellan.dev/ignore.';

/** An item of a list of one kind (`PodList`) may leave out what the list says of it. */
function itemOf(item: IacValue, list: IacMap, listKind: string): IacValue {
  const kind = listKind.slice(0, -'List'.length);
  if (item.kind !== 'map' || kind === '' || textAt(item, 'kind') !== undefined) return item;
  const version = list.entries.get('apiVersion');
  const entries = new Map(item.entries);
  entries.set('kind', { kind: 'scalar', at: item.at, value: kind });
  if (version && !entries.has('apiVersion')) entries.set('apiVersion', version);
  return { ...item, entries };
}

function nameOf(metadata: IacValue | undefined): string {
  if (metadata?.kind !== 'map') return '';
  const name = metadata.entries.get('name') ?? metadata.entries.get('generateName');
  if (name?.kind === 'unknown') return writtenName(name);
  return name?.kind === 'scalar' ? String(name.value ?? '') : '';
}

/** A text below a key, also where nobody knows whether it is there but all know what it would be. */
function textAt(value: IacValue | undefined, key: string): string | undefined {
  let found = value?.kind === 'map' ? value.entries.get(key) : undefined;
  if (found?.kind === 'unknown' && found.oneOf?.length === 1) found = found.oneOf[0];
  return found?.kind === 'scalar' && found.value !== null ? String(found.value) : undefined;
}
