import { beforeAll, expect, it } from 'vitest';
import { graphOfFindings } from '../../../src/control-plane/ingest/finding-graph.js';
import { knowledgeOf } from '../../../src/control-plane/knowledge/knowledge.js';
import { atOnce, inTurns, type Steps, Turns } from '../../../src/support/turns.js';
import { sqlite } from '../../support/databases.js';
import { push } from '../../support/estate.js';
import { packageFinding } from '../../support/ingest-batches.js';
import { withPlane } from '../../support/with-plane.js';

const at = withPlane(sqlite());
beforeAll(async () => {
  await at.key('acme');
  const findings = Array.from({ length: 3000 }, (_, n) => packageFinding(`package${n}`));
  await push(at, 'acme', { findings, graph: graphOfFindings(findings) });
});

/** How often the event loop turns while some work is done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let under = true;
  const turn = () => {
    turns += 1;
    if (under) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  under = false;
  return turns;
}

it('lets other requests in while the graph of all findings is read', async () => {
  await at.plane.store.read('acme', async (store) => {
    const knowledge = await knowledgeOf(at.plane.store, store, 0);
    expect(await turnsOf(() => knowledge.graph())).toBeGreaterThan(4);
  });
});

it('does the same work in turns and at once', async () => {
  function* adding(): Steps<number> {
    let sum = 0;
    for (let n = 0; n < 50; n += 1) {
      sum += n;
      yield;
    }
    return sum;
  }
  expect(atOnce(adding())).toBe(1225);
  expect(await inTurns(adding())).toBe(1225);
  // Slices of no time: a turn for each step.
  expect(await turnsOf(() => inTurns(adding(), new Turns(0)))).toBeGreaterThan(40);
});
