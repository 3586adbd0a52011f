import { type Chapter, example } from './example.js';

export const findingsChapter: Chapter = {
  title: 'Findings and evidence',
  text: 'What was found, and the way back from it to source, job and evidence.',
  examples: [
    example('listFindings', { query: 'severity=high&status=open&q=lodash', keep: { FINDING_ID: '.items[0].finding_id' } }),
    example('findingStats'),
    example('getFinding'),
    example('triageFinding', { body: { state: 'investigating', assignee: 'ann', note: 'the upgrade is planned' } }),
    example('postTriage', { body: { state: 'confirmed' } }),
    example('listFindingGroups', { query: 'by=component&status=open&severity=critical,high&ecosystem=npm' }),
    example('bulkTriage', {
      body: { finding_ids: ['$FINDING_ID'], state: 'not_affected', note: 'the function is never called', until: '$NEXT_MONTH' },
      keep: { CHANGE_ID: '.change_id' },
    }),
    example('undoTriage', { at: { change_id: '$CHANGE_ID' } }),
    {
      route: 'endTriageDecision',
      calls: [
        {
          to: 'bulkTriage',
          body: { finding_ids: ['$FINDING_ID'], state: 'confirmed', until: '$NEXT_MONTH' },
          keep: { DECISION_ID: '.decisions[0].decision_id' },
        },
        { to: 'endTriageDecision' },
      ],
    },
    example('listTriageDecisions', { query: 'state=ended' }),
    example('listEvidence', { query: 'job_id=$REPORT_JOB_ID' }),
    example('getEvidence'),
    example('getEvidenceContent'),
  ],
};

const ask = { body: { problem_id: 'CVE-2021-23337', reason: 'the function is never called', expires_at: '$NEXT_MONTH' } };

export const exceptionsChapter: Chapter = {
  title: 'Exceptions',
  text: 'To live with a problem until a day. Who asks is not who approves.',
  examples: [
    example('createException', { key: 'SECOND_KEY', ...ask, keep: { EXCEPTION_ID: '.exception_id' } }),
    example('listExceptions', { query: 'status=pending' }),
    example('getException'),
    example('updateException', { key: 'SECOND_KEY', body: { purl: 'pkg:npm/lodash@4.17.20' } }),
    example('approveException', { body: { note: 'until the next release' } }),
    example('revokeException', { body: { note: 'released' } }),
    {
      route: 'rejectException',
      calls: [
        { to: 'createException', ...ask, keep: { OTHER_EXCEPTION_ID: '.exception_id' } },
        { to: 'rejectException', at: { exception_id: '$OTHER_EXCEPTION_ID' }, body: { note: 'upgrade in place of this' } },
      ],
    },
    {
      route: 'deleteException',
      calls: [{ to: 'deleteException' }, { to: 'deleteException', at: { exception_id: '$OTHER_EXCEPTION_ID' } }],
    },
  ],
};

export const graphChapter: Chapter = {
  title: 'Assets and graph',
  text: 'What all sources together know. Ids of nodes hold slashes, so they are written percent-encoded in addresses.',
  examples: [
    example('listAssets', { query: 'kind=package&has_findings=true', keep: { ASSET_ID: '.items[0].asset_id | @uri' } }),
    example('getAsset'),
    example('getGraph', { query: 'limit=20' }),
    example('exportTenantGraph', { query: 'format=graphml', shown: 'head -n 3' }),
    example('searchGraph', { query: 'q=read_file&kind=tool', keep: { NODE_ID: '.items[0].id | @uri' } }),
    example('getNode', { query: 'depth=2' }),
    example('getImpact', { at: { node_id: '$ASSET_ID' } }),
    {
      route: 'findPath',
      calls: [
        { to: 'searchGraph', query: 'q=cursor&kind=agent', keep: { AGENT_NODE_ID: '.items[0].id | @uri' } },
        { to: 'findPath', query: 'from=$AGENT_NODE_ID&to=$NODE_ID' },
      ],
    },
    example('listExposurePaths', { query: 'limit=5' }),
    example('diffGraph', { query: 'from=$NOW' }),
  ],
};

export const postureChapter: Chapter = {
  title: 'Posture, compliance, governance, audit',
  examples: [
    example('getPosture'),
    example('getPostureCounts'),
    example('getPostureTrend', { query: 'days=7' }),
    example('getOverview'),
    example('listCompliance', { keep: { FRAMEWORK: '.items[0].framework' } }),
    example('getCompliance'),
    example('exportCompliance', { query: 'format=markdown' }),
    example('getGovernance', { query: 'exception_days=60' }),
    example('listAudit', { query: 'action=source.create&limit=5' }),
    example('verifyAudit'),
    example('exportAudit', { query: 'format=jsonl', shown: 'tail -n 1' }),
  ],
};
