import { memberNode } from '../../config/config-node.js';
import type { AiClient } from '../client.js';

/** Desktop extensions (MCPB, formerly DXT): one server in each manifest. */
export const claudeDesktopExtension: AiClient = {
  id: 'claude-desktop-extension',
  title: 'Claude Desktop extension (MCPB, formerly DXT)',
  confidence: 'medium',
  paths: {
    darwin: ['~/Library/Application Support/Claude/Claude Extensions/*/manifest.json'],
    linux: [],
    win32: ['%APPDATA%/Claude/Claude Extensions/*/manifest.json'],
  },
  project: ['manifest.json'],
  servers: [{ at: ['server', 'mcp_config'], single: 'name' }],
  fields: { type: [] },
  listed: 'with-servers',
  scope: 'plugin',
  claims: (root) => memberNode(root, 'manifest_version') !== undefined || memberNode(root, 'dxt_version') !== undefined,
  instructions: [],
};
