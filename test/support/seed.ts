/** Gives all property tests the same examples in every run; `TEST_SEED=random` or a number looks at others. */
import fc from 'fast-check';

const { TEST_SEED: seed = '1' } = process.env;
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) });
