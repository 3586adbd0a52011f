import type { Chapter } from './example.js';

/** Every status of failure that a call alone can cause. */
export const errorsChapter: Chapter = {
  title: 'Errors',
  text: `An error is \`{"detail": "…"}\`, one sentence that never repeats what was sent; SCIM's have the shape of RFC 7644. 408 is for a request
that does not arrive in time, 500 for a defect of this program, 502 for a service behind a connector that answers nonsense.`,
  examples: [
    {
      title: '400: a rule of the business is broken, or a query is not understood',
      calls: [
        { to: 'updateQuota', body: { sources: -1 }, status: 400 },
        { to: 'listSources', query: 'colour=red', status: 400 },
        { to: 'listSources', query: 'cursor=made-up', status: 400 },
        { to: 'listAudit', query: 'from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z', status: 400 },
      ],
    },
    {
      title: '401: no valid credential',
      text: 'Also for addresses that do not exist: nobody learns here what there is.',
      calls: [
        { to: 'listSources', key: null, status: 401 },
        { to: 'listSources', key: null, options: ["-H 'X-API-Key: svc_nonsense'"], status: 401 },
        { to: 'GET /v1/nothing', key: null, status: 401 },
      ],
    },
    {
      title: '403: the role, or the scope of the key, is not enough',
      text: 'A viewer makes no keys, and a key that is bound to one source pushes for no other.',
      calls: [
        { to: 'createKey', key: 'VIEWER_KEY', body: { name: 'more-$RUN', role: 'admin' }, status: 403 },
        {
          to: 'createKey',
          body: { name: 'build-$RUN', role: 'analyst', scopes: ['ingest'], source_id: '$PUSH_SOURCE_ID', expires_in_days: 1 },
          keep: { BOUND_KEY: '.api_key' },
        },
        { to: 'pushFindings', key: 'BOUND_KEY', body: { source_id: '$SOURCE_ID', findings: [] }, status: 403 },
      ],
    },
    {
      title: "404: not there, or another tenant's",
      calls: [
        { to: 'getScan', at: { job_id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, status: 404 },
        { to: 'getAgent', at: { agent_id: 'agt_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, status: 404 },
        { to: 'getKey', at: { key_id: 'key_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, status: 404 },
        { to: 'getNode', at: { node_id: 'nothing' }, status: 404 },
        { to: 'connectorHealth', at: { name: 'nothing' }, status: 404 },
        { to: 'GET /v1/nothing', status: 404 },
      ],
    },
    {
      title: '405: the address is there, the method is not',
      calls: [{ to: 'PUT /v1/posture', body: {}, status: 405 }],
    },
    {
      title: '409: conflict',
      text: `A run of what is pushed to, another body under a used \`Idempotency-Key\`, the name of a key that is active, a key that has its
successor, a job that is over, one that has left no report. Also credential references that are in use, and stale versions, above.`,
      calls: [
        { to: 'runSource', at: { source_id: '$PUSH_SOURCE_ID' }, status: 409 },
        {
          to: 'createSource',
          body: { kind: 'ingest.result_push', display_name: 'another body' },
          options: ['-H "Idempotency-Key: build-machines-$RUN"'],
          status: 409,
        },
        { to: 'createKey', body: { name: 'viewer-$RUN', role: 'viewer' }, status: 409 },
        { to: 'rotateKey', body: {}, status: 409 },
        { to: 'cancelScan', at: { job_id: '$REPORT_JOB_ID' }, status: 409 },
        { to: 'exportVex', at: { job_id: '$FINDINGS_JOB_ID' }, status: 409 },
      ],
    },
    {
      title: '413: the body is too large',
      text: 'More than `SERVICE_MAX_BODY_BYTES`, 10 MiB where that is not set.',
      before: "printf '%11000000s' '' > castellan-large.json",
      calls: [{ to: 'pushFindings', body: '--data-binary @castellan-large.json', status: 413 }],
    },
    {
      title: '415: a media type that is not read here',
      calls: [{ to: 'createSource', type: 'text/plain', body: { kind: 'ingest.result_push', display_name: 'x' }, status: 415 }],
    },
    {
      title: '422: the body does not fit',
      text: 'A missing member and an unknown one; a cohort without its `Idempotency-Key`.',
      calls: [
        { to: 'createSource', body: { kind: 'ingest.result_push', colour: 'red' }, status: 422 },
        { to: 'runCohort', body: { source_ids: ['$SOURCE_ID', '$PUSH_SOURCE_ID'] }, status: 422 },
      ],
    },
    {
      title: '429: a quota is used up, or a rate limit',
      text: 'With `Retry-After` and, for rates, `RateLimit-*`.',
      calls: [
        { to: 'updateQuota', body: { schedules: 0 } },
        { to: 'createSchedule', body: { cron: '15 2 * * *', source_id: '$SOURCE_ID' }, options: ['-i'], status: 429 },
        { to: 'updateQuota', body: { schedules: null } },
      ],
    },
    {
      title: '503: something that is needed is away',
      text: 'The database, or the judging of policies in time. While the database is away, `GET /readyz` answers 503 too; here it is not.',
      calls: [{ to: 'ready' }],
    },
    { title: 'At the end', before: 'rm -f castellan-cookies.txt castellan-headers.txt castellan-large.json castellan-login.txt' },
  ],
};
