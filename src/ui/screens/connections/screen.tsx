import './connections.css';
import type { FunctionComponent } from 'preact';
import type { ScreenProps } from '../../app/screen-props.js';
import { Absent, Heading } from '../../parts/states.js';
import { Tabs } from '../../parts/tabs.js';
import { Clouds } from './clouds.js';
import { Connectors } from './connectors.js';
import { Credentials } from './credentials.js';

const parts: Readonly<Record<string, { label: string; Part: FunctionComponent }>> = {
  '/connections': { label: 'Connectors', Part: Connectors },
  '/connections/clouds': { label: 'Cloud connections', Part: Clouds },
  '/connections/credentials': { label: 'Credential references', Part: Credentials },
};

/** How this service reaches other services, and with whose word. Secrets are never here. */
export default function Connections({ tab }: ScreenProps) {
  const current = tab === undefined ? '/connections' : `/connections/${tab}`;
  const part = parts[current];
  return (
    <>
      <Heading
        title="Connections"
        about="How this service reaches others. Secrets stay with the server’s operator: in its environment, in mounted files, or in the identity it runs under."
      />
      <Tabs label="Parts of connections" tabs={Object.entries(parts).map(([to, { label }]) => ({ to, label }))} current={current} />
      {part ? <part.Part /> : <Absent />}
    </>
  );
}
