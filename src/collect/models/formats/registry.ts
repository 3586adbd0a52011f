import type { FormatScanner } from '../contract/format.js';
import { catboostScanner, msgpackScanner, torch7Scanner } from './binary-trees.js';
import { ggufScanner } from './gguf.js';
import { hdf5Scanner } from './hdf5/scanner.js';
import { jsonScanner } from './json.js';
import { protobufScanner } from './protobuf-models.js';
import { pythonScanner } from './python.js';
import { rDataScanner } from './r-data.js';
import { requirementsScanner } from './requirements.js';
import { safetensorsScanner } from './safetensors.js';
import { jinjaScanner, lfsPointerScanner, lightgbmScanner, modelCardScanner } from './texts.js';
import { tfliteScanner } from './tflite.js';
import { ubjsonScanner } from './ubjson.js';
import { xmlScanner } from './xml.js';
import { yamlScanner } from './yaml.js';

/** Scanners of the formats that are neither pickle nor archive, in the order in which they are tried. */
export const formatScanners: readonly FormatScanner[] = [
  hdf5Scanner,
  ggufScanner,
  safetensorsScanner,
  protobufScanner,
  tfliteScanner,
  rDataScanner,
  msgpackScanner,
  catboostScanner,
  torch7Scanner,
  ubjsonScanner,
  jsonScanner,
  yamlScanner,
  xmlScanner,
  pythonScanner,
  requirementsScanner,
  jinjaScanner,
  lightgbmScanner,
  lfsPointerScanner,
  modelCardScanner,
];
