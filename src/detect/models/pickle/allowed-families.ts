/** Library modules in which every class, or every name of one shape, is harmless to create and to fill. */
export interface AllowedFamily {
  module: RegExp;
  name: RegExp;
}

/** A class by PEP 8: words in capitals, optionally after an underscore, and not a path of attributes. */
const CLASS = /^_?[A-Z]\w*$/;

/**
 * Classes within these families that take code, or that belong to another library and are only imported by the module.
 */
export const notInFamilies: ReadonlySet<string> = new Set(
  'Parallel Memory MemorizedFunc Popen Process Thread ThreadPool Pool Template Environment FileIO BytesIO StringIO Queue Path FunctionType CodeType ModuleType ForwardRef'.split(
    ' ',
  ),
);

export const allowedFamilies: readonly AllowedFamily[] = [
  { module: /^numpy\.dtypes$/, name: /^\w+DType$/ },
  { module: /^numpy\.polynomial(?:\.\w+)?$/, name: CLASS },
  { module: /^torch(?:\.cuda|\.storage)?$/, name: /^\w+Storage(?:Base)?$/ },
  { module: /^torch(?:\.cuda|\.sparse)?$/, name: /^(?:Float|Double|Half|BFloat16|Byte|Char|Short|Int|Long|Bool)Tensor$/ },
  { module: /^torch\.nn\.modules(?:\.\w+)*$/, name: CLASS },
  { module: /^torch\.nn$/, name: CLASS },
  { module: /^torch\.optim(?:\.\w+)?$/, name: /^(?!LambdaLR|MultiplicativeLR)[A-Z]\w*$/ },
  {
    module:
      /^torch\.nn\.(?:utils\.parametrizations|quantized\.modules(?:\.\w+)*|intrinsic(?:\.\w+)*|parallel\.(?:data_parallel|distributed))$/,
    name: CLASS,
  },
  { module: /^torch\.ao\.nn(?:\.\w+)*$/, name: CLASS },
  { module: /^scipy\.sparse(?:\.\w+)?$/, name: /^_?(?:csr|csc|coo|dia|bsr|lil|dok)_(?:matrix|array)$|^_?(?:sp|cs)matrix$/ },
  { module: /^scipy\.interpolate(?:\.\w+)?$/, name: /^(?:[A-Z]\w*|interp1d|interp2d|_?ppoly)$/ },
  { module: /^scipy\.stats\._(?:continuous|discrete)_distns$/, name: /^\w+_gen$/ },
  { module: /^sklearn(?!\.(?:externals|datasets|utils\._joblib|utils\.parallel|_build_utils))(?:\.\w+)*$/, name: CLASS },
  { module: /^sklearn\.(?:tree|_loss|metrics|ensemble|neighbors|linear_model|svm|cluster)(?:\.\w+)*$/, name: /^__pyx_unpickle_[A-Z]\w*$/ },
  { module: /^(?:imblearn|category_encoders|sklearn_pandas)(?:\.\w+)*$/, name: CLASS },
  { module: /^xgboost\.(?:sklearn|dask|spark\.\w+)$|^xgboost$/, name: /^XGB\w*$|^Booster$/ },
  { module: /^lightgbm(?:\.(?:sklearn|basic))?$/, name: /^(?:LGBM\w*|Booster|Dataset|_LGBM\w*)$/ },
  { module: /^catboost(?:\.core|\._catboost)?$/, name: /^_?CatBoost\w*$/ },
  { module: /^transformers\.(?:training_args|training_args_seq2seq|trainer_utils)$/, name: CLASS },
  { module: /^transformers\.utils\.generic$/, name: CLASS },
  { module: /^transformers\.models\.\w+\.(?:configuration|tokenization|modeling|image_processing|feature_extraction)_\w+$/, name: CLASS },
  { module: /^transformers\.(?:configuration_utils|tokenization_utils(?:_fast|_base)?|modeling_outputs|activations)$/, name: CLASS },
  { module: /^accelerate\.utils\.dataclasses$/, name: CLASS },
  { module: /^tokenizers(?:\.\w+)*$/, name: CLASS },
  { module: /^pandas\.core\.(?!computation)\w+(?:\.\w+)*$/, name: CLASS },
  { module: /^pandas\._libs\.tslibs\.\w+$/, name: CLASS },
  { module: /^omegaconf\.(?:dictconfig|listconfig|nodes|base)$/, name: CLASS },
  { module: /^(?:torch|numpy)\.random$/, name: /^(?:get|set)_(?:rng_)?state$/ },
  { module: /^pytz(?:\.\w+)?$/, name: /^(?:_UTC|_p|UTC|FixedOffset|_FixedOffset)$/ },
  { module: /^dateutil\.tz(?:\.\w+)?$/, name: /^tz\w+$/ },
];
