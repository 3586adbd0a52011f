import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { discoverAgents } from '../../../src/collect/agents/discover.js';
import { diskFiles } from '../../../src/system/files.js';
import { LabelledHomes } from '../../support/labelled-homes.js';
import { hasReferenceData } from '../../support/reference-data.js';
import { type CaseOutcome, expectedOutcomes, outcomeOf, type ReferenceCase } from './reference-case.js';

const homes = new LabelledHomes();

afterAll(() => homes.dispose());

function discover(folder: string, expected: ReferenceCase): CaseOutcome {
  const home = expected.home === null ? {} : { home: { absolute: join(folder, expected.home) } };
  const projects = expected.project === null ? [] : [{ absolute: join(folder, expected.project), prefix: `${expected.project}/` }];
  return outcomeOf(discoverAgents(diskFiles, { os: expected.os, ...home, projects }), expected);
}

describe.skipIf(!hasReferenceData)('discovery of the labelled cases', () => {
  it.each(homes.names)('%s', (name) => {
    const folder = homes.prepare(name);
    const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as ReferenceCase;
    const found = discover(folder, expected);
    const outcomes = expectedOutcomes(expected);
    const match = outcomes.find((outcome) => JSON.stringify(outcome) === JSON.stringify(found));
    if (match === undefined) expect(found).toEqual(outcomes[0]);
  });
});
