import { type Chapter, example } from './example.js';

export const sourcesChapter: Chapter = {
  title: 'Sources',
  text: 'What is scanned, and what is pushed from elsewhere.',
  examples: [
    {
      route: 'createSource',
      text: 'A repository, the same one without its tests, and a place for what is pushed.',
      calls: [
        {
          to: 'createSource',
          body: { kind: 'scan.repo', display_name: 'the program', scope: { url: '$REPOSITORY' } },
          keep: { SOURCE_ID: '.source_id' },
        },
        {
          to: 'createSource',
          body: { kind: 'scan.repo', display_name: 'without tests', scope: { url: '$REPOSITORY', exclude: ['test/**'] } },
          keep: { OTHER_SOURCE_ID: '.source_id' },
        },
        {
          to: 'createSource',
          body: { kind: 'ingest.result_push', display_name: 'build machines' },
          options: ['-H "Idempotency-Key: build-machines-$RUN"'],
          keep: { PUSH_SOURCE_ID: '.source_id' },
        },
      ],
    },
    example('listSources', { query: 'kind=scan.repo&limit=10' }),
    example('getSource'),
    example('updateSource', { body: { description: 'what customers run', owner: 'platform', labels: { team: 'platform' } } }),
    example('testSource'),
    example('runSource', { keep: { JOB_ID: '.job_id' } }, 'The job is followed further down, by its stream.'),
    example('runCohort', {
      options: ['-H "Idempotency-Key: cohort-$RUN"'],
      body: { source_ids: ['$SOURCE_ID', '$OTHER_SOURCE_ID'], max_age_hours: 24 },
      keep: { COHORT_ID: '.cohort_id' },
    }),
    example('getCohort'),
    example('listSourceJobs', { query: 'limit=5' }),
    example('deleteSource', { at: { source_id: '$OTHER_SOURCE_ID' } }),
  ],
};

export const credentialsChapter: Chapter = {
  title: 'Credential references',
  text: 'Records of who holds which credential and where; never the credential.',
  examples: [
    example('createCredential', {
      body: {
        provider: 'aws',
        mode: 'role_arn',
        external_ref: 'arn:aws:iam::123456789012:role/read-only-$RUN',
        display_name: 'audit role',
        scope: { account: '123456789012' },
      },
      keep: { CREDENTIAL_REF_ID: '.credential_ref_id' },
    }),
    example('listCredentials', { query: 'provider=aws' }),
    example('getCredential'),
    example('updateCredential', { body: { owner: 'platform', labels: { team: 'platform' } } }),
    example('testCredential'),
    {
      route: 'deleteCredential',
      text: 'Not while a source is attached to it; null detaches.',
      calls: [
        { to: 'updateSource', body: { credential_mode: 'reference', credential_ref: '$CREDENTIAL_REF_ID' } },
        { to: 'deleteCredential', status: 409 },
        { to: 'updateSource', body: { credential_mode: 'none', credential_ref: null } },
        { to: 'deleteCredential' },
      ],
    },
  ],
};
