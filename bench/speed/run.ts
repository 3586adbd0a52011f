import '../../test/support/own-home.js';
import { hasReferenceData } from '../../test/support/reference-data.js';
import { measureDatabase } from './advisory-database.js';
import { measureAi } from './ai.js';
import { measureAuthentication } from './authentication.js';
import { measureGrowth } from './growth.js';
import { measureIac, measureTerraform } from './iac.js';
import { measureImage } from './image.js';
import { measureIngest } from './ingest.js';
import { measureLooking } from './looking.js';
import type { Measure } from './measure.js';
import { measureProgram } from './program.js';
import { measureRuntime } from './runtime.js';
import { measureSecrets } from './secrets.js';
import { measureServe, measureServeOnPostgres } from './serve.js';
import { measureUi } from './ui.js';

/** Aims of the database measures; the others state their own. */
const AIMS: Readonly<Record<string, number>> = { 'update from file://': 10_000, 'update, peak memory of the process': 300 };

const families: Record<string, () => Measure[] | Promise<Measure[]>> = {
  database: async () => (hasReferenceData ? (await measureDatabase()).map((measure) => ({ ...measure, aim: AIMS[measure.name] })) : []),
  program: measureProgram,
  runtime: measureRuntime,
  ai: measureAi,
  secrets: measureSecrets,
  looking: measureLooking,
  iac: measureIac,
  image: () => measureImage(largeImage()),
  terraform: measureTerraform,
  growth: measureGrowth,
  authentication: measureAuthentication,
  ingest: measureIngest,
  serve: measureServe,
  ui: measureUi,
  postgres: measureServeOnPostgres,
};

// `npm run bench` measures everything, `npm run bench -- program` one family, `npm run bench -- image --large=4000` also an image of 4 GB.
const wanted = process.argv.slice(2).filter((argument) => !/^--large=\d+$/.test(argument));
const unknown = wanted.filter((name) => !(name in families));
if (unknown.length > 0) {
  process.stderr.write(`unknown: ${unknown.join(', ')}; measured are ${Object.keys(families).join(', ')}\n`);
  process.exit(2);
}
for (const [family, measure] of Object.entries(families)) {
  if (wanted.length > 0 && !wanted.includes(family)) continue;
  process.stdout.write(`\n${family}\n`);
  for (const { name, value, unit, aim } of await measure()) {
    const goal = aim === undefined ? '' : `  aim ≤ ${aim}${value <= aim ? '' : '  MISSED'}`;
    process.stdout.write(`  ${name.padEnd(52)} ${format(value).padStart(9)} ${unit}${goal}\n`);
  }
}
if (!hasReferenceData)
  process.stdout.write('\nthe reference feeds are not here: database measures skipped, scans matched against the sample feed\n');

/** MB of the large image; undefined: none is measured. */
function largeImage(): number | undefined {
  const [, size] = process.argv.map((argument) => /^--large=(\d+)$/.exec(argument)).find((match) => match !== null) ?? [];
  return size === undefined ? undefined : Number(size);
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
