import { schema } from '../schema/columns.js';

/** Findings that several sources see. */
export const originSchema = schema({
  /** What each source knows of a finding that several have seen. One that a single source has seen has no rows here. */
  finding_origins: {
    tenant: true,
    columns: {
      finding_id: 'text',
      source_id: 'text',
      /** `open` while the source sees it, `resolved` once it has looked again and no longer does. */
      status: 'text',
      first_seen: 'text',
      last_seen: 'text',
      resolved_at: 'text?',
      first_job_id: 'text?',
      last_job_id: 'text?',
      evidence_id: 'text',
      /** Of the document as this source saw it last. */
      document_hash: 'text',
      /** The id of the finding that the source had for itself, until it became part of this one. */
      former_id: 'text?',
    },
    primary: ['finding_id', 'source_id'],
    indexes: [['source_id', 'status'], ['last_job_id']],
  },
});

/** The column that findings got. */
export const sharedColumn = {
  /** True when several sources have seen it: what each of them knows is in `finding_origins`. */
  shared: 'flag',
} as const;
