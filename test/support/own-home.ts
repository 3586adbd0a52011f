/** Imported first, it gives this process an empty home and takes away what its user's environment says. */
import { createRequire } from 'node:module';
import { ownEnvironment } from '../../scripts/own-environment.mjs';

/** What the test runner tells its workers, and what says how tests are to run. */
const RUNNER = /^(?:VITEST|TINYPOOL|NODE_ENV$|TEST$|TEST_|DEV$|PROD$|MODE$|BASE_URL$|SSR$|CASTELLAN_REFERENCE_DATA$)/;

const own = ownEnvironment();
for (const name of Object.keys(process.env)) if (!RUNNER.test(name)) delete process.env[name];
Object.assign(process.env, own);
if (process.env.TEST_HIDDEN_MODULES !== undefined) createRequire(import.meta.url)('./hide-modules.cjs');
