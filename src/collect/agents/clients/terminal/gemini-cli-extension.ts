import { type AiClient, everywhere } from '../client.js';

/** Extensions of Gemini CLI, each with a manifest. */
export const geminiCliExtension: AiClient = {
  id: 'gemini-cli-extension',
  title: 'Gemini CLI extension',
  confidence: 'high',
  paths: everywhere('.gemini/extensions/*/gemini-extension.json'),
  project: ['gemini-extension.json'],
  servers: [{ at: ['mcpServers'] }],
  fields: { url: ['httpUrl', 'url'], trust: ['trust'] },
  sseFields: ['url'],
  listed: 'with-servers',
  scope: 'plugin',
  instructions: [],
};
