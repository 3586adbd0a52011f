import type { CloudResource } from '../../../../model/cloud.js';
import { isObject } from '../../../../support/json.js';
import { fullName, ownerOf, shownWithin, snowflakeRef, snowflakeResource, sqlName } from '../names.js';
import type { AccountReading, SnowflakeReader } from '../reader.js';
import type { Row } from '../statements.js';

/** Cortex agents, with the tools that their specification names. */
export const cortexAgents: SnowflakeReader = {
  id: 'agents',
  grants: ['USAGE ON ALL AGENTS'],
  async *read({ statements, account, database }) {
    for await (const rows of statements.pages(`SHOW AGENTS ${shownWithin(database)}`)) {
      const found: CloudResource[] = [];
      for (const row of rows) found.push(await agent(row, { statements, account }));
      yield found;
    }
  },
};

async function agent(row: Row, { statements, account }: AccountReading): Promise<CloudResource> {
  const [described] = await statements.rows(`DESCRIBE AGENT ${sqlName(row)}`);
  const tools = toolsOf(described?.['agent_spec'] ?? described?.['specification'] ?? null);
  return snowflakeResource(account, 'agent', fullName(row), {
    kind: 'agent',
    runs_as: ownerOf(account, row),
    uses: (tools ?? []).map(({ type, name }) => snowflakeRef(account, type, name)),
    facts: { tools: tools === undefined ? null : tools.map(({ name }) => name) },
  });
}

/** What tools lead to, by the member of `tool_resources` that names it (Cortex Agents REST API, "tool_resources"). */
const TARGETS = { search_service: 'cortex_search_service', semantic_view: 'semantic_view', semantic_model_file: 'stage_file' } as const;

interface AgentTool {
  type: string;
  name: string;
}

/** Undefined when the specification cannot be read. */
function toolsOf(specification: string | null): AgentTool[] | undefined {
  const spec = parsed(specification);
  if (!isObject(spec)) return undefined;
  const resources = isObject(spec['tool_resources']) ? Object.values(spec['tool_resources']).filter(isObject) : [];
  return resources.flatMap((one) => {
    const known = Object.entries(TARGETS).flatMap(([key, type]) => (typeof one[key] === 'string' ? [{ type, name: one[key] }] : []));
    if (known.length > 0) return known;
    const { type, identifier, name } = one;
    const target = identifier ?? name;
    if (typeof target !== 'string') return [];
    return [{ type: type === 'procedure' || type === 'function' ? type : 'cortex_search_service', name: target }];
  });
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
