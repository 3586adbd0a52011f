/**
 * Modules that Python 3 renamed; old pickles contain the old names and load under both (CPython `_compat_pickle`,
 * NAME_MAPPING).
 */
const MODULES: Readonly<Record<string, string>> = {
  __builtin__: 'builtins',
  copy_reg: 'copyreg',
  cPickle: 'pickle',
  commands: 'subprocess',
  Queue: 'queue',
  repr: 'reprlib',
  UserDict: 'collections',
  UserList: 'collections',
  UserString: 'collections',
  _abcoll: 'collections.abc',
  dummy_thread: '_thread',
  thread: '_thread',
  ConfigParser: 'configparser',
  cStringIO: 'io',
  StringIO: 'io',
  'numpy.oldnumeric': 'numpy',
};

const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  'itertools imap': ['builtins', 'map'],
  'itertools ifilter': ['builtins', 'filter'],
  'builtins reduce': ['functools', 'reduce'],
  'builtins unichr': ['builtins', 'chr'],
  'exceptions Exception': ['builtins', 'Exception'],
};

/** The names that Python 3 imports for a pickle's module and name. */
export function modernNames(module: string, name: string): readonly [string, string] {
  const modern = Object.hasOwn(MODULES, module) ? (MODULES[module] ?? module) : module;
  const key = `${modern} ${name}`;
  return Object.hasOwn(NAMES, key) ? (NAMES[key] ?? [modern, name]) : [modern, name];
}
