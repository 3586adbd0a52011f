import { z } from 'zod';
import { findingKinds } from '../model/finding.js';
import { severities } from '../model/severity.js';
import { flag, id, line, moment, several } from './fields.js';

/**
 * The result of a person's triage. Accepting a risk is not triage: that takes an exception, which somebody else must
 * approve.
 */
export const triageStates = ['investigating', 'confirmed', 'false_positive', 'not_affected'] as const;

export const findingStatuses = ['open', 'resolved', 'suppressed'] as const;

/** What narrows lists, groups and bulk changes of findings. */
export const findingFilter = {
  severity: several(severities).optional(),
  status: several(findingStatuses).optional(),
  kind: several(findingKinds).optional(),
  source_id: id('src').optional(),
  /** Only findings that were last seen by this job. */
  job_id: id('job').optional(),
  /** A package URL with its version. */
  component: line(1000).optional(),
  /** A package in any version: its name, or its package URL without version. */
  package: line(1000).optional(),
  /** Names as OSV writes them, or types of package URLs, separated by commas: `npm,PyPI`. */
  ecosystem: line(200).optional(),
  problem_id: line(1000).optional(),
  rule: line(200).optional(),
  triage: several([...triageStates, 'none']).optional(),
  assignee: line().optional(),
  kev: flag.optional(),
  /** A version that ends it is known, or is not. */
  fixable: flag.optional(),
  /** A label that the source has, as `key:value`. */
  label: line(300)
    .regex(/^[A-Za-z0-9._/-]{1,63}:/, 'expected a label like team:web')
    .optional(),
  /** The owner of the source. */
  owner: line().optional(),
  /** An agent that the finding reaches: its id in the graph. Only open findings have a way to one. */
  agent: line(500).optional(),
  first_seen_after: moment.optional(),
  first_seen_before: moment.optional(),
  /** The last decision was made before this time. */
  decided_before: moment.optional(),
  decided_after: moment.optional(),
  /** Words of ids, aliases, packages and titles. */
  q: line().optional(),
};

/** The filter of a list as an object. */
export const findingFilterBody = z.strictObject(findingFilter);
