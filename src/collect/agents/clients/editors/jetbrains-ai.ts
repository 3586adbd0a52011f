import { type AiClient, applicationData, everywhere, places } from '../client.js';

/** JetBrains AI Assistant. Some versions keep the servers in XML of the IDE. */
export const jetbrainsAi: AiClient = {
  id: 'jetbrains-ai',
  title: 'JetBrains AI Assistant',
  confidence: 'medium',
  paths: places(everywhere('.ai/mcp/mcp.json'), applicationData('JetBrains/*/mcp.json')),
  project: ['.ai/mcp/mcp.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { enabled: ['enabled'] },
  unsupported: { paths: applicationData('JetBrains/*/options/llm.mcpServers.xml'), project: [] },
  instructions: ['.aiassistant/rules/*.md', 'AGENTS.md'],
};
