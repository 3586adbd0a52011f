import { describe, expect, it } from 'vitest';
import { joinUpstreams } from '../../src/control-plane/gateway/upstreams.js';
import type { Sighting } from '../../src/control-plane/store/sighting.js';
import type { JsonObject } from '../../src/support/json.js';

const seen = (
  server: JsonObject,
  { agents = ['agt_1'], source = 'src_1', at = ['2026-01-02', '2026-01-03'] }: Partial<Seen> = {},
): Sighting => ({
  server,
  agents,
  source,
  first_seen: `${at[0]}T00:00:00.000Z`,
  last_seen: `${at[1]}T00:00:00.000Z`,
});

interface Seen {
  agents: string[];
  source: string | null;
  at: [string, string];
}

describe('upstreams', () => {
  it.each<[string, Sighting[], object[]]>([
    ['of nothing are none', [], []],
    ['have a name, or are none', [seen({ name: '' }), seen({ name: 7 }), seen({ url: 'https://a.example' })], []],
    [
      'of one name and address are one, whoever has seen them',
      [
        seen({ name: 'mail', url: 'https://a.example/mcp' }, { agents: ['agt_2', 'agt_1'], source: 'src_2' }),
        seen({ name: 'mail', url: 'https://a.example/mcp' }, { agents: ['agt_1', 'agt_0'], at: ['2026-01-01', '2026-01-05'] }),
      ],
      [
        {
          name: 'mail',
          agents: ['agt_0', 'agt_1', 'agt_2'],
          sources: ['src_1', 'src_2'],
          first_seen: '2026-01-01T00:00:00.000Z',
          last_seen: '2026-01-05T00:00:00.000Z',
        },
      ],
    ],
    [
      'of one name and two places are two, by place',
      [
        seen({ name: 'mail', url: 'https://b.example' }),
        seen({ name: 'mail', command: 'mail' }),
        seen({ name: 'mail', url: 'https://a.example' }),
      ],
      [
        { url: null, command: 'mail' },
        { url: expect.stringContaining('a.example'), command: null },
        { url: expect.stringContaining('b.example'), command: null },
      ],
    ],
    [
      'learn their transport from whoever knows it',
      [seen({ name: 'files', command: 'npx' }), seen({ name: 'files', command: 'npx', transport: 'stdio' })],
      [{ transport: 'stdio' }],
    ],
    [
      'keep no source where the one who saw them has none',
      [seen({ name: 'files' }, { source: null }), seen({ name: 'files' }, { source: null, agents: [] })],
      [{ sources: [], agents: ['agt_1'], transport: null, url: null, command: null }],
    ],
    [
      'that differ in a token of the address alone are one, without it',
      [
        seen({ name: 'mail', url: 'https://a.example/mcp?token=abcdef' }),
        seen({ name: 'mail', url: 'https://a.example/mcp?token=ghijkl' }),
      ],
      [{ name: 'mail', url: expect.not.stringMatching(/abcdef|ghijkl/) }],
    ],
    [
      'show no password of an address and no secret of a command',
      [seen({ name: 'db', url: 'https://me:hunter22@db.example/mcp', command: `run ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}` })],
      [{ url: expect.not.stringContaining('hunter22'), command: expect.not.stringContaining('a1B2c3D4e5') }],
    ],
    ['are not longer than anybody reads', [seen({ name: 'n'.repeat(600) })], [{ name: 'n'.repeat(500) }]],
    ['are sorted by name', [seen({ name: 'b' }), seen({ name: 'a' }), seen({ name: 'B' })], [{ name: 'B' }, { name: 'a' }, { name: 'b' }]],
  ])('%s', (_, sightings, expected) => {
    const found = joinUpstreams(sightings);
    expect(found).toHaveLength(expected.length);
    expect(found).toMatchObject(expected);
    expect(joinUpstreams([...sightings].reverse())).toEqual(found);
  });
});
