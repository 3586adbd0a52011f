import './account.css';
import type { FunctionComponent } from 'preact';
import type { ScreenProps } from '../../app/screen-props.js';
import { useMay } from '../../app/session.js';
import type { Operation } from '../../client/call.js';
import { Absent, Forbidden, Heading } from '../../parts/states.js';
import { Tabs } from '../../parts/tabs.js';
import { GroupRoles } from './group-roles.js';
import { Hardening } from './hardening.js';
import { ApiKeys } from './keys.js';
import { Me } from './me.js';
import { Members } from './members.js';
import { Quota } from './quota.js';
import { Sessions } from './sessions.js';

interface Part {
  label: string;
  Part: FunctionComponent;
  /** The operation that the part reads by; without the right to it the part is not offered. */
  reads: Operation;
}

const parts: Readonly<Record<string, Part>> = {
  '/account': { label: 'You', Part: Me, reads: 'authMe' },
  '/account/keys': { label: 'API keys', Part: ApiKeys, reads: 'listKeys' },
  '/account/sessions': { label: 'Sessions', Part: Sessions, reads: 'listSessions' },
  '/account/members': { label: 'Members', Part: Members, reads: 'listMembers' },
  '/account/groups': { label: 'Groups', Part: GroupRoles, reads: 'getGroupRoles' },
  '/account/quota': { label: 'Quota', Part: Quota, reads: 'getQuota' },
  '/account/hardening': { label: 'Hardening', Part: Hardening, reads: 'authPolicy' },
};

/** Who you are, what you may do, and who else may. */
export default function Account({ tab }: ScreenProps) {
  const may = useMay();
  const current = tab === undefined ? '/account' : `/account/${tab}`;
  const part = parts[current];
  const offered = Object.entries(parts).filter(([, { reads }]) => may(reads));
  return (
    <>
      <Heading title="Account" about="Who you are to this service, and what it lets you do" />
      <Tabs label="Parts of the account" tabs={offered.map(([to, { label }]) => ({ to, label }))} current={current} />
      {!part ? <Absent /> : may(part.reads) ? <part.Part /> : <Forbidden reason={`${part.label} are for administrators`} />}
    </>
  );
}
