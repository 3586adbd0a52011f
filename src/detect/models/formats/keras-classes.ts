import { dataFile } from '../../../support/data-file.js';

/** Classes that Keras finds by their name alone. */
export const kerasClasses: ReadonlySet<string> = new Set(dataFile('keras-classes.txt'));

/** Modules of Keras whose public classes only compute. */
export const kerasModules =
  /^(?:tensorflow\.(?:python\.)?|tf_|tf\.)?keras(?:\.src|\.api|\.engine)*\.(?:layers|initializers|regularizers|constraints|losses|metrics|optimizers|models|activations|dtype_policies|quantizers|engine|trainers|random|saving\.object_registration|mixed_precision|applications)(?:\.\w+)*$/;

/** Operations that Keras 3 writes into functional models: `keras.src.ops.numpy`. */
export const kerasOperations = /^(?:tf_)?keras(?:\.src)?\.ops(?:\.\w+)*$/;

/** Libraries by the makers of Keras whose layers register themselves. */
export const kerasCompanions = /^(?:keras_hub|keras_nlp|keras_cv|keras_tuner)(?:\.\w+)*$/;

/** Names that open a file, the network or a pickle, or switch off the safe mode, in any Keras module. */
export const kerasBypasses: Readonly<Record<string, 'critical' | 'high'>> = {
  get_file: 'critical',
  enable_unsafe_deserialization: 'critical',
  load_model: 'critical',
  load_weights: 'high',
  load_img: 'high',
  audio_dataset_from_directory: 'high',
  image_dataset_from_directory: 'high',
  text_dataset_from_directory: 'high',
  deserialize_keras_object: 'high',
  func_load: 'critical',
  TFSMLayer: 'high',
  TorchModuleWrapper: 'high',
  JaxLayer: 'high',
  FlaxLayer: 'high',
};
