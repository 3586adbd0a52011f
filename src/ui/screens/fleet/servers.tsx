import type { Answer } from '../../client/call.js';
import { Badge } from '../../parts/badge.js';
import { Facts } from '../../parts/facts.js';
import { Empty } from '../../parts/states.js';
import { legible } from '../../words/legible.js';
import { inWords } from '../../words/state.js';
import { partOf } from '../../words/value.js';
import { Value } from './differences.js';

type Agent = Answer<'getAgent'>;
type Server = Agent['inventory']['servers'][number];

/** What an agent can use: its servers with their tools. */
export function Servers({ agent }: { agent: Agent }) {
  const around = encodeURIComponent(agent.agent_id);
  return (
    <div class="stack">
      <p class="row-of">
        <a href={`/findings?agent=${around}`}>Findings that reach it</a>
        <a href={`/graph?of=around&from=${around}`}>What is around it</a>
      </p>
      {agent.inventory.servers.length === 0 ? (
        <Empty title="It has no servers">
          <p>The device reported the agent, and that no MCP server is configured for it.</p>
        </Empty>
      ) : (
        agent.inventory.servers.map((server, at) => <ServerPanel key={at} server={server} />)
      )}
    </div>
  );
}

/** Said elsewhere in the panel, or of no use to people. */
const APART: ReadonlySet<string> = new Set(['name', 'tools', 'ref', 'disabled']);

function ServerPanel({ server }: { server: Server }) {
  const { name, disabled, ref, tools } = server;
  const rest = Object.entries(server).filter(([field, value]) => !APART.has(field) && !isEmpty(value));
  return (
    <section class="panel stack">
      <h2 class="row-of break">
        {legible(String(name), 120)}
        {disabled === true && <Badge>disabled</Badge>}
        {typeof ref === 'string' && <a href={`/graph?of=impact&from=${encodeURIComponent(ref)}`}>Impact</a>}
      </h2>
      <Facts facts={Object.fromEntries(rest.map(([field, value]) => [inWords(field), <Value value={value} />]))} />
      <Tools tools={Array.isArray(tools) ? tools : []} />
    </section>
  );
}

function Tools({ tools }: { tools: readonly unknown[] }) {
  if (tools.length === 0) return <p class="quiet">Its tools are not known: the server was not started.</p>;
  return (
    <ul class="fleet-tools" aria-label="Tools">
      {tools.map((tool, at) => (
        <li key={at}>
          <code class="break">{legible(String(partOf(tool, 'name')), 120)}</code>
          {listOf(partOf(tool, 'capabilities')).map((one) => (
            <Badge key={one} tone={one === 'execute' || one === 'secrets' ? 'warn' : 'idle'}>
              {legible(one, 40)}
            </Badge>
          ))}
        </li>
      ))}
    </ul>
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
