/**
 * Addresses of the web UI's pages, in the form of the UI's router and of the server's: `:name` is one part of the path, with `?`
 * one that may be absent. The server answers all of them with one document, and the UI has a screen for each.
 */
export const pages = [
  '/',
  '/welcome',
  '/findings',
  '/findings/:finding_id',
  '/graph',
  '/fleet',
  '/fleet/:agent_id',
  '/runtime/:tab?',
  '/sources',
  '/sources/:source_id/:tab?',
  '/schedules',
  '/jobs',
  '/jobs/:job_id',
  '/evidence',
  '/evidence/:evidence_id',
  '/connections/:tab?',
  '/compliance/:tab?',
  '/compliance/frameworks/:framework',
  '/account/:tab?',
] as const;

export type Page = (typeof pages)[number];
