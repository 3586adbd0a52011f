import { writeFileSync } from 'node:fs';
import { doctorSchema } from '../src/cli/doctor/schema.js';

// Publishes the schema of what `castellan doctor --format json` prints: `npx tsx scripts/doctor-schema.ts`. A test compares the file.
writeFileSync('docs/schemas/doctor-1.schema.json', `${JSON.stringify(doctorSchema(), null, 2)}\n`);
