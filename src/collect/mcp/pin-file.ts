import { type Pin, type PinnedPackage, type PinnedServer, type PinSet, pinnedKinds } from '../../model/pins.js';
import { definitionHash } from '../../support/definition-hash.js';
import { InputError } from '../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../support/json.js';
import { safeJson } from '../../support/terminal.js';

const VERSION = 1;

/**
 * The text of the pin file: keys in a fixed order, definitions with sorted keys, and no characters that control a
 * terminal.
 */
export function formatPins({ servers }: PinSet): string {
  const document = {
    lockfile_version: VERSION,
    servers: servers.map(({ ref, name, package: from, instructions, ...lists }) => ({
      ref,
      name,
      ...(from && { package: from }),
      ...(instructions !== undefined && { instructions }),
      tools: lists.tool.map(entryOf),
      prompts: lists.prompt.map(entryOf),
      resources: lists.resource.map(entryOf),
    })),
  };
  return `${safeJson(JSON.stringify(document, undefined, 2))}\n`;
}

function entryOf({ name, hash, definition }: Pin): object {
  return { name, hash, definition: sorted(definition) };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}

/**
 * Parses the pin file. Throws InputError for anything unknown and for definitions that do not match their hash: a pin
 * file that is not fully trustworthy approves nothing.
 */
export function parsePins(text: string, where: string): PinSet {
  const reader = new PinReader(where);
  const document = reader.object(parseJson(text, where), ['lockfile_version', 'servers'], 'the file');
  const version = own(document, 'lockfile_version');
  if (version !== VERSION) reader.refuse(`lockfile_version is not ${VERSION}`, 'unsupported_version');
  const servers = reader.list(document, 'servers').map((item) => reader.server(item));
  if (new Set(servers.map(({ ref }) => ref)).size < servers.length) reader.refuse('a server is pinned twice');
  return { servers };
}

const HASH = /^[0-9a-f]{64}$/;

class PinReader {
  constructor(private readonly where: string) {}

  server(item: unknown): PinnedServer {
    const keys = ['ref', 'name', 'package', 'instructions', 'tools', 'prompts', 'resources'];
    const server = this.object(item, keys, 'a server');
    const from = own(server, 'package');
    const instructions = own(server, 'instructions') === undefined ? undefined : this.text(server, 'instructions');
    const [tool, prompt, resource] = pinnedKinds.map((kind) => this.list(server, `${kind}s`).map((pin) => this.pin(pin)));
    return {
      ref: this.text(server, 'ref'),
      name: this.text(server, 'name'),
      ...(from !== undefined && { package: this.package(from) }),
      ...(instructions !== undefined && { instructions }),
      tool: tool ?? [],
      prompt: prompt ?? [],
      resource: resource ?? [],
    };
  }

  private package(item: unknown): PinnedPackage {
    const from = this.object(item, ['ecosystem', 'name', 'version', 'integrity'], 'a package');
    const version = own(from, 'version') === null ? null : this.text(from, 'version');
    const integrity = own(from, 'integrity') === undefined ? undefined : this.text(from, 'integrity');
    return {
      ecosystem: this.text(from, 'ecosystem'),
      name: this.text(from, 'name'),
      version,
      ...(integrity !== undefined && { integrity }),
    };
  }

  private pin(item: unknown): Pin {
    const pin = this.object(item, ['name', 'hash', 'definition'], 'a definition');
    const hash = this.text(pin, 'hash');
    const definition = own(pin, 'definition');
    if (!HASH.test(hash) || definition === undefined || definitionHash(definition) !== hash) {
      this.refuse('a definition does not fit its hash: the file was changed by hand or is damaged');
    }
    return { name: this.text(pin, 'name'), hash, definition };
  }

  object(item: unknown, keys: readonly string[], what: string): JsonObject {
    if (!isObject(item)) return this.refuse(`${what} is no object`);
    if (Object.keys(item).some((key) => !keys.includes(key))) this.refuse(`${what} has a key that is not known`);
    return item;
  }

  list(object: JsonObject, key: string): unknown[] {
    const value = own(object, key);
    return Array.isArray(value) ? value : this.refuse(`${key} is no list`);
  }

  private text(object: JsonObject, key: string): string {
    const value = own(object, key);
    return typeof value === 'string' ? value : this.refuse(`${key} is no text`);
  }

  refuse(message: string, issue: 'invalid_entry' | 'unsupported_version' = 'invalid_entry'): never {
    throw new InputError({
      where: this.where,
      issue,
      message: `pins cannot be trusted: ${message}`,
      hint: 'restore the file from version control, or review the servers and pin them anew with `castellan agents --introspect --pin`',
    });
  }
}
