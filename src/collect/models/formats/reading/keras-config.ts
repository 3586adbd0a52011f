import { isObject, type JsonObject, own } from '../../../../support/json.js';
import type { ScanInput } from '../../contract/format.js';
import { bufferSource } from '../../contract/source.js';
import { Malformed } from './byte-cursor.js';
import { readJson } from './json-text.js';
import { objectsOf } from './json-walk.js';
import { escapeOf } from './path-escape.js';

const CONTAINERS = /^(Sequential|Functional|Model|__lambda__|Lambda|TFOpLambda)$/;
const IDENTIFIER = /^[A-Za-z_][\w.]*$/;
const BASE64 = /^[A-Za-z0-9+/\s]{16,}={0,2}\s*$/;
/** Settings of layers that name a file, which is read when the layer is built. */
const PATH_KEYS = ['vocabulary', 'vocabulary_file', 'vocab', 'vocab_file', 'filepath', 'file_path', 'path', 'proto', 'filename'];

/** Reads a Keras configuration given as JSON text; invalid JSON is `unread`. */
export function observeKerasText(input: ScanInput, text: string): void {
  try {
    observeKeras(input, readJson(text).value);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    input.unread(`keras configuration: ${error.message}`);
  }
}

/** True for JSON in which Keras would find a model, a layer or a function to rebuild. */
export function isKerasConfig(value: unknown): boolean {
  for (const { object } of objectsOf(value)) {
    const name = own(object, 'class_name');
    if (typeof name === 'string' && (CONTAINERS.test(name) || Object.hasOwn(object, 'registered_name'))) return true;
    if (typeof name === 'string' && typeof own(object, 'module') === 'string' && Object.hasOwn(object, 'config')) return true;
  }
  return false;
}

/**
 * Every object with a `class_name` is an import that Keras resolves, wherever the object is. Observes those imports,
 * code in Lambda layers, files that layers read, and pickles that wrappers load.
 */
export function observeKeras(input: ScanInput, value: unknown): void {
  for (const { object, pointer } of objectsOf(value)) {
    const name = own(object, 'class_name');
    if (typeof name === 'string') new KerasObject(input, object, { name, pointer }).observe();
  }
}

class KerasObject {
  private readonly config: unknown;
  private readonly module: string;

  constructor(
    private readonly input: ScanInput,
    private readonly object: JsonObject,
    private readonly place: { name: string; pointer: string },
  ) {
    this.config = own(object, 'config');
    const module = own(object, 'module');
    this.module = typeof module === 'string' ? module : '';
  }

  observe(): void {
    const { name } = this.place;
    if (name === '__lambda__') {
      this.lambda('bytecode', '__lambda__');
      return;
    }
    if (name === 'TorchModuleWrapper') this.pickles();
    if (name === 'TFOpLambda' || name === 'SlicingOpLambda') this.operator();
    if (name === 'Lambda') this.lambdaLayer();
    if (name === 'function' || name === 'class' || name === 'type') this.reference();
    else this.imported(this.isPickle(this.module) ? '' : this.module, name, 'class');
    this.paths();
  }

  /** Observes a class or function that Keras looks up by module and name. */
  private imported(module: string, name: string, role: string): void {
    const registered = own(this.object, 'registered_name');
    this.input.observe({
      kind: 'keras.import',
      evidence: `${module} ${name}`.trim(),
      facts: { module, name, role, registered: typeof registered === 'string' ? registered : '', pointer: this.place.pointer },
    });
  }

  /** `{"class_name": "function", "config": NAME, "module": MODULE}`; older files name it in `registered_name`. */
  private reference(): void {
    const registered = own(this.object, 'registered_name');
    const name = typeof this.config === 'string' ? this.config : typeof registered === 'string' ? registered : '';
    if (name !== '') this.imported(this.module, name, 'function');
  }

  /** Observes the form of a Lambda's function: bytecode, source, or a name. */
  private lambda(form: string, evidence: string): void {
    this.input.observe({ kind: 'keras.lambda', evidence, facts: { form, pointer: this.place.pointer } });
  }

  /** Keras 2 writes `[base64, defaults, closure]` or a function's name with its module; Keras 3 writes an object. */
  private lambdaLayer(): void {
    if (!isObject(this.config)) {
      this.lambda('opaque', 'Lambda');
      return;
    }
    for (const key of ['function', 'output_shape', 'mask']) this.lambdaFunction(key, this.config);
  }

  private lambdaFunction(key: string, config: JsonObject): void {
    const code = own(config, key);
    if (Array.isArray(code) && typeof code[0] === 'string') {
      this.lambda('bytecode', `Lambda ${key}`);
      return;
    }
    if (typeof code !== 'string') return;
    if (!IDENTIFIER.test(code)) {
      this.lambda(BASE64.test(code) ? 'bytecode' : 'source', `Lambda ${key} ${code.slice(0, 80)}`);
      return;
    }
    const stated = own(config, key === 'function' ? 'module' : `${key}_module`);
    const module = typeof stated === 'string' ? stated : '';
    if (key === 'function') this.lambda('name', `Lambda ${module} ${code}`.replace('  ', ' '));
    if (module !== '') this.imported(module, code, 'function');
  }

  /** Observes a layer that is one call of a TensorFlow function. */
  private operator(): void {
    const name = isObject(this.config) ? own(this.config, 'function') : undefined;
    if (typeof name === 'string') this.input.observe({ kind: 'keras.operator', evidence: `${this.place.name} ${name}`, facts: { name } });
  }

  private isPickle(text: string): boolean {
    return /^(gA|KG|Y[2-3])/.test(text) && BASE64.test(text);
  }

  /** The wrapper passes these bytes to torch.load. */
  private pickles(): void {
    const values = [this.module, ...(isObject(this.config) ? Object.values(this.config) : [])];
    for (const value of values) {
      const text = isObject(value) ? own(value, 'value') : value;
      if (typeof text !== 'string' || !BASE64.test(text)) continue;
      this.input.nested(`${this.place.name}.module`, bufferSource(Buffer.from(text, 'base64')));
    }
  }

  private paths(): void {
    if (!isObject(this.config)) return;
    for (const key of PATH_KEYS) {
      const path = own(this.config, key);
      if (typeof path !== 'string') continue;
      const how = escapeOf(path);
      if (how !== undefined) this.input.observe({ kind: 'keras.path', evidence: path, facts: { how, key, layer: this.place.name } });
    }
  }
}
