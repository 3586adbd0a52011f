import { createHash } from 'node:crypto';
import type { Finding } from '../../model/finding.js';
import { wordsOf } from '../store/findings/search-words.js';
import { severityRank } from '../store/findings/severity-rank.js';
import { JsonText } from '../store/layer/parameters.js';
import { indexable } from './indexable.js';

/** The columns that depend only on the finding. */
export interface FindingContent {
  fingerprint: string;
  kind: string;
  rule: string | null;
  problem_id: string;
  severity: string;
  severity_rank: number;
  title: string;
  component: string | null;
  subject: string | null;
  kev: boolean;
  fixed_version: string | null;
  cwes: readonly string[];
  document: JsonText;
  document_hash: string;
  search: string;
}

const TITLE_MAX = 1000;

/** The columns of a finding, without its history. */
export function contentOf(finding: Finding): FindingContent {
  const { fingerprint, kind, rule, id, aliases, severity, title, component, subject, kev, fixed_version, cwes } = finding;
  const document = JSON.stringify(finding);
  return {
    fingerprint,
    kind,
    rule: rule ?? null,
    problem_id: indexable(id),
    severity,
    severity_rank: severityRank(severity),
    title: title.slice(0, TITLE_MAX),
    component: component === undefined ? null : indexable(component),
    subject: subject === undefined ? null : indexable(subject),
    kev: kev === 'listed',
    fixed_version: fixed_version ?? null,
    cwes,
    document: new JsonText(document),
    document_hash: createHash('sha256').update(document).digest('base64url'),
    search: wordsOf([id, ...aliases, rule ?? '', component ?? '', subject ?? '', title]),
  };
}
