import './fleet.css';
import { useState } from 'preact/hooks';
import { useAddress } from '../../app/address.js';
import type { ScreenProps } from '../../app/screen-props.js';
import { useMay } from '../../app/session.js';
import type { Answer } from '../../client/call.js';
import { useAsk, useChange } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { Facts } from '../../parts/facts.js';
import { Field } from '../../parts/form.js';
import { SmallTable } from '../../parts/small-table.js';
import { Empty, Heading, Shown } from '../../parts/states.js';
import { Tabs } from '../../parts/tabs.js';
import { Time } from '../../parts/time.js';
import { legible } from '../../words/legible.js';
import { Compare, Compared } from './compare.js';
import { Decisions } from './lifecycle.js';
import { Servers } from './servers.js';

type Agent = Answer<'getAgent'>;

export default function OneAgent({ agent_id = '' }: ScreenProps) {
  const query = useAsk('getAgent', { params: { agent_id } });
  return (
    <Shown query={query} what="the agent">
      {(agent) => (
        <>
          <Heading
            title={
              <span class="row-of">
                {legible(agent.name, 120)} <State state={agent.lifecycle_state} />
                {agent.stale && (
                  <Badge tone="warn" title="Its device has sent a complete report without it">
                    stale
                  </Badge>
                )}
              </span>
            }
            about={
              <>
                {legible(agent.client, 60)} on {legible(agent.device, 80)}, last seen <Time at={agent.last_seen} />
              </>
            }
          >
            <Decisions agent={agent} />
          </Heading>
          <Parts agent={agent} />
        </>
      )}
    </Shown>
  );
}

function Parts({ agent }: { agent: Agent }) {
  const { values } = useAddress(['tab', 'with', 'at']);
  const base = `/fleet/${agent.agent_id}`;
  const tab = values.with !== undefined || values.at !== undefined ? 'compare' : (values.tab ?? 'servers');
  const of = (name: string) => (name === 'servers' ? base : `${base}?tab=${name}`);
  return (
    <>
      <Tabs
        label="Parts of the agent"
        current={of(tab)}
        tabs={[
          { label: 'Servers', to: of('servers'), count: agent.servers },
          { label: 'Credentials', to: of('credentials'), count: agent.credentials },
          { label: 'Drift', to: of('drift'), count: agent.drift?.differences },
          { label: 'Compare', to: of('compare') },
          { label: 'About', to: of('about') },
        ]}
      />
      {tab === 'credentials' ? (
        <Credentials agent={agent} />
      ) : tab === 'drift' ? (
        <Drift agent={agent} />
      ) : tab === 'compare' ? (
        <Compare agentId={agent.agent_id} />
      ) : tab === 'about' ? (
        <About agent={agent} />
      ) : (
        <Servers agent={agent} />
      )}
    </>
  );
}

function Drift({ agent }: { agent: Agent }) {
  const may = useMay();
  if (agent.drift === null)
    return (
      <Empty title="Nothing is pinned yet">
        <p>
          Approving the agent pins its servers, tools and credential names as they are; what differs later is shown here.
          {!may('updateAgent') && ' An administrator of the tenant approves agents.'}
        </p>
      </Empty>
    );
  return <Compared agentId={agent.agent_id} asked={{ pins: 'true' }} />;
}

function Credentials({ agent }: { agent: Agent }) {
  const { credentials } = agent.inventory;
  if (credentials.length === 0)
    return (
      <Empty title="Its servers name no credentials">
        <p>Only names are ever reported, never values.</p>
      </Empty>
    );
  return (
    <SmallTable
      caption="Names of credentials"
      rows={credentials}
      keyOf={({ ref }) => ref}
      columns={[
        { label: 'Name', show: ({ name }) => <Code text={name} /> },
        { label: 'Kind', show: ({ kind }) => legible(kind, 40) },
        { label: 'Held by', show: ({ servers }) => legible(servers.join(', '), 300) },
        { label: 'Reach', show: ({ ref }) => <a href={`/graph?of=impact&from=${encodeURIComponent(ref)}`}>Impact</a> },
      ]}
    />
  );
}

function About({ agent }: { agent: Agent }) {
  const may = useMay();
  const { version, path, project, labels } = agent.inventory;
  return (
    <div class="stack">
      <Facts
        facts={{
          Id: <Code text={agent.agent_id} />,
          Client: legible(agent.client, 100),
          Version: version === undefined ? undefined : legible(version, 100),
          Device: legible(agent.device, 200),
          Configuration: path === undefined ? undefined : <Code text={path} />,
          Project: project === undefined ? undefined : legible(project, 500),
          Owner: legible(agent.owner ?? 'nobody', 200),
          Labels: Object.entries(labels).map(([name, value]) => <Badge key={name}>{legible(`${name}=${value}`, 120)}</Badge>),
          'First seen': <Time at={agent.first_seen} />,
          'Last seen': <Time at={agent.last_seen} />,
          Source: agent.source_id === null ? undefined : <a href={`/sources/${agent.source_id}`}>{agent.source_id}</a>,
        }}
      />
      {may('updateAgent') && <Owner agent={agent} />}
    </div>
  );
}

function Owner({ agent }: { agent: Agent }) {
  const [owner, setOwner] = useState(agent.owner ?? '');
  const { mutate, error, isPending } = useChange('updateAgent', ['getAgent', 'listFleet', 'fleetStats']);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    mutate({ params: { agent_id: agent.agent_id }, body: { owner: owner.trim() || null } });
  };
  return (
    <form class="fleet-compare" onSubmit={submit}>
      <Field label="Owner" problem={error?.message}>
        {(field) => <input {...field} value={owner} maxLength={200} onInput={(event) => setOwner(event.currentTarget.value)} />}
      </Field>
      <Button type="submit" busy={isPending}>
        Save the owner
      </Button>
    </form>
  );
}
