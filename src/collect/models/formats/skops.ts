import { own } from '../../../support/json.js';
import type { ScanInput } from '../format.js';
import { objectsOf } from './json-walk.js';

/** True for a skops schema: every node names its class, module and loader. */
export function isSkopsSchema(value: unknown): boolean {
  for (const { object } of objectsOf(value))
    return typeof own(object, '__loader__') === 'string' && typeof own(object, '__class__') === 'string';
  return false;
}

/** Observes the types a skops schema makes its reader import, with the loader that is to build them. */
export function observeSkops(input: ScanInput, value: unknown): void {
  for (const { object, pointer } of objectsOf(value)) {
    const loader = own(object, '__loader__');
    const [name, module] = [own(object, '__class__'), own(object, '__module__')];
    if (typeof loader !== 'string' || typeof name !== 'string') continue;
    const stated = typeof module === 'string' ? module : '';
    input.observe({ kind: 'skops.type', evidence: `${stated} ${name}`.trim(), facts: { module: stated, name, loader } });
    const content = own(object, 'content');
    const file = own(object, 'file') ?? content;
    if (loader === 'MethodNode') method(input, object, pointer);
    if (typeof file === 'string' && /\.\.[/\\]/.test(file))
      input.observe({ kind: 'config.path', evidence: file, facts: { key: 'file', how: 'parent' } });
  }
}

/** A MethodNode names a function of the object it holds. */
function method(input: ScanInput, object: Readonly<Record<string, unknown>>, pointer: string): void {
  const content = own(object, 'content');
  const name = typeof content === 'object' && content !== null && 'func' in content ? content.func : undefined;
  if (typeof name === 'string' && name.startsWith('__')) input.observe({ kind: 'skops.method', evidence: name, facts: { pointer } });
}
