/**
 * Packages that read files back into objects. What they load may be another pickle, a session or a graph with code, and the name
 * of a file is all the stream has to give. Everything below a package counts. Parsers of plain data (json, toml) are not here.
 */
const SERIALIZERS: ReadonlySet<string> = new Set(
  (
    'dill cloudpickle joblib pickle5 zodbpickle compress_pickle pickleshare hickle klepto jsonpickle srsly skops ' +
    'yaml ruamel msgpack_numpy ' +
    'torch tensorflow keras tf_keras jax flax orbax mxnet paddle chainer theano caffe caffe2 onnx onnxruntime openvino coremltools ' +
    'tflite_runtime tensorrt numpy scipy pandas polars dask distributed modin cudf vaex pyarrow fastparquet h5py tables zarr netCDF4 ' +
    'xarray bcolz anndata scanpy loompy rpy2 pyreadr pyreadstat sklearn xgboost lightgbm catboost statsmodels pmdarima prophet sktime ' +
    'gensim spacy nltk flair fastai fasttext stanza allennlp fairseq transformers diffusers sentence_transformers ' +
    'peft accelerate timm open_clip ultralytics detectron2 mmengine mmcv stable_baselines3 ray pyspark h2o autogluon pycaret tpot ' +
    'flaml evalml bentoml whisper speechbrain nemo espnet kaldiio pytorch_lightning lightning ignite catalyst ' +
    'kombu celery diskcache cachetools rq pymc arviz pyro numpyro gpflow botorch networkx igraph dgl torch_geometric'
  ).split(' '),
);

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
