import {
  type Agent,
  type AgentActionGroup,
  BedrockAgentClient,
  GetAgentActionGroupCommand,
  GetAgentCommand,
  ListAgentActionGroupsCommand,
  ListAgentAliasesCommand,
  ListAgentCollaboratorsCommand,
  ListAgentKnowledgeBasesCommand,
  ListAgentsCommand,
} from '@aws-sdk/client-bedrock-agent';
import type { CloudResource } from '../../../../model/cloud.js';
import { type AwsPlace, refsOf } from '../access/place.js';
import { functionIn } from './arns.js';
import { awsReader } from './reader.js';

const actions = [
  'bedrock:GetAgent',
  'bedrock:GetAgentActionGroup',
  'bedrock:ListAgentActionGroups',
  'bedrock:ListAgentAliases',
  'bedrock:ListAgentCollaborators',
  'bedrock:ListAgentKnowledgeBases',
  'bedrock:ListAgents',
] as const;
type Place = AwsPlace<(typeof actions)[number]>;

/** Agents of Bedrock with their aliases, and the models that they ask. */
export const bedrockAgentsReader = awsReader({
  name: 'bedrock-agents',
  actions,
  async *read(place: Place) {
    const bedrock = new BedrockAgentClient(place.config('BEDROCK_AGENT'));
    const models = new Set<string>();
    const list = (nextToken: string | undefined) => bedrock.send(new ListAgentsCommand({ nextToken }));
    for await (const { agentSummaries = [] } of place.pages('bedrock:ListAgents', list, ({ nextToken }) => nextToken)) {
      for (const { agentId = '' } of agentSummaries) {
        const { agent } = await place.ask('bedrock:GetAgent', () => bedrock.send(new GetAgentCommand({ agentId })));
        if (!agent) continue;
        const model = modelArn(place, agent.foundationModel);
        yield [
          ...(await agentOf(place, bedrock, agent, model)),
          ...(model === undefined || models.has(model) ? [] : [foundationModel(place, model)]),
        ];
        if (model !== undefined) models.add(model);
      }
    }
  },
});

/** Names of foundation models are short; those of profiles and own models are ARNs. */
function modelArn({ partition, region }: Place, model: string | undefined): string | undefined {
  return model === undefined || model.startsWith('arn:') ? model : `arn:${partition}:bedrock:${region}::foundation-model/${model}`;
}

function foundationModel(place: Place, arn: string): CloudResource {
  const [, kind = '', name = arn] = /:([\w-]+)\/(.+)$/.exec(arn) ?? [];
  const type = kind === 'foundation-model' ? 'AWS::Bedrock::FoundationModel' : 'AWS::Bedrock::InferenceProfile';
  return place.resource({ kind: 'model', type, native_id: arn, name, public: 'no', authenticated: 'yes', facts: { model: name } });
}

async function agentOf(place: Place, bedrock: BedrockAgentClient, agent: Agent, model: string | undefined): Promise<CloudResource[]> {
  const { agentId = '', agentArn = '', agentName = '', guardrailConfiguration: guardrail } = agent;
  const aliases = await aliasesOf(place, bedrock, agentId);
  // Aliases lead to versions, which may have other tools than the draft.
  const versions = [...new Set(['DRAFT', ...aliases.flatMap(({ versions: routed }) => routed)])];
  const [groups, knowledge, collaborators]: [AgentActionGroup[], string[], string[]] = [[], [], []];
  for (const agentVersion of versions) {
    groups.push(...(await groupsOf(place, bedrock, { agentId, agentVersion })));
    knowledge.push(...(await knowledgeOf(place, bedrock, { agentId, agentVersion })));
    if (agent.agentCollaboration === 'SUPERVISOR' || agent.agentCollaboration === 'SUPERVISOR_ROUTER')
      collaborators.push(...(await collaboratorsOf(place, bedrock, { agentId, agentVersion })));
  }
  const functions = groups.map(({ actionGroupExecutor: executor }) => functionIn(executor?.lambda));
  const protection = guardrail?.guardrailIdentifier;
  const guardrailArn =
    protection === undefined || protection.startsWith('arn:') ? protection : place.arn('bedrock', `guardrail/${protection}`);
  const shared = { kind: 'agent', public: 'no', authenticated: 'yes' } as const;
  const tools = groups.flatMap(
    ({ actionGroupName = '', functionSchema }) => functionSchema?.functions?.map(({ name }) => name ?? '') ?? [actionGroupName],
  );
  return [
    place.resource({
      ...shared,
      type: 'AWS::Bedrock::Agent',
      native_id: agentArn,
      name: agentName,
      runs_as: refsOf([agent.agentResourceRoleArn]),
      uses: refsOf([...functions, ...knowledge, ...collaborators, model, guardrailArn]),
      facts: {
        guardrail: protection !== undefined,
        tools: [...new Set(tools)].sort(),
        ...(agent.foundationModel !== undefined && { model: agent.foundationModel, other_regions: isRouted(agent.foundationModel) }),
      },
    }),
    ...aliases.map(({ id, name }) =>
      place.resource({
        ...shared,
        kind: 'entrance',
        type: 'AWS::Bedrock::AgentAlias',
        native_id: place.arn('bedrock', `agent-alias/${agentId}/${id}`),
        name: `${agentName}/${name}`,
        uses: refsOf([agentArn]),
      }),
    ),
  ];
}

/** Profiles of inference spread prompts over regions; their names begin with the part of the world. */
function isRouted(model: string): boolean {
  return /:inference-profile\/|^(us|us-gov|eu|apac|ca|jp|au|global)\./.test(model);
}

interface Alias {
  id: string;
  name: string;
  versions: string[];
}

async function aliasesOf(place: Place, bedrock: BedrockAgentClient, agentId: string): Promise<Alias[]> {
  const aliases: Alias[] = [];
  const list = (nextToken: string | undefined) => bedrock.send(new ListAgentAliasesCommand({ agentId, nextToken }));
  for await (const { agentAliasSummaries = [] } of place.pages('bedrock:ListAgentAliases', list, ({ nextToken }) => nextToken)) {
    for (const { agentAliasId: id = '', agentAliasName: name = '', routingConfiguration = [] } of agentAliasSummaries)
      aliases.push({ id, name, versions: routingConfiguration.flatMap(({ agentVersion }) => agentVersion ?? []) });
  }
  return aliases;
}

interface Version {
  agentId: string;
  agentVersion: string;
}

async function groupsOf(place: Place, bedrock: BedrockAgentClient, version: Version): Promise<AgentActionGroup[]> {
  const groups: AgentActionGroup[] = [];
  const list = (nextToken: string | undefined) => bedrock.send(new ListAgentActionGroupsCommand({ ...version, nextToken }));
  for await (const page of place.pages('bedrock:ListAgentActionGroups', list, ({ nextToken }) => nextToken)) {
    for (const { actionGroupId } of page.actionGroupSummaries ?? []) {
      const question = new GetAgentActionGroupCommand({ ...version, actionGroupId });
      const { agentActionGroup } = await place.ask('bedrock:GetAgentActionGroup', () => bedrock.send(question));
      if (agentActionGroup && agentActionGroup.actionGroupState !== 'DISABLED') groups.push(agentActionGroup);
    }
  }
  return groups;
}

async function knowledgeOf(place: Place, bedrock: BedrockAgentClient, version: Version): Promise<string[]> {
  const found: string[] = [];
  const list = (nextToken: string | undefined) => bedrock.send(new ListAgentKnowledgeBasesCommand({ ...version, nextToken }));
  for await (const page of place.pages('bedrock:ListAgentKnowledgeBases', list, ({ nextToken }) => nextToken))
    for (const { knowledgeBaseId } of page.agentKnowledgeBaseSummaries ?? [])
      found.push(place.arn('bedrock', `knowledge-base/${knowledgeBaseId}`));
  return found;
}

async function collaboratorsOf(place: Place, bedrock: BedrockAgentClient, version: Version): Promise<string[]> {
  const found: string[] = [];
  const list = (nextToken: string | undefined) => bedrock.send(new ListAgentCollaboratorsCommand({ ...version, nextToken }));
  for await (const page of place.pages('bedrock:ListAgentCollaborators', list, ({ nextToken }) => nextToken))
    found.push(...(page.agentCollaboratorSummaries ?? []).flatMap(({ agentDescriptor }) => agentDescriptor?.aliasArn ?? []));
  return found;
}
