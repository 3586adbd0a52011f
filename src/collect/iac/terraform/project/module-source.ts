import type { Attribute, Block, Body, Expression, SourceText } from '../syntax/ast.js';

/** One block of a module with what overriding files changed. */
export interface Declared {
  readonly body: Body;
  readonly source: SourceText;
  readonly line: number;
  readonly endLine: number;
}

export interface DeclaredResource extends Declared {
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
}

/** An expression with the lines of its attribute. */
export interface Local {
  readonly name: string;
  readonly attribute: Attribute;
  readonly source: SourceText;
}

/** All that the files of one folder declare. */
export interface ModuleSource {
  /** Relative to the scanned folder, without a trailing slash; empty for the folder itself. */
  readonly folder: string;
  readonly files: readonly string[];
  readonly variables: Map<string, Declared>;
  readonly locals: Map<string, Local>;
  readonly outputs: Map<string, Declared>;
  readonly modules: Map<string, Declared>;
  /** Several of one address stand beside each other: Terraform refuses them, yet each is read. */
  readonly resources: DeclaredResource[];
  /** The first resource of each address. */
  readonly byName: Map<string, DeclaredResource>;
  /** Constraints of provider versions, by the provider's local name. */
  readonly versions: Map<string, string[]>;
}

/** One parsed file of a folder. */
export interface ModuleFile {
  readonly path: string;
  readonly body: Body;
}

const OVERRIDE = /(?:^|\/|_)override\.(?:tf|tofu)(?:\.json)?$/;

/** Puts the files of a folder together; `override.tf` and `*_override.tf` change what the others declare, in the order of their names. */
export function moduleOf(folder: string, files: readonly ModuleFile[]): ModuleSource {
  const module: ModuleSource = {
    folder,
    files: files.map(({ path }) => path),
    variables: new Map(),
    locals: new Map(),
    outputs: new Map(),
    modules: new Map(),
    resources: [],
    byName: new Map(),
    versions: new Map(),
  };
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { body } of sorted.filter(({ path }) => !OVERRIDE.test(path))) for (const block of body.blocks) declare(module, block, false);
  for (const { body } of sorted.filter(({ path }) => OVERRIDE.test(path))) for (const block of body.blocks) declare(module, block, true);
  for (const resource of [...module.resources].reverse()) module.byName.set(resourceKey(resource), resource);
  return module;
}

/** What an address is made of. */
export function resourceKey({ mode, type, name }: Pick<DeclaredResource, 'mode' | 'type' | 'name'>): string {
  return `${mode} ${type} ${name}`;
}

function declare(module: ModuleSource, block: Block, overriding: boolean): void {
  const [first, second] = block.labels;
  const named = { variable: module.variables, output: module.outputs, module: module.modules }[block.type];
  if (named) put(named, first, block, overriding);
  else if (block.type === 'resource') putResource(module, { mode: 'managed', type: first, name: second }, block, overriding);
  else if (block.type === 'data') putResource(module, { mode: 'data', type: first, name: second }, block, overriding);
  else if (block.type === 'terraform') addRequirements(module, block);
  else if (block.type === 'provider') addProvider(module, first, block);
  else if (block.type === 'locals') {
    for (const attribute of block.body.attributes.values())
      module.locals.set(attribute.name, { name: attribute.name, attribute, source: block.source });
  }
}

/** What a provider is configured with is judged as a resource is: it may hold credentials. */
function addProvider(module: ModuleSource, name: string | undefined, block: Block): void {
  addVersion(module, name, block.body.attributes.get('version')?.value);
  putResource(module, { mode: 'managed', type: 'provider', name }, block, false);
}

function put(into: Map<string, Declared>, name: string | undefined, block: Block, overriding: boolean): void {
  if (name === undefined) return;
  const base = into.get(name);
  into.set(name, base && overriding ? overridden(base, block) : block);
}

function putResource(
  module: ModuleSource,
  { mode, type, name }: { mode: DeclaredResource['mode']; type: string | undefined; name: string | undefined },
  block: Block,
  overriding: boolean,
): void {
  if (type === undefined || name === undefined) return;
  if (overriding) {
    const at = module.resources.findIndex((known) => known.mode === mode && known.type === type && known.name === name);
    const base = module.resources[at];
    if (base) {
      module.resources[at] = { ...base, ...overridden(base, block), mode, type, name };
      return;
    }
  }
  const { body, source, line, endLine } = block;
  module.resources.push({ mode, type, name, body, source, line, endLine });
}

/** Attributes are set anew; blocks of a type take the place of all of that type. */
function overridden(base: Declared, by: Block): Declared {
  const attributes = new Map([...base.body.attributes, ...by.body.attributes]);
  const replaced = new Set(by.body.blocks.map(blockName));
  const blocks = [...base.body.blocks.filter((block) => !replaced.has(blockName(block))), ...by.body.blocks];
  return { ...base, body: { attributes, blocks } };
}

function blockName({ type, labels }: Block): string {
  return type === 'dynamic' ? (labels[0] ?? type) : type;
}

function addRequirements(module: ModuleSource, { body }: Block): void {
  for (const block of body.blocks) {
    if (block.type !== 'required_providers') continue;
    for (const { name, value } of block.body.attributes.values()) {
      if (value.kind === 'object')
        addVersion(module, name, value.entries.find(({ key }) => key.kind === 'literal' && key.value === 'version')?.value);
      else addVersion(module, name, value);
    }
  }
}

function addVersion(module: ModuleSource, provider: string | undefined, version: Expression | undefined): void {
  if (provider === undefined || version?.kind !== 'literal' || typeof version.value !== 'string') return;
  const known = module.versions.get(provider);
  if (known) known.push(version.value);
  else module.versions.set(provider, [version.value]);
}

/** A path below a folder, with `.` and `..` worked out; undefined when it leaves the tree. */
export function joinPath(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** The folder of a path, empty for the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}
