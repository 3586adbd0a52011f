import type { JsonObject } from '../../../support/json.js';

/** What became of one node or edge of a source, and the node or edge itself as it was last. */
export type GraphEntry = readonly [change: string, item: string, document: JsonObject];
