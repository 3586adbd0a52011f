import { type Chapter, example } from './example.js';
import { reportBody } from './report.js';

const SARIF = {
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'linter' } },
      results: [
        {
          ruleId: 'hard-coded-address',
          level: 'warning',
          message: { text: 'the address is part of the code' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'src/server.ts' }, region: { startLine: 7 } } }],
        },
      ],
    },
  ],
};

const SPAN = {
  traceId: '5b8efff798038103d269b633813fc60c',
  spanId: 'eee19b7ec3c1b174',
  name: 'execute_tool read_file',
  kind: 3,
  startTimeUnixNano: '1767225600000000000',
  endTimeUnixNano: '1767225601000000000',
  attributes: [
    { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
    { key: 'gen_ai.tool.name', value: { stringValue: 'read_file' } },
  ],
};

export const intakeChapter: Chapter = {
  title: 'Intake',
  text: 'What is pushed by others, see [intake](intake.md). A push that is sent again with its `Idempotency-Key` has no second effect.',
  examples: [
    example('pushResults', {
      query: 'source_id=$PUSH_SOURCE_ID',
      options: ['-H "Idempotency-Key: report-$RUN"'],
      body: reportBody,
      keep: { REPORT_JOB_ID: '.job_id', EVIDENCE_ID: '.evidence_id' },
    }),
    example('pushFindings', {
      options: ['-H "Idempotency-Key: findings-$RUN"'],
      body: {
        source_id: '$PUSH_SOURCE_ID',
        findings: [{ id: 'CVE-2020-8203', title: 'prototype pollution', severity: 'high', purl: 'pkg:npm/lodash@4.17.15' }],
        complete: false,
      },
      keep: { FINDINGS_JOB_ID: '.job_id' },
    }),
    example('pushArtifact', { options: ['-H "Idempotency-Key: sarif-$RUN"'], body: { format: 'sarif', document: SARIF } }),
    example('pushTraces', {
      options: ['-H "Idempotency-Key: traces-$RUN"'],
      body: { resourceSpans: [{ scopeSpans: [{ spans: [SPAN] }] }] },
    }),
    example('pushProxyAudit', {
      options: ['-H "Idempotency-Key: proxy-$RUN"'],
      body: {
        session_id: 'session-$RUN',
        heartbeat: { server: 'files', mode: 'enforce', policy_version: 'a1b2c3', decided: 1, denied: 1, dropped: 0, waiting: 0 },
        events: [
          {
            event_id: 'event-1',
            occurred_at: '$NOW',
            decision: 'deny',
            mode: 'enforce',
            agent: 'cursor',
            server: 'files',
            tool: 'read_file',
            rule_id: 'passwd',
            severity: 'high',
            argument_shape: { path: 'string(11)' },
          },
        ],
      },
    }),
    example('proxyStatus'),
    example('listProxyAlerts', { query: 'severity=high' }),
    example(
      'streamProxyAlerts',
      { query: 'severity=high&seconds=1', options: ['-H "Last-Event-ID: 0"'], shown: 'grep ^event:' },
      'Without `Last-Event-ID` the stream tells what comes from now on; its first frame has the id that it begins after. It ends after `seconds`, an hour unless told otherwise.',
    ),
    example('listProxyEvents', { query: 'server=files&since=2026-01-01T00:00:00Z' }),
  ],
};

export const fleetChapter: Chapter = {
  title: 'Fleet',
  examples: [
    example('syncFleet', {
      options: ['-H "Idempotency-Key: fleet-$RUN"'],
      body: {
        device: 'laptop-1',
        observed_at: '$NOW',
        agents: [
          {
            client: 'cursor',
            path: '~/.cursor/mcp.json',
            servers: [
              {
                name: 'files',
                transport: 'stdio',
                command: 'npx',
                args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/ann'],
                env_names: ['FILES_TOKEN'],
                tools: [{ name: 'read_file', capabilities: ['read'] }],
              },
            ],
          },
        ],
        complete: true,
      },
    }),
    example('listFleet', { query: 'device=laptop-1', keep: { AGENT_ID: '.items[0].agent_id' } }),
    example('fleetStats'),
    example('getAgent'),
    example('updateAgent', { body: { lifecycle_state: 'pending_review', owner: 'platform' } }),
    example('listAgentHistory'),
    example('compareAgent', { query: 'at=$NOW' }),
  ],
};
