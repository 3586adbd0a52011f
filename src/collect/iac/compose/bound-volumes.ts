import type { IacMap, IacValue } from '../../../model/iac.js';
import type { Variables } from '../contract/references.js';
import { interpolated } from './interpolate.js';

/** Named volumes that are folders of the host: the local driver with `o: bind` mounts its `device`. */
export function boundFolders(volumes: IacMap | undefined, variables: Variables): (readonly [string, IacValue])[] {
  return [...(volumes?.entries ?? [])].flatMap(([name, volume]) => {
    const options = entryOf(interpolated(volume, variables), 'driver_opts');
    const device = entryOf(options, 'device');
    const mount = entryOf(options, 'o');
    const isBind = mount?.kind === 'scalar' && /(?:^|,)r?bind(?:,|$)/.test(String(mount.value));
    return device && isBind ? [[name, device] as const] : [];
  });
}

/** A service with the folders of the host in place of the volumes that stand for them. */
export function withBinds(body: IacMap, bound: ReadonlyMap<string, IacValue>): IacMap {
  const volumes = body.entries.get('volumes');
  if (bound.size === 0 || volumes?.kind !== 'list') return body;
  const items = volumes.items.map((item) => bindFor(item, bound) ?? item);
  return { ...body, entries: new Map(body.entries).set('volumes', { ...volumes, items }) };
}

function bindFor(item: IacValue, bound: ReadonlyMap<string, IacValue>): IacMap | undefined {
  const { at } = item;
  const written = item.kind === 'map' ? item.entries : shortForm(item);
  const source = written.get('source');
  const folder = source?.kind === 'scalar' ? bound.get(String(source.value)) : undefined;
  if (!folder) return undefined;
  const type: IacValue = { kind: 'scalar', at, value: 'bind' };
  return { kind: 'map', at, entries: new Map([...written, ['type', type], ['source', folder]]) };
}

/** `name:/target:ro` in the long form. */
function shortForm(item: IacValue): Map<string, IacValue> {
  if (item.kind !== 'scalar') return new Map();
  const [source, target, mode = ''] = String(item.value).split(':');
  if (target === undefined) return new Map();
  const isReadOnly = /(?:^|,)ro(?:,|$)/.test(mode);
  const scalar = (value: string | boolean | undefined): IacValue => ({ kind: 'scalar', at: item.at, value: value ?? null });
  return new Map([
    ['source', scalar(source)],
    ['target', scalar(target)],
    ['read_only', scalar(isReadOnly)],
  ]);
}

function entryOf(value: IacValue | undefined, key: string): IacValue | undefined {
  return value?.kind === 'map' ? value.entries.get(key) : undefined;
}
