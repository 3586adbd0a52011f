import { dataFile } from '../../../support/data-file.js';

/**
 * Packages that read files back into objects. What they load may be another pickle, a session or a graph with code, and the name
 * of a file is all the stream has to give. Everything below a package counts. Parsers of plain data (json, toml) are not here.
 */
const SERIALIZERS: ReadonlySet<string> = new Set(dataFile('serializer-packages.txt'));

/** Words for reading back: `load`, `loads`, `load_session`, `read_table`, `restore`, `readRDS`, `from_disk`. */
const READS =
  /^(?:(?:safe_|unsafe_|full_|lazy_)?(?:load|read|restore|reload|unpack|deserialize|unserialize|unpickle)(?:s|b|f|r)?(?:_\w+|[A-Z]\w*)?|open_\w+|from_(?:file|path|disk|dir|pickle|bytes|buffer|json|checkpoint|pretrained|url|hub|s3|cache))$/;
/** Setting what the stream itself brought along reads no file. */
const OWN_STATE = /^(?:load_state(?:_dict)?|load_state_from_\w+|restore_type_tag)$/;

/** Names that say it whatever the package: they are found copied into many. */
const ANYWHERE =
  /^(?:un_?pickle(?:_(?:file|object|data|from\w*))?|(?:load|read|restore|open|from)_?(?:pickle|pkl|session|dill|joblib|cloudpickle|workspace|checkpoint)(?:_\w+)?|(?:\w*[a-z])?Unpickler)$/;

/** Whether a name reads another serialised file, session or stream when it is called. Classes do not: their names begin with a capital. */
export function readsSerialised(module: string, name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (OWN_STATE.test(last)) return false;
  const root = module.replace(/^_+/, '').split('.', 1)[0] ?? '';
  return ANYWHERE.test(last) || (SERIALIZERS.has(root) && READS.test(last));
}
