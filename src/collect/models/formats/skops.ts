import { isObject, type JsonObject, own } from '../../../support/json.js';
import type { ScanInput } from '../contract/format.js';
import { objectsOf } from './reading/json-walk.js';

/** True for a skops schema: every node names its class, module and loader. */
export function isSkopsSchema(value: unknown): boolean {
  for (const { object } of objectsOf(value))
    return typeof own(object, '__loader__') === 'string' && typeof own(object, '__class__') === 'string';
  return false;
}

/** Observes the types that a skops schema makes its reader import, with the loader that builds them. */
export function observeSkops(input: ScanInput, value: unknown): void {
  for (const { object, pointer } of objectsOf(value)) {
    const loader = own(object, '__loader__');
    const [name, module] = [own(object, '__class__'), own(object, '__module__')];
    if (typeof loader !== 'string' || typeof name !== 'string') continue;
    type(input, { module: textOf(module), name, loader });
    const content = own(object, 'content');
    if (loader === 'MethodNode') method(input, object, pointer);
    if (loader === 'FunctionNode') oldFunction(input, content);
    if (loader === 'RandomGeneratorNode') bitGenerator(input, content);
    const file = own(object, 'file') ?? content;
    if (typeof file === 'string' && /\.\.[/\\]/.test(file))
      input.observe({ kind: 'config.path', evidence: file, facts: { key: 'file', how: 'parent' } });
  }
}

function type(input: ScanInput, facts: { module: string; name: string; loader: string }): void {
  input.observe({ kind: 'skops.type', evidence: `${facts.module} ${facts.name}`.trim(), facts });
}

/**
 * A MethodNode names a function of the object it holds; the list of types shows only its own class (CVE-2025-54413).
 */
function method(input: ScanInput, object: JsonObject, pointer: string): void {
  const content = own(object, 'content');
  if (!isObject(content)) return;
  const name = textOf(own(content, 'func'));
  const held = own(content, 'obj');
  const inner = name.startsWith('__');
  const foreign = isObject(held) && ownerOf(held) !== ownerOf(object);
  if (inner || foreign) input.observe({ kind: 'skops.method', evidence: methodText(object, name), facts: { pointer, inner, foreign } });
}

/** Class and package. The module is the method's own, which may be inherited from another module of the package. */
function ownerOf(object: JsonObject): string {
  return `${textOf(own(object, '__module__')).split('.', 1)[0]} ${textOf(own(object, '__class__'))}`;
}

function methodText(object: JsonObject, name: string): string {
  return `${textOf(own(object, '__module__'))} ${textOf(own(object, '__class__'))}.${name}`.trim();
}

/** Protocol 0 imports what the content says, not what the node says. */
function oldFunction(input: ScanInput, content: unknown): void {
  if (!isObject(content)) return;
  const [module, name] = [own(content, 'module_path'), own(content, 'function')];
  if (typeof name === 'string') type(input, { module: textOf(module), name, loader: 'FunctionNode' });
}

/** The bit generator is looked up in numpy.random by a text of its state, which no list of types shows. */
function bitGenerator(input: ScanInput, content: unknown): void {
  const state = isObject(content) ? own(content, 'bit_generator') : undefined;
  if (!isObject(state)) return;
  const entries = own(state, 'content');
  const named = own(isObject(entries) ? entries : state, 'bit_generator');
  const text = isObject(named) ? textOf(own(named, 'content')).replace(/^"|"$/g, '') : textOf(named);
  if (text !== '') type(input, { module: 'numpy.random', name: text, loader: 'RandomGeneratorNode.bit_generator' });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
