import { describe, expect, it } from 'vitest';
import { terraformPlanEntry } from '../../../../src/collect/iac/terraform/plan/entry.js';
import { terraformPlanReader } from '../../../../src/collect/iac/terraform/plan/reader.js';
import { attributeOf, plainValue, treeOf } from '../../../support/iac-tree.js';

const resource = { mode: 'managed', type: 'test_thing', name: 'a' };
const plan = {
  format_version: '1.2',
  terraform_version: '1.11.4',
  planned_values: {
    root_module: {
      resources: [{ ...resource, address: 'test_thing.a', values: { name: 'a', tags: null, key: 'x' }, sensitive_values: { key: true } }],
      child_modules: [
        {
          address: 'module.m["k"]',
          resources: [{ ...resource, address: 'module.m["k"].test_thing.a', values: { rules: [{ port: 1 }] }, sensitive_values: {} }],
        },
      ],
    },
  },
  resource_changes: [
    { ...resource, address: 'test_thing.a', change: { actions: ['create'], after: {}, after_unknown: { id: true, tags: {} } } },
    { ...resource, name: 'old', address: 'test_thing.old', change: { actions: ['delete'], after: null, after_unknown: {} } },
    {
      ...resource,
      address: 'module.m["k"].test_thing.a',
      change: { actions: ['create'], after: {}, after_unknown: { rules: [{ host: true }] } },
    },
  ],
  configuration: {
    provider_config: { test: { name: 'test', version_constraint: '~> 1.0' } },
    root_module: { resources: [], module_calls: {} },
  },
};

function read(text: string, path = 'tfplan.json') {
  return terraformPlanReader.read({ ...treeOf({ [path]: text }), own: [path] });
}

describe('plans of Terraform', () => {
  it('give what will be, with what is known after apply left open', async () => {
    const reading = await read(JSON.stringify(plan, undefined, 1));
    expect(reading.resources.map(({ address }) => address)).toEqual(['test_thing.a', 'module.m["k"].test_thing.a']);
    expect(plainValue(reading.resources[0]?.body)).toEqual({ name: 'a', key: 'x', id: '?test_thing.a.id' });
    expect(attributeOf(reading, 'test_thing.a', 'key')).toMatchObject({ sensitive: true });
    expect(plainValue(reading.resources[1]?.body)).toEqual({ rules: [{ port: 1, host: '?module.m["k"].test_thing.a.rules[0].host' }] });
    expect(reading.resources[0]?.versions).toEqual({ test: '~> 1.0' });
    expect(attributeOf(reading, 'test_thing.a', 'name')?.at.line).toBeGreaterThan(reading.resources[0]?.at.line ?? 0);
  });

  it('are known by their head', () => {
    expect(terraformPlanEntry.sniff?.(JSON.stringify(plan), 'tfplan.json')).toBe(true);
    expect(terraformPlanEntry.sniff?.('{"name": "x", "format_version": "1"}', 'a.json')).toBe(false);
    expect(terraformPlanEntry.matches('main.tf.json')).toBe(false);
  });

  it.each([
    ['tfplan.json', JSON.stringify(plan).slice(0, 300), 'unparsable'],
    ['state.json', '{"format_version": "1.0", "terraform_version": "1.11.4", "values": {}}', 'unsupported_format'],
    ['plan.tfplan', 'PK\u0003\u0004', 'unsupported_format'],
  ])('%s is named where it cannot be read', async (path, text, kind) => {
    const { issues, files } = await read(text, path);
    expect(issues.map((issue) => issue.kind)).toEqual([kind]);
    expect(files).toEqual([{ path, outcome: 'failed' }]);
  });
});
