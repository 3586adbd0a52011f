/** Groups of commands: what the help of the program says of each. */
export const groupSummaries: Readonly<Record<string, string>> = {
  db: 'Keep the advisory database; back the control plane up',
  skills: 'Audit skills and instruction files',
  rules: 'Show what the detectors look for',
  mcp: 'Serve the scanner to AI agents',
  run: 'Relay to an MCP server that is named, not spelt out',
  pin: 'Keep what was approved of MCP servers',
  policy: 'Show presets of gateway policies, and try policies out',
  audit: 'Show and check what the control plane and relays have recorded',
};
