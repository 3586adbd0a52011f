import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../contract/values.js';

/** A mount of a service. */
export interface ComposeMount {
  /** What is mounted; absent for an anonymous volume. */
  source?: IacValue;
  target?: string;
  readOnly: boolean;
  at: SourcePlace;
}

/** A published port of a service. */
export interface ComposePort {
  /** Address of the machine that it is bound to; absent: every address. */
  host?: IacValue;
  /** Absent: the engine chooses one. */
  published?: IacValue;
  /** Port in the container. */
  target?: string;
  at: SourcePlace;
}

/** A service of docker compose. */
export class ComposeService {
  constructor(private readonly resource: IacResource) {}

  get at(): SourcePlace {
    return this.resource.at;
  }

  get name(): string {
    return this.resource.name;
  }

  get(...path: readonly string[]): IacValue | undefined {
    return member(this.resource.body, ...path);
  }

  /** Its image's name as far as it is known. */
  get imageName(): string {
    const image = this.get('image');
    return textOf(image) ?? (image?.kind === 'unknown' ? (image.pieces ?? []).map((piece) => piece ?? '').join('') : '');
  }

  get hasProfile(): boolean {
    return itemsOf(this.get('profiles')).items.length > 0;
  }

  get mounts(): readonly ComposeMount[] {
    return itemsOf(this.get('volumes')).items.map(mountOf);
  }

  get ports(): readonly ComposePort[] {
    return itemsOf(this.get('ports')).items.map(portOf);
  }

  /** Words of the command and the entrypoint, as far as they are known. */
  get commandWords(): readonly string[] {
    return ['entrypoint', 'command'].flatMap((key) =>
      itemsOf(this.get(key)).items.flatMap((item) => (textOf(item) ?? '').split(/\s+/).filter((word) => word !== '')),
    );
  }

  /** Variables of `environment`. */
  get environment(): readonly (readonly [string, IacValue])[] {
    return entriesOf(this.get('environment')).entries;
  }
}

/** Services of docker compose. */
export const composeServices: IacView<ComposeService> = {
  id: 'compose-services',
  *of(resource) {
    if (resource.format === 'compose') yield new ComposeService(resource);
  },
};

function mountOf(item: IacValue): ComposeMount {
  const { at } = item;
  if (item.kind === 'map') {
    const source = member(item, 'source');
    const target = textOf(member(item, 'target'));
    const readOnly = textOf(member(item, 'read_only')) === 'true';
    return { at, readOnly, ...(source && { source }), ...(target !== undefined && { target }) };
  }
  const [source, target, mode] = partsOf(item, /:(?![\\/](?![\\/]))|:(?=\/)/);
  if (!source || !target) return { at, readOnly: false };
  const shown = textOf(target);
  return { at, readOnly: /(?:^|,)ro(?:,|$)/.test(textOf(mode) ?? ''), source, ...(shown !== undefined && { target: shown }) };
}

function portOf(item: IacValue): ComposePort {
  const { at } = item;
  if (item.kind === 'map') {
    const host = member(item, 'host_ip');
    const published = member(item, 'published');
    const target = textOf(member(item, 'target'));
    return { at, ...(host && { host }), ...(published && { published }), ...(target !== undefined && { target }) };
  }
  const parts = partsOf(item, /:(?![^[]*\])/);
  const target = textOf(parts.at(-1))?.replace(/\/\w+$/, '');
  const published = parts.length > 1 ? parts.at(-2) : undefined;
  const host = parts.length > 2 ? parts[0] : undefined;
  return { at, ...(host && { host }), ...(published && { published }), ...(target !== undefined && { target }) };
}

/** The parts of a short form, each known or not. A variable may hold several parts, so it stands alone as one. */
function partsOf(item: IacValue, separator: RegExp): IacValue[] {
  if (item.kind === 'scalar')
    return splitText(String(item.value ?? ''), separator).map((value) => ({ kind: 'scalar', at: item.at, value }));
  if (item.kind !== 'unknown') return [];
  const parts: (string | null)[][] = [[]];
  for (const piece of item.pieces ?? [null]) {
    const texts = piece === null ? [null] : splitText(piece, separator);
    texts.forEach((text, index) => {
      if (index > 0) parts.push([]);
      if (text !== '') parts.at(-1)?.push(text);
    });
  }
  return parts.map((pieces): IacValue => {
    const known = pieces.filter((piece) => piece !== null);
    if (known.length === pieces.length) return { kind: 'scalar', at: item.at, value: known.join('') };
    return { kind: 'unknown', at: item.at, expression: item.expression, ...(pieces.length > 1 && { pieces }) };
  });
}

/** A drive letter before a path is no part of its own. */
function splitText(text: string, separator: RegExp): string[] {
  const drive = /^[A-Za-z]:[\\/]/.exec(text);
  const [first = '', ...rest] = (drive ? text.slice(2) : text).split(separator);
  return [drive ? text.slice(0, 2) + first : first, ...rest];
}
