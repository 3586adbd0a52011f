import { isObject, type JsonObject, own } from '../../../support/json.js';
import type { ScanInput } from '../contract/format.js';
import { observeProvenance } from './provenance.js';
import { lastPart } from './reading/guard.js';
import { objectsOf } from './reading/json-walk.js';
import { escapeOf } from './reading/path-escape.js';
import { observeTemplate } from './template/observe.js';

/** Keys under which the hub's libraries name another model. */
const REFERENCE_KEYS = ['_name_or_path', 'base_model_name_or_path', 'base_model', 'name_or_path', 'parent_model', 'teacher_model'];
const PATH_KEYS = ['base_model_name_or_path', 'tokenizer_file', 'vocab_file', 'merges_file', 'custom_tokenizer_file'];

/**
 * Observes what a JSON file beside a model makes its loader do: import code, read paths, render templates, fetch
 * models.
 */
export function observeHfConfig(input: ScanInput, value: unknown): void {
  const name = lastPart(input.name);
  if (name === 'modules.json' && Array.isArray(value)) sentenceModules(input, value);
  if (!isObject(value)) return;
  if (typeof own(value, '_class_name') === 'string' || Array.isArray(own(value, '_class_name'))) pipelineParts(input, value);
  manifest(input, value);
  const seen = new Set<string>();
  for (const { object } of objectsOf(value)) {
    remoteCode(input, object);
    templates(input, object, seen);
    paths(input, object);
    references(input, object);
  }
}

/** Observes Python that a loader runs with trust_remote_code. */
function remote(input: ScanInput, evidence: string, foreign = false): void {
  input.observe({ kind: 'hf.remote', evidence, facts: { foreign } });
}

/**
 * `auto_map` and `custom_pipelines` name Python beside the weights; `owner/repo--module.Class` names Python of another
 * repository.
 */
function remoteCode(input: ScanInput, object: JsonObject): void {
  for (const key of ['auto_map', 'custom_pipelines']) {
    const map = own(object, key);
    if (!isObject(map) || Object.keys(map).length === 0) continue;
    const targets = textsIn(map);
    remote(
      input,
      `${key}: ${targets.slice(0, 4).join(', ')}`,
      targets.some((target) => target.includes('--')),
    );
  }
  if (own(object, 'trust_remote_code') === true) remote(input, 'trust_remote_code: true');
  const custom = own(object, 'custom_pipeline');
  if (typeof custom === 'string' && custom !== '') remote(input, `custom_pipeline: ${custom}`, custom.includes('/'));
}

/** The texts of a map whose values are texts, lists or objects of texts. */
function textsIn(value: JsonObject): string[] {
  const texts: string[] = [];
  for (const item of Object.values(value)) {
    if (typeof item === 'string') texts.push(item);
    else if (Array.isArray(item)) texts.push(...item.filter((part): part is string => typeof part === 'string'));
    else if (isObject(item)) texts.push(...Object.values(item).filter((part): part is string => typeof part === 'string'));
  }
  return texts;
}

/** Diffusers' model_index.json: each part is `[library, class]`, the pipeline itself a class or `[module, class]`. */
function pipelineParts(input: ScanInput, value: JsonObject): void {
  for (const [part, entry] of Object.entries(value)) {
    if (!Array.isArray(entry) || entry.length !== 2) continue;
    const [library, type] = entry;
    if (typeof library === 'string' && typeof type === 'string') {
      input.observe({ kind: 'hf.component', evidence: `${part} ${library} ${type}`, facts: { library, type, part } });
    }
  }
}

/** sentence-transformers imports the type of each module. */
function sentenceModules(input: ScanInput, modules: readonly unknown[]): void {
  for (const module of modules) {
    const type = isObject(module) ? own(module, 'type') : undefined;
    if (typeof type === 'string') input.observe({ kind: 'hf.module', evidence: type, facts: { target: type } });
  }
}

/** TorchServe's MANIFEST.json: the handler is Python that runs for each request. */
function manifest(input: ScanInput, value: JsonObject): void {
  const model = own(value, 'model');
  const handler = isObject(model) ? own(model, 'handler') : undefined;
  if (typeof handler !== 'string' || (lastPart(input.name) !== 'manifest.json' && own(value, 'archiverVersion') === undefined)) return;
  input.observe({ kind: 'native.extension', evidence: `handler ${handler}`, facts: { format: 'torchserve' } });
}

/** Observes each text once, because the walk meets the entries of a list of templates again after the list. */
function templates(input: ScanInput, object: JsonObject, seen: Set<string>): void {
  for (const [key, value] of Object.entries(object)) {
    if (!key.includes('template')) continue;
    const named = typeof value === 'string' ? [{ name: '', text: value }] : variants(value);
    for (const { name, text } of named) {
      if (!seen.has(text)) observeTemplate(input, { key: name === '' ? key : `${key} ${name}`, text, loaded: key === 'chat_template' });
      seen.add(text);
    }
  }
}

/** Named templates: a list of `{name, template}`, or an object from name to text. */
function variants(value: unknown): { name: string; text: string }[] {
  if (isObject(value)) return Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [{ name, text }] : []));
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).flatMap((entry) => {
    const [name, text] = [own(entry, 'name'), own(entry, 'template')];
    return typeof text === 'string' && !Object.hasOwn(entry, 'chat_template') ? [{ name: String(name ?? ''), text }] : [];
  });
}

/** Observes shards and side files, whose paths loaders join to the model folder. */
function paths(input: ScanInput, object: JsonObject): void {
  const map = own(object, 'weight_map');
  if (isObject(map)) {
    for (const shard of new Set(Object.values(map))) if (typeof shard === 'string') path(input, 'weight_map', shard);
  }
  for (const key of PATH_KEYS) {
    const value = own(object, key);
    if (typeof value === 'string') path(input, key, value);
  }
}

/** Observes a path that leaves the model's folder. */
function path(input: ScanInput, key: string, value: string): void {
  const how = escapeOf(value);
  if (how !== undefined) input.observe({ kind: 'config.path', evidence: `${key}: ${value}`, facts: { key, how } });
}

/** Observes base models; a commit beside the name pins them. */
function references(input: ScanInput, object: JsonObject): void {
  for (const key of REFERENCE_KEYS) {
    const value = own(object, key);
    const revision = own(object, 'revision') ?? own(object, '_commit_hash');
    if (typeof value === 'string') observeProvenance(input, key, value, typeof revision === 'string' ? revision : undefined);
  }
}
