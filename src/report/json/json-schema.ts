import { REPORT_SCHEMA_VERSION } from '../../model/report.js';
import type { JsonObject } from '../../support/json.js';
import { reportShape } from './report-shape.js';

/** The JSON Schema (draft 2020-12) of the report, as published in docs/schemas. */
export function reportSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:castellan:report:${REPORT_SCHEMA_VERSION}`,
    title: `Castellan report ${REPORT_SCHEMA_VERSION}`,
    ...reportShape.schema,
  };
}
