import type { IacMap, IacValue, SourcePlace } from '../../../../model/iac.js';
import type { Library } from '../project/library.js';
import { type Declared, type DeclaredResource, joinPath, type ModuleSource, resourceKey } from '../project/module-source.js';
import type { Expression } from '../syntax/ast.js';
import { ANY, convert } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { list, map, type Origin, scalar, unknown, withOrigin } from '../values/make.js';
import { attributeValue, type BodyScope, bodyValue, plainText } from './body.js';
import { dataDocument } from './data-documents.js';
import { type Expansion, expansionOf, keyText } from './expansion.js';
import { LazyEntries } from './lazy-entries.js';
import { type Budget, type Names, type Reference, type Scope, writtenAs } from './scope.js';
import { typeOf } from './types.js';

/** What all modules of one root share. */
export interface World {
  readonly library: Library;
  readonly budget: Budget;
  /** Folder of the root. */
  readonly root: string;
  readonly files: Pick<Names, 'fileText' | 'fileBytes' | 'filesBelow'>;
}

/** How a module came to be: its root has values of variables, every other one a call. */
export interface Origins {
  /** `module.a["k"].`, empty for the root. */
  readonly address: string;
  readonly calls: readonly SourcePlace[];
  readonly ancestors: readonly ModuleSource[];
  argument(name: string): IacValue | undefined;
}

export interface ResourceInstance {
  readonly declared: DeclaredResource;
  readonly address: string;
  readonly body: IacMap;
}

interface Instances<T> {
  readonly expansion: Expansion;
  readonly each: readonly T[];
}

/** Of attributes and blocks that tell Terraform what to do with a resource rather than what it is. */
const META = new Set(['count', 'for_each', 'provider', 'depends_on', 'lifecycle', 'connection', 'provisioner']);
const CALL_META = new Set(['source', 'version', 'count', 'for_each', 'providers', 'depends_on']);
const NO_NAMES: ReadonlyMap<string, IacValue> = new Map();

/** A module with the arguments of one call. Everything in it is worked out when it is asked for, once. */
export class ModuleInstance implements Names {
  readonly fileText: Names['fileText'];
  readonly fileBytes: Names['fileBytes'];
  readonly filesBelow: Names['filesBelow'];
  private readonly known = new Map<string, IacValue>();
  private readonly asked = new Set<string>();
  private readonly instances = new Map<DeclaredResource, Instances<ResourceInstance>>();
  private readonly children = new Map<string, Instances<ModuleInstance> | undefined>();
  private readonly scope: BodyScope;

  constructor(
    readonly world: World,
    readonly source: ModuleSource,
    readonly origins: Origins,
  ) {
    ({ fileText: this.fileText, fileBytes: this.fileBytes, filesBelow: this.filesBelow } = world.files);
    this.scope = { own: NO_NAMES, names: this, budget: world.budget };
  }

  valueOf(reference: Reference, expression: Expression, scope: Scope): IacValue {
    switch (reference.kind) {
      case 'var':
        return this.once(`var.${reference.name}`, scope.at, () => this.variable(reference.name, scope.at));
      case 'local':
        return this.once(`local.${reference.name}`, scope.at, () => this.local(reference.name));
      case 'path':
        return this.path(reference.name, scope.at);
      case 'module':
        return this.moduleValue(reference.name, expression, scope.at);
      case 'resource':
        return this.resourceValue('managed', reference, expression, scope.at);
      case 'data':
        return this.resourceValue('data', reference, expression, scope.at);
      default:
        return unknown(writtenAs(expression), scope.at);
    }
  }

  /** Works a name out once; one that hangs on itself is unknown. */
  private once(name: string, at: SourcePlace, compute: () => IacValue): IacValue {
    const known = this.known.get(name);
    if (known) return known;
    if (this.asked.has(name)) {
      this.world.budget.note('unresolved', `${this.origins.address}${name} refers to itself`, at);
      return unknown(name, at);
    }
    this.asked.add(name);
    try {
      const value = compute();
      this.known.set(name, value);
      return value;
    } finally {
      this.asked.delete(name);
    }
  }

  private variable(name: string, at: SourcePlace): IacValue {
    const declared = this.source.variables.get(name);
    if (declared === undefined) return unknown(`var.${name}`, at);
    const { attributes } = declared.body;
    const given = this.origins.argument(name);
    const type = attributes.get('type');
    const place = { path: declared.source.path, line: declared.line };
    const constraint = type ? typeOf(type.value, { ...this.scope, at: place }) : ANY;
    const byDefault = attributes.get('default');
    const isNull = given?.kind === 'scalar' && given.value === null;
    const nullable = plainText(attributes.get('nullable'), declared.source, this.scope);
    const takesGiven =
      given !== undefined && !(isNull && byDefault !== undefined && (nullable === 'false' || isFalse(attributes.get('nullable')?.value)));
    const value = takesGiven ? given : byDefault ? attributeValue(byDefault, declared.source, this.scope) : unknown(`var.${name}`, place);
    return withOrigin(this.converted(value, constraint), isTrue(attributes.get('sensitive')?.value) ? SENSITIVE : {});
  }

  private converted(value: IacValue, type: Parameters<typeof convert>[1]): IacValue {
    try {
      return convert(value, type);
    } catch (error) {
      if (error instanceof EvaluationError) return value;
      throw error;
    }
  }

  private local(name: string): IacValue {
    const local = this.source.locals.get(name);
    if (local === undefined) throw new EvaluationError(`no local ${name}`);
    return attributeValue(local.attribute, local.source, this.scope);
  }

  private path(name: string, at: SourcePlace): IacValue {
    if (name === 'root') return scalar('.', at);
    if (name !== 'module') return unknown(`path.${name}`, at);
    return scalar(relativePath(this.world.root, this.source.folder), at);
  }

  /** Resources and data sources of the module itself, in the order of the text. */
  *resources(): Iterable<ResourceInstance> {
    for (const declared of this.source.resources) yield* this.instancesOf(declared).each;
  }

  /** Modules that this one calls and that are in the tree. */
  *modules(): Iterable<ModuleInstance> {
    for (const name of this.source.modules.keys()) yield* this.childrenOf(name)?.each ?? [];
  }

  /** Calls of modules that are not in the tree, with what they are given. */
  *absentModules(): Iterable<{ name: string; declared: Declared; body: IacMap }> {
    for (const [name, declared] of this.source.modules) {
      if (this.childrenOf(name) !== undefined) continue;
      yield { name, declared, body: bodyValue(declared.body, declared.source, declared.line, this.scope, META) };
    }
  }

  private instancesOf(declared: DeclaredResource): Instances<ResourceInstance> {
    const known = this.instances.get(declared);
    if (known) return known;
    const name = `${declared.mode === 'data' ? 'data.' : ''}${declared.type}.${declared.name}`;
    const at = { path: declared.source.path, line: declared.line };
    const expansion = expansionOf(declared, name, this.scope);
    const each = expansion.keys.map(({ key, own }) => {
      const body = bodyValue(declared.body, declared.source, declared.line, { ...this.scope, own }, META);
      const address = `${this.origins.address}${name}${keyText(key)}`;
      return { declared, address, body: declared.mode === 'data' ? dataDocument(declared.type, body, { ...this.scope, at, own }) : body };
    });
    const made = { expansion, each };
    this.instances.set(declared, made);
    return made;
  }

  private resourceValue(mode: DeclaredResource['mode'], reference: Reference, expression: Expression, at: SourcePlace): IacValue {
    const declared = this.source.byName.get(resourceKey({ mode, type: reference.type ?? '', name: reference.name }));
    if (declared === undefined) {
      if (mode === 'managed' && !/_/.test(reference.type ?? '')) throw new EvaluationError(`nothing is named ${reference.type}`);
      return unknown(writtenAs(expression), at);
    }
    const name = `${mode === 'data' ? 'data.' : ''}${declared.type}.${declared.name}`;
    const busy = `resource ${name}`;
    const origin: Origin = { refersTo: [`${this.origins.address}${name}`] };
    if (this.asked.has(busy)) return unknown(writtenAs(expression), at, origin);
    this.asked.add(busy);
    const { expansion, each } = this.instancesOf(declared);
    this.asked.delete(busy);
    return shaped(
      expansion,
      each.map(({ address, body }) => ({ ...body, rest: name, refersTo: [address] })),
      { path: declared.source.path, line: declared.line },
      origin,
    );
  }

  private moduleValue(name: string, expression: Expression, at: SourcePlace): IacValue {
    const declared = this.source.modules.get(name);
    if (declared === undefined) throw new EvaluationError(`no module ${name}`);
    const children = this.childrenOf(name);
    if (children === undefined) return unknown(writtenAs(expression), at);
    const place = { path: declared.source.path, line: declared.line };
    return shaped(
      children.expansion,
      children.each.map((child) => map(child.outputs(), place)),
      place,
      {},
    );
  }

  private outputs(): ReadonlyMap<string, IacValue> {
    const thunks = new Map<string, () => IacValue>();
    for (const [name, output] of this.source.outputs) {
      thunks.set(name, () => this.once(`output.${name}`, { path: output.source.path, line: output.line }, () => this.output(output)));
    }
    return new LazyEntries(thunks);
  }

  private output({ body, source, line }: Declared): IacValue {
    const value = body.attributes.get('value');
    if (value === undefined) return unknown('output', { path: source.path, line });
    return withOrigin(attributeValue(value, source, this.scope), isTrue(body.attributes.get('sensitive')?.value) ? SENSITIVE : {});
  }

  private childrenOf(name: string): Instances<ModuleInstance> | undefined {
    if (this.children.has(name)) return this.children.get(name);
    this.children.set(name, undefined);
    const declared = this.source.modules.get(name);
    const made = declared && this.calledModule(name, declared);
    this.children.set(name, made);
    return made;
  }

  private calledModule(name: string, declared: Declared): Instances<ModuleInstance> | undefined {
    const source = this.calledSource(name, declared);
    if (source === undefined) return undefined;
    const expansion = expansionOf(declared, `module.${name}`, this.scope);
    const call = { path: declared.source.path, line: declared.line };
    const each = expansion.keys.map(({ key, own }) => {
      const scope = { ...this.scope, own };
      return new ModuleInstance(this.world, source, {
        address: `${this.origins.address}module.${name}${keyText(key)}.`,
        calls: [call, ...this.origins.calls],
        ancestors: [this.source, ...this.origins.ancestors],
        argument: (argument) => {
          const given = CALL_META.has(argument) ? undefined : declared.body.attributes.get(argument);
          return given && attributeValue(given, declared.source, scope);
        },
      });
    });
    return { expansion, each };
  }

  private calledSource(name: string, declared: Declared): ModuleSource | undefined {
    const { budget, library } = this.world;
    const from = declared.body.attributes.get('source');
    const at = { path: declared.source.path, line: from?.line ?? declared.line };
    const path = plainText(from, declared.source, this.scope);
    if (path === undefined || !/^\.{1,2}(?:\/|$)/.test(path)) {
      budget.note('missing_include', `the module ${name} is not in the tree${path === undefined ? '' : `: ${path}`}`, at);
      return undefined;
    }
    const folder = joinPath(this.source.folder, path);
    if (folder === undefined) {
      budget.note('outside_root', `the module ${name} is outside of the scanned folder: ${path}`, at);
      return undefined;
    }
    const source = library.module(folder);
    if (source === undefined) budget.note('missing_include', `the module ${name} is not there: ${path}`, at);
    else if (source === this.source || this.origins.ancestors.includes(source)) {
      budget.note('too_deep', `the module ${name} calls itself: ${path}`, at);
      return undefined;
    }
    return source;
  }
}

const SENSITIVE: Origin = { sensitive: true };

function isTrue(expression: Expression | undefined): boolean {
  return expression?.kind === 'literal' && expression.value === true;
}

function isFalse(expression: Expression | undefined): boolean {
  return expression?.kind === 'literal' && expression.value === false;
}

/** One value, a list of values by `count` or a map of them by `for_each`. */
function shaped(expansion: Expansion, values: readonly IacMap[], at: SourcePlace, origin: Origin): IacValue {
  const [only] = values;
  if (expansion.shape === 'single') return only ?? unknown('nothing', at);
  if (expansion.shape === 'list') return list(values, at, expansion.rest, expansion.rest === undefined ? {} : origin);
  const entries = new Map<string, IacValue>();
  expansion.keys.forEach(({ key }, index) => {
    const value = values[index];
    if (key !== undefined && value) entries.set(String(key), value);
  });
  return map(entries, at, expansion.rest, expansion.rest === undefined ? {} : origin);
}

/** A folder as seen from another, as `path.module` writes it. */
function relativePath(from: string, to: string): string {
  if (from === to) return '.';
  const left = from === '' ? [] : from.split('/');
  const right = to === '' ? [] : to.split('/');
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared++;
  return [...left.slice(shared).map(() => '..'), ...right.slice(shared)].join('/');
}
