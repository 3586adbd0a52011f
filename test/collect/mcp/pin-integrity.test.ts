import { describe, expect, it } from 'vitest';
import { withIntegrity } from '../../../src/collect/mcp/pin-integrity.js';
import type { PinnedServer } from '../../../src/model/pins.js';
import { component } from '../../support/estates.js';

function server(version: string | null, name = 'mcp-files'): PinnedServer {
  return { ref: 'server:files', name: 'files', package: { ecosystem: 'npm', name, version }, tool: [], prompt: [], resource: [] };
}

const locked = component('mcp-files', '1.0.1', { integrity: 'sha512-AAAA' });
const integrityOf = (one: PinnedServer, ...components: (typeof locked)[]) => {
  const { servers, unknown } = withIntegrity([one], components);
  return [servers[0]?.package?.integrity, unknown];
};

describe('integrity of a pinned package', () => {
  it('is what the lockfile states for this version', () => {
    expect(integrityOf(server('1.0.1'), locked, component('mcp-files', '1.0.0', { integrity: 'sha512-BBBB' }))).toEqual(['sha512-AAAA', 0]);
  });

  it('is that of the one installed version where the server names none', () => {
    expect(integrityOf(server(null), locked)).toEqual(['sha512-AAAA', 0]);
    expect(integrityOf(server(null), locked, component('mcp-files', '2.0.0', { integrity: 'sha512-BBBB' }))).toEqual([undefined, 1]);
  });

  it('is never guessed: not for another version, name or ecosystem, nor where the lockfile states none', () => {
    expect(integrityOf(server('1.0.2'), locked)).toEqual([undefined, 1]);
    expect(integrityOf(server('1.0.1', 'mcp-file'), locked)).toEqual([undefined, 1]);
    expect(integrityOf(server('1.0.1'), { ...locked, purl: 'pkg:pypi/mcp-files@1.0.1' })).toEqual([undefined, 1]);
    expect(integrityOf(server('1.0.1'), component('mcp-files', '1.0.1'))).toEqual([undefined, 1]);
  });

  it('is not asked of a server without a package', () => {
    const { package: _, ...plain } = server('1.0.1');
    expect(withIntegrity([plain], [locked])).toEqual({ servers: [plain], unknown: 0 });
  });
});
