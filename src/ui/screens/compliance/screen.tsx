import './compliance.css';
import type { FunctionComponent } from 'preact';
import type { ScreenProps } from '../../app/screen-props.js';
import { Absent, Heading } from '../../parts/states.js';
import { Tabs } from '../../parts/tabs.js';
import { Audit } from './audit.js';
import { Exceptions } from './exceptions.js';
import { Frameworks } from './frameworks.js';
import { Governance } from './governance.js';
import { Report } from './report.js';

interface Part {
  label: string;
  Part: FunctionComponent;
}

const parts: Readonly<Record<string, Part>> = {
  '/compliance': { label: 'Frameworks', Part: Frameworks },
  '/compliance/governance': { label: 'Governance', Part: Governance },
  '/compliance/exceptions': { label: 'Exceptions', Part: Exceptions },
  '/compliance/audit': { label: 'Audit', Part: Audit },
  '/compliance/report': { label: 'Report', Part: Report },
};

/** What can be proven to somebody else. */
export default function Compliance({ tab }: ScreenProps) {
  const current = tab === undefined ? '/compliance' : `/compliance/${tab}`;
  const part = parts[current];
  return (
    <>
      <Heading title="Compliance" about="Controls, gaps, exceptions and the audit trail: what can be shown to somebody else." />
      <Tabs label="Parts of compliance" tabs={Object.entries(parts).map(([to, { label }]) => ({ to, label }))} current={current} />
      {part ? <part.Part /> : <Absent />}
    </>
  );
}
