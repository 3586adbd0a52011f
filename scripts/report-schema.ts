import { writeFileSync } from 'node:fs';
import { REPORT_SCHEMA_VERSION } from '../src/model/report.js';
import { reportSchema } from '../src/report/json/json-schema.js';

// Publishes the report's schema: `npx tsx scripts/report-schema.ts`. A test compares the file with the shape it comes from.
writeFileSync(`docs/schemas/report-${REPORT_SCHEMA_VERSION}.schema.json`, `${JSON.stringify(reportSchema(), null, 2)}\n`);
