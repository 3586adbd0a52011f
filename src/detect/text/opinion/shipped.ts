import { dataFile } from '../../../support/data-file.js';
import { pairsOf } from '../../../support/data-table.js';
import { inflateRaw } from '../../../support/inflate.js';
import { modelFrom, type OpinionModel } from './model.js';

let loaded: OpinionModel | undefined;

/** The model that comes with the program; unpacked when the first text is judged. */
export function shippedModel(): OpinionModel {
  loaded ??= modelFrom(new Map(pairsOf(dataFile('text-opinion.tsv'))), inflateRaw);
  return loaded;
}
