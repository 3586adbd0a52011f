import { dataFile } from '../../../support/data-file.js';

/**
 * Packages all of whose callables run code, start processes, open files or sockets, or give access to such callables,
 * including all their submodules. Leading underscores of a package's name are removed before the look-up.
 */
export const deniedPackages: ReadonlySet<string> = new Set(dataFile('pickle-denied-packages.txt'));

/** Method names that load or fetch according to their arguments, whatever the class. */
export const deniedMethods: ReadonlySet<string> = new Set(
  'from_pretrained load_model load_weights get_file py_func read_pickle load_library resolve_name import_module run_cmd'.split(' '),
);

/** Callables that create code objects, functions and modules from bytes, which is as dangerous as executing them. */
export const codeMakers: readonly string[] = [
  'types\tCodeType',
  'types\tFunctionType',
  'types\tModuleType',
  'types\tMethodType',
  'types\tLambdaType',
  'types\tcoroutine',
  'new\tcode',
  'new\tfunction',
  'new\tmodule',
  'new\tinstancemethod',
  'marshal\t*',
  '_marshal\t*',
];

/** Picklers whose functions rebuild code objects and functions, in any of their modules. */
export const codePackages: ReadonlySet<string> = new Set(
  'dill cloudpickle joblib.externals.cloudpickle ray.cloudpickle pyspark.cloudpickle'.split(' '),
);
