import { type Chapter, example } from './example.js';

const report = { at: { job_id: '$REPORT_JOB_ID' } };

export const jobsChapter: Chapter = {
  title: 'Scan jobs and exports',
  text: `The exports are of a job that has left a report: a scan that ended well, or the pushed report above.`,
  examples: [
    example(
      'createScan',
      { body: { kind: 'scan.repo', scope: { url: '$REPOSITORY' }, options: { include_dev: true } }, keep: { JOB_ID: '.job_id' } },
      'For a source by its id, or for a target as here.',
    ),
    example('streamScan', { shown: 'grep ^event:' }, 'The answer ends when the job does, so this is also how to wait for it.'),
    example('getScan'),
    example('getScanCollectors', report),
    example('listJobs', { query: 'source_id=$SOURCE_ID&limit=5' }),
    {
      route: 'cancelScan',
      calls: [
        { to: 'createScan', body: { source_id: '$SOURCE_ID' }, keep: { CANCELLED_JOB_ID: '.job_id' } },
        { to: 'cancelScan', at: { job_id: '$CANCELLED_JOB_ID' } },
      ],
    },
    {
      route: 'deleteScan',
      calls: [
        { to: 'streamScan', at: { job_id: '$CANCELLED_JOB_ID' }, shown: 'grep ^event:' },
        { to: 'deleteScan', at: { job_id: '$CANCELLED_JOB_ID' } },
      ],
    },
    example('exportGraph', { ...report, query: 'format=graphml' }),
    example('exportLicenses', report),
    example('exportVex', { ...report, query: 'format=openvex' }),
    example('exportSkillAudit', report),
    example('exportReport', { ...report, query: 'format=sarif' }),
  ],
};

export const schedulesChapter: Chapter = {
  title: 'Schedules',
  examples: [
    {
      route: 'createSchedule',
      text: 'Of one source, or of a cohort.',
      calls: [
        {
          to: 'createSchedule',
          body: { name: 'nightly', cron: '15 2 * * *', timezone: 'UTC', source_id: '$SOURCE_ID' },
          keep: { SCHEDULE_ID: '.schedule_id' },
        },
        {
          to: 'createSource',
          body: { kind: 'scan.repo', display_name: 'its documents', scope: { url: '$REPOSITORY', exclude: ['src/**'] } },
          keep: { OTHER_SOURCE_ID: '.source_id' },
        },
        {
          to: 'createSchedule',
          body: {
            name: 'weekly',
            cron: '0 3 * * 1',
            scan_config: { source_ids: ['$SOURCE_ID', '$OTHER_SOURCE_ID'], max_age_hours: 24 },
          },
          keep: { COHORT_SCHEDULE_ID: '.schedule_id' },
        },
      ],
    },
    example('previewSchedule', { body: { cron: '0 3 * * 1-5', timezone: 'Europe/Berlin' } }),
    example('listSchedules', { query: 'enabled=true' }),
    example('getSchedule'),
    example('toggleSchedule'),
    {
      route: 'deleteSchedule',
      calls: [{ to: 'deleteSchedule' }, { to: 'deleteSchedule', at: { schedule_id: '$COHORT_SCHEDULE_ID' } }],
    },
  ],
};
