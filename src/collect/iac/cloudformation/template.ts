import type { IacMap, IacValue, SourcePlace } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import { Evaluator } from './functions.js';
import { expandLoops } from './loops.js';
import { parameterValue } from './parameters.js';
import type { Scope, Truth } from './scope.js';
import { entryOf, itemsOf, mapOf, shown, textOf, unknown } from './values.js';

/** What a stack that uses a template as a part of itself says. */
export interface StackCall {
  /** Names of the stacks on the way, `Network/Subnets`. */
  name: string;
  parameters: IacMap;
  /** Places of the stacks that led to it, the nearest first. */
  calls: readonly SourcePlace[];
}

/** A resource of a template as it is written. */
export interface DeclaredResource {
  id: string;
  type: string;
  declaration: IacMap;
}

/** A resource with its properties evaluated, before it is given an identity. */
export interface EvaluatedResource {
  id: string;
  type: string;
  declared: DeclaredResource;
  properties: IacMap;
}

/** Transforms of the service whose effects on other resources are none, or are worked out here. */
const KNOWN_TRANSFORMS = [
  'AWS::Serverless-2016-10-31',
  'AWS::LanguageExtensions',
  'AWS::CodeDeployBlueGreen',
  'AWS::SecretsManager-2020-07-23',
  'AWS::SecretsManager-2024-09-16',
];

/** One template in one use: its sections, with names resolved on demand. */
export class Template implements Scope {
  readonly evaluator = new Evaluator(this);
  readonly transforms: readonly string[];
  private readonly resources: ReadonlyMap<string, IacValue>;
  private readonly parameters = new Map<string, IacValue>();
  private readonly truths = new Map<string, Truth | 'open'>();

  constructor(
    readonly path: string,
    private readonly body: IacMap,
    readonly call?: StackCall,
    /** The value of an output of a nested stack of this template. */
    private readonly outputOf: (stack: string, output: string) => IacValue | undefined = () => undefined,
  ) {
    const written = entryOf(body, 'Transform');
    this.transforms = (written?.kind === 'list' ? itemsOf(written) : written ? [written] : []).map(
      (one) => textOf(one) ?? textOf(entryOf(one, 'Name')) ?? '',
    );
    const resources = entryOf(body, 'Resources');
    this.resources = new Map(resources?.kind === 'map' ? expandLoops(resources, this) : []);
  }

  get isServerless(): boolean {
    return this.transforms.some((name) => name.startsWith('AWS::Serverless'));
  }

  /** The macro that may change anything in the template. */
  get macro(): string | undefined {
    return this.transforms.find((name) => !KNOWN_TRANSFORMS.includes(name));
  }

  section(name: string): IacMap | undefined {
    const found = entryOf(this.body, name);
    return found?.kind === 'map' ? found : undefined;
  }

  *declared(): Iterable<DeclaredResource> {
    for (const [id, declaration] of this.resources) {
      const type = textOf(entryOf(declaration, 'Type'));
      if (declaration.kind === 'map' && type !== undefined) yield { id, type, declaration };
    }
  }

  ref(name: string): IacValue | undefined {
    if (name === 'AWS::NoValue') return { kind: 'scalar', value: null, at: this.body.at };
    const known = this.parameters.get(name);
    if (known) return known;
    const declared = entryOf(this.section('Parameters'), name);
    if (declared) {
      const value = parameterValue(name, declared, this.call?.parameters.entries.get(name));
      // A default may itself be a dynamic reference.
      const evaluated = this.evaluator.value(value);
      this.parameters.set(name, evaluated);
      return evaluated;
    }
    const resource = this.resources.get(name);
    return resource ? unknown(`!Ref ${name}`, resource.at, { refersTo: [name] }) : undefined;
  }

  attribute(name: string, attribute: string): IacValue | undefined {
    const resource = this.resources.get(name);
    if (!resource) return undefined;
    const output = /^Outputs\.(.+)$/.exec(attribute)?.[1];
    const known = output === undefined ? undefined : this.outputOf(name, output);
    return known ?? unknown(`!GetAtt ${name}.${attribute}`, resource.at, { refersTo: [name] });
  }

  mapping(name: string): IacValue | undefined {
    return entryOf(this.section('Mappings'), name);
  }

  /** Throws InputError `unresolved` for conditions that depend on themselves. */
  condition(name: string): Truth {
    const known = this.truths.get(name);
    const written = entryOf(this.section('Conditions'), name);
    if (known === 'open')
      throw new InputError({
        where: this.path,
        line: written?.at.line ?? 1,
        issue: 'unresolved',
        message: `the condition ${name} depends on itself`,
      });
    if (known !== undefined) return known;
    if (!written) return unknown(`!Condition ${name}`, this.body.at);
    this.truths.set(name, 'open');
    const truth = this.evaluator.truth(written);
    const named = typeof truth === 'boolean' ? truth : unknown(`!Condition ${name}: ${shown(truth)}`, written.at);
    this.truths.set(name, named);
    return named;
  }

  output(name: string): IacValue | undefined {
    const value = entryOf(entryOf(this.section('Outputs'), name), 'Value');
    return value && this.evaluator.value(value);
  }

  /** The evaluated properties of a resource; what a macro may add is open. */
  properties({ declaration }: DeclaredResource): IacMap {
    const written = declaration.entries.get('Properties');
    const value = written && this.evaluator.value(written);
    const map = value?.kind === 'map' ? value : mapOf(declaration.at, []);
    const rest =
      value?.kind === 'unknown' ? shown(value) : (map.rest ?? (this.macro === undefined ? undefined : `Transform: ${this.macro}`));
    return { kind: 'map', at: map.at, entries: present(map), ...(rest !== undefined && { rest }) };
  }

  /** Whether the resource exists in this use of the template. */
  exists({ declaration }: DeclaredResource): Truth {
    const condition = textOf(declaration.entries.get('Condition'));
    return condition === undefined ? true : this.condition(condition);
  }
}

function present({ entries }: IacMap): ReadonlyMap<string, IacValue> {
  return new Map([...entries].filter(([, value]) => value.kind !== 'scalar' || value.value !== null));
}
