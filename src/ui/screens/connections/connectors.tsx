import { useMay } from '../../app/session.js';
import type { Answer } from '../../client/call.js';
import { useAsk, useChange } from '../../client/queries.js';
import { Badge, State } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Code } from '../../parts/code.js';
import { Facts } from '../../parts/facts.js';
import { Shown } from '../../parts/states.js';
import { Time } from '../../parts/time.js';
import { toastFailure } from '../../parts/toasts.js';
import { legible } from '../../words/legible.js';

type Connector = Answer<'listConnectors'>['items'][number];

const kinds: Readonly<Record<Connector['kind'], string>> = {
  ticketing: 'Ticketing',
  itsm: 'IT service management',
  chat: 'Chat',
  registry: 'Container registries',
  warehouse: 'Data warehouses',
};

/** The connectors of this service, each with its kind. */
export function Connectors() {
  const query = useAsk('listConnectors', {});
  return (
    <Shown query={query} what="connectors">
      {({ items }) => (
        <div class="panels">
          {items.map((connector) => (
            <One key={connector.name} connector={connector} />
          ))}
        </div>
      )}
    </Shown>
  );
}

function One({ connector }: { connector: Connector }) {
  const { name, kind, title, source_kind, configured, settings, health, checked_at } = connector;
  const may = useMay();
  const check = useChange('connectorHealth', ['listConnectors']);
  return (
    <article class="panel stack">
      <header class="row-of apart">
        <h2>
          {title} <small class="quiet">{kinds[kind]}</small>
        </h2>
        {configured ? <Badge tone="good">configured</Badge> : <Badge tone="idle">not configured</Badge>}
      </header>
      {configured ? (
        <Facts
          facts={{
            Health: health === null ? <span class="quiet">not asked yet</span> : <State state={health} />,
            Asked: <Time at={checked_at} />,
          }}
        />
      ) : (
        <Missing settings={settings} />
      )}
      {check.data && (
        <p class={check.data.health === 'healthy' ? 'notice' : 'notice warn'} role="status">
          <State state={check.data.health} /> {legible(check.data.detail ?? '', 500)}
        </p>
      )}
      <div class="row-of">
        {may('connectorHealth') && configured && (
          <Button busy={check.isPending} onClick={() => check.mutate({ params: { name } }, { onError: toastFailure })}>
            Ask how it is
          </Button>
        )}
        {may('createSource') && configured && (
          <a
            class="button"
            href={
              source_kind === 'connector.cloud_read_only' ? `/sources?new=${source_kind}&connector=${name}` : `/sources?new=${source_kind}`
            }
          >
            Register as a source
          </a>
        )}
      </div>
    </article>
  );
}

/** What the operator must set; the values are never asked for here. */
function Missing({ settings }: Pick<Connector, 'settings'>) {
  if (settings.length === 0)
    return (
      <p>
        It is read through a <a href="/connections/clouds">cloud connection</a>; none to Snowflake is registered yet.
      </p>
    );
  return (
    <>
      <p>The operator of the server sets these variables of its environment and restarts it. Their values are never entered here.</p>
      <ul class="row-of">
        {settings.map((setting) => (
          <li key={setting}>
            <Code text={setting} />
          </li>
        ))}
      </ul>
    </>
  );
}
