import type { IacFiles, IacReading } from '../../src/collect/iac/contract/iac-reader.js';
import { terraformEntry } from '../../src/collect/iac/terraform/entry.js';
import { terraformReader } from '../../src/collect/iac/terraform/reader.js';
import type { IacResource, IacValue } from '../../src/model/iac.js';
import { decodeText } from '../../src/support/decode.js';

/** Files in memory as a reader of infrastructure code gets them. */
export function treeOf(texts: Readonly<Record<string, string | Uint8Array>>): IacFiles {
  const bytesOf = (path: string) => {
    const content = texts[path];
    return typeof content === 'string' ? new TextEncoder().encode(content) : content;
  };
  return {
    own: Object.keys(texts).filter(terraformEntry.matches).sort(),
    open: (path) => {
      const bytes = bytesOf(path);
      return bytes && { path, size: bytes.length, bytes: () => bytes, text: () => decodeText(bytes, path) };
    },
    list: (folder) => {
      const prefix = folder === '.' || folder === '' ? '' : `${folder}/`;
      const below = Object.keys(texts).filter((path) => path.startsWith(prefix));
      return [...new Set(below.map((path) => path.slice(prefix.length).split('/')[0] ?? ''))].sort();
    },
  };
}

export function readTerraform(texts: Readonly<Record<string, string | Uint8Array>>): Promise<IacReading> {
  return terraformReader.read(treeOf(texts));
}

/** Plain data of a value; unknown parts are `?expression`. */
export function plainValue(value: IacValue | undefined): unknown {
  switch (value?.kind) {
    case 'scalar':
      return value.value;
    case 'list':
      return [...value.items.map(plainValue), ...(value.rest === undefined ? [] : [`?${value.rest}`])];
    case 'map':
      return {
        ...Object.fromEntries([...value.entries].map(([key, entry]) => [key, plainValue(entry)])),
        ...(value.rest !== undefined && { '?': value.rest }),
      };
    default:
      return value && `?${value.expression}`;
  }
}

/** An attribute of a resource, by its address. */
export function attributeOf({ resources }: Pick<IacReading, 'resources'>, address: string, name: string): IacValue | undefined {
  return resourceAt(resources, address)?.body.entries.get(name);
}

function resourceAt(resources: readonly IacResource[], address: string): IacResource | undefined {
  return resources.find((resource) => resource.address === address);
}
