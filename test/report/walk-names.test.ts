import { expect, it } from 'vitest';
import type { ScanReport } from '../../src/model/report.js';
import { declaringFile, directoryOf } from '../../src/report/words.js';

const report = {
  components: [],
  servers: [],
  agents: [],
  tools: [],
  credentials: [],
  skills: [],
  models: [],
  graph: {
    nodes: [
      { id: 'iac:main.tf#f', kind: 'service', label: 'agent' },
      { id: 'iac:main.tf#r', kind: 'role', label: 'agent' },
      { id: 'iac:main.tf#b', kind: 'data', label: 'shop-data' },
    ],
    edges: [],
  },
} as unknown as ScanReport;

it('nodes of a path that share a name say what they are', () => {
  expect(directoryOf(report).walk(['iac:main.tf#f', 'iac:main.tf#r', 'iac:main.tf#b'])).toEqual([
    'agent (service)',
    'agent (role)',
    'shop-data',
  ]);
  expect(directoryOf(report).walk(['iac:main.tf#f', 'iac:main.tf#b'])).toEqual(['agent', 'shop-data']);
});

it('a role says that it is one: it often has the name of what assumes it', () => {
  expect(directoryOf(report).walk(['iac:main.tf#r', 'iac:main.tf#b'])).toEqual(['agent (role)', 'shop-data']);
});

it('a resource of infrastructure code knows the file that declares it', () => {
  expect(declaringFile('iac:infra/main.tf#aws_iam_role.agent')).toBe('infra/main.tf');
  expect(declaringFile('pkg:npm/lodash@4.17.20')).toBeUndefined();
});
