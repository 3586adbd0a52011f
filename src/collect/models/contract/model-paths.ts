import { dataFile } from '../../../support/data-file.js';

/** Suffixes of files that hold weights or objects to be loaded. */
const ARTIFACT = new Set(dataFile('model-file-endings.txt'));

/** Suffixes of wrappers: the suffix before them decides. */
const WRAPPER = /\.(?:gz|bz2|xz|lzma|lz4|zst|zip|7z|tar|tgz)$/i;
const MODEL_ARCHIVE = /^(?:model|weights|checkpoint)[^/]*\.(?:zip|7z|tar|tgz|tar\.\w+)$/i;

/** Names of files beside a model whose text decides what runs. */
const COMPANIONS = new Set([
  'config.json',
  'tokenizer_config.json',
  'chat_template.jinja',
  'chat_template.json',
  'model_index.json',
  'modules.json',
  'generation_config.json',
  'adapter_config.json',
  'processor_config.json',
  'preprocessor_config.json',
  'metadata.json',
  'model_config.yaml',
  'hparams.yaml',
  'MLmodel',
  '_METADATA',
]);

const COMPANION_SUFFIXES = ['.index.json', '-symbol.json'];

/**
 * Chat templates by their name or folder (`additional_chat_templates/`); other Jinja files are pages and mails of
 * programs.
 */
const CHAT_TEMPLATE = /(?:^|\/)(?:[^/]*(?:chat|template|prompt|tool_use)[^/]*|[^/]*chat_templates?\/[^/]*)\.jinja2?$/i;

/** True when a walk should open the file: its name or suffix is that of a model, or of a file that accompanies one. */
export function modelPathMatches(path: string): boolean {
  return isArtifact(path) || isCompanion(path);
}

/** True for the name of a model, including archives and compressed files. */
export function isArtifact(path: string): boolean {
  const full = nameOf(path);
  if (MODEL_ARCHIVE.test(full)) return true;
  const name = full.replace(WRAPPER, '');
  const dot = name.lastIndexOf('.');
  return dot > 0 && ARTIFACT.has(name.slice(dot + 1).toLowerCase());
}

function isCompanion(path: string): boolean {
  const name = nameOf(path);
  return COMPANIONS.has(name) || CHAT_TEMPLATE.test(path) || COMPANION_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
