import { expect, it } from 'vitest';
import type { UnjudgedInput } from '../../../src/detect/contract/detector.js';
import { iac } from '../../../src/detect/iac/detector.js';
import { emptyInventory } from '../../../src/model/inventory.js';
import { readTerraform } from '../../support/iac-tree.js';

it('modules of registries leave open what they make, and nothing else', async () => {
  const inventory = emptyInventory();
  const { resources } = await readTerraform({
    'main.tf':
      'module "logs" {\n  source  = "terraform-aws-modules/s3-bucket/aws"\n  version = "4.1.0"\n}\nmodule "other" {\n  source = "git::https://example.com/x.git"\n}\n',
  });
  inventory.evidence.iac = resources;
  const open: UnjudgedInput[] = [];
  const facts = iac.detect({
    inventory,
    matched: { matches: [], withdrawn: [], review: [], unmatched: [] },
    unjudged: (input) => open.push(input),
  });
  expect(facts).toEqual([]);
  expect(new Set(open.map(({ kind, line }) => `${kind} ${line}`))).toEqual(new Set(['missing_include 1']));
  expect(open.map(({ reason }) => reason.split(' ')[0]).every((rule) => rule?.startsWith('aws-s3-'))).toBe(true);
  expect(open.length).toBeGreaterThan(2);
  const rules = open.map(({ reason }) => reason.split(' ')[0]);
  expect(rules, 'each rule asks once').toEqual([...new Set(rules)]);
});
