import { expect, it } from 'vitest';
import { scanTexts } from '../../support/scan-texts.js';

const rulesOf = async (name: string, variables: string) => {
  const { findings } = await scanTexts({
    'compose.yaml': `services:\n  ${name}:\n    image: acme/desk:1.0\n    ports: ["8080:8080"]\n    environment: {${variables}}\n`,
  });
  return findings.map(({ rule }) => rule);
};

it.each([
  ['desk', 'MCP_SERVER_URL: "http://tickets:3001/mcp"'],
  ['desk', 'MCP_SERVERS: "tickets,search"'],
  ['desk', 'MCP_TICKETS_SERVER_URL: "http://tickets:3001"'],
  ['mcp-client', 'A: b'],
  ['desk-agent', 'ANTHROPIC_API_KEY: "${KEY}", MCP_TRANSPORT: http'],
])('%s with %s calls MCP servers and is none', async (name, variables) => {
  expect(await rulesOf(name, variables)).not.toContain('ai-mcp-server-public');
});

it.each([
  ['desk', 'MCP_TRANSPORT: http'],
  ['desk', 'MCP_PUBLIC_URL: "https://desk.example.com"'],
  ['desk-agent', 'ANTHROPIC_API_KEY: "${KEY}", FASTMCP_PORT: "8080"'],
  ['tickets-mcp', 'A: b'],
])('%s with %s is an MCP server', async (name, variables) => {
  expect(await rulesOf(name, variables)).toContain('ai-mcp-server-public');
});
