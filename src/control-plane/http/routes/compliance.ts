import type { complianceRoutes } from '../../../api/compliance.js';
import { assess, type FrameworkResult } from '../../../policy/compliance/assess.js';
import type { Framework } from '../../../policy/compliance/frameworks/framework.js';
import { frameworks } from '../../../policy/compliance/registry.js';
import { complianceCsv, complianceMarkdown } from '../../../policy/compliance/render.js';
import { NotFound } from '../../failures.js';
import { groupsOf } from '../../knowledge/groups.js';
import { inspectionOf } from '../../knowledge/inspected.js';
import { knowledgeOf } from '../../knowledge/knowledge.js';
import { coverageOf } from '../../store/coverage.js';
import type { TenantStore } from '../../store/layer/store.js';
import type { Handlers } from '../call.js';
import type { ControlPlane } from '../plane.js';

const FORMATS = {
  json: { type: 'application/json', extension: 'json', render: (result: FrameworkResult) => `${JSON.stringify(result, null, 2)}\n` },
  markdown: { type: 'text/markdown', extension: 'md', render: complianceMarkdown },
  csv: { type: 'text/csv', extension: 'csv', render: complianceCsv },
} as const;

export const complianceHandlers: Handlers<typeof complianceRoutes> = {
  listCompliance: async ({ store, plane }) => {
    const results = await assessAll(plane, store, frameworks);
    return { body: { items: results.map(({ controls, ...head }) => head), next_cursor: null, total: results.length } };
  },
  getCompliance: async ({ store, plane, params }) => {
    const [result] = await assessAll(plane, store, [requireFramework(params.framework)]);
    return { body: result };
  },
  exportCompliance: {
    // Assessed before the transaction, which only writes the audit event.
    prepare: async ({ plane, principal, params, query }) => {
      const framework = requireFramework(params.framework);
      const [result] = await plane.store.read(principal.tenantId, (store) => assessAll(plane, store, [framework]));
      if (!result) throw new NotFound('framework');
      const { type, extension, render } = FORMATS[query.format ?? 'json'];
      const headers = {
        'content-type': `${type}; charset=utf-8`,
        'content-disposition': `attachment; filename="${framework.id}.${extension}"`,
      };
      const details = { format: query.format ?? 'json', ...result.summary };
      return async () => ({ body: render(result), headers, audit: { target_id: framework.id, details } });
    },
  },
};

function requireFramework(id: string): Framework {
  const framework = frameworks.find((one) => one.id === id);
  if (!framework) throw new NotFound('framework');
  return framework;
}

async function assessAll(plane: ControlPlane, store: TenantStore, wanted: readonly Framework[]): Promise<FrameworkResult[]> {
  const knowledge = await knowledgeOf(plane.store, store, plane.clock());
  const groups = await groupsOf(store, await knowledge.covered());
  const inspection = inspectionOf(await knowledge.graph(), await coverageOf(store));
  // Loads all rules for their references, so it is imported on first use.
  const { ruleMarks } = await import('../../../policy/compliance/rule-marks.js');
  const marks = ruleMarks();
  return wanted.map((framework) => assess(framework, { groups, ...inspection, marks }));
}
