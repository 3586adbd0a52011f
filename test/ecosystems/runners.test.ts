import { describe, expect, it } from 'vitest';
import { withVersion } from '../../src/ecosystems/runners.js';

describe('the command of a runner with another version', () => {
  it.each([
    ['npx -y mcp-remote@0.1.15', 'mcp-remote', 'npx -y mcp-remote@0.1.16'],
    ['bunx @scope/tool@1.0.0 --port 1', '@scope/tool', 'bunx @scope/tool@0.1.16 --port 1'],
    ['uvx tool==1.0', 'tool', 'uvx tool==0.1.16'],
    ['uv tool run tool@1.0', 'tool', 'uv tool run tool@0.1.16'],
  ])('%s', (command, name, expected) => {
    expect(withVersion(command, name, '0.1.16')).toBe(expected);
  });

  it.each(['mcp-remote@0.1.15', 'node mcp-remote@0.1.15', 'npx other@1.0.0', 'a b/mcp-remote@1/package-lock.json', ''])(
    'is none of %j',
    (text) => {
      expect(withVersion(text, 'mcp-remote', '0.1.16')).toBeUndefined();
    },
  );
});
