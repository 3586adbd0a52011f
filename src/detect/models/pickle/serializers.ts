import { dataFile } from '../../../support/data-file.js';

/**
 * Packages that read files back into objects. A file they load may be another pickle, a session or a graph with code,
 * and only its name is in the stream. Submodules count as well. Parsers of plain data (json, toml) are not listed.
 */
const SERIALIZERS: ReadonlySet<string> = new Set(dataFile('serializer-packages.txt'));

/** Words for reading back: `load`, `loads`, `load_session`, `read_table`, `restore`, `readRDS`, `from_disk`. */
const READS =
  /^(?:(?:safe_|unsafe_|full_|lazy_)?(?:load|read|restore|reload|unpack|deserialize|unserialize|unpickle)(?:s|b|f|r)?(?:_\w+|[A-Z]\w*)?|open_\w+|from_(?:file|path|disk|dir|pickle|bytes|buffer|json|checkpoint|pretrained|url|hub|s3|cache))$/;
/** Names that only set state from the stream itself and read no file. */
const OWN_STATE = /^(?:load_state(?:_dict)?|load_state_from_\w+|restore_type_tag)$/;

/** Names that count in any package, because they are copied into many. */
const ANYWHERE =
  /^(?:un_?pickle(?:_(?:file|object|data|from\w*))?|(?:load|read|restore|open|from)_?(?:pickle|pkl|session|dill|joblib|cloudpickle|workspace|checkpoint)(?:_\w+)?|(?:\w*[a-z])?Unpickler)$/;

/**
 * True when a call of the name reads another serialised file, session or stream. Classes do not: their names begin with
 * a capital.
 */
export function readsSerialised(module: string, name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (OWN_STATE.test(last)) return false;
  const root = module.replace(/^_+/, '').split('.', 1)[0] ?? '';
  return ANYWHERE.test(last) || (SERIALIZERS.has(root) && READS.test(last));
}
