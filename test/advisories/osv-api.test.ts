import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openAdvisories } from '../../src/advisories/database.js';
import { joinSources } from '../../src/advisories/joined-source.js';
import { matchComponents } from '../../src/advisories/match.js';
import { lookUpOnline, type OnlineOptions } from '../../src/advisories/osv-cache.js';
import type { AdvisorySource } from '../../src/model/advisory.js';
import type { Component } from '../../src/model/component.js';
import { createHttp } from '../../src/system/undici-http.js';
import { component } from '../support/estates.js';
import { impatient, sampleDatabase, temporaryFolder } from '../support/feed-tree.js';
import { OsvServer } from '../support/osv-server.js';

function record(id: string, name: string, events: object[], ecosystem = 'RubyGems') {
  return {
    id,
    modified: '2026-01-01T00:00:00Z',
    aliases: ['CVE-2026-10001'],
    affected: [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events }] }],
  };
}

const RECORDS = {
  'GHSA-gem-1': record('GHSA-gem-1', 'rocket', [{ introduced: '0' }, { fixed: '2.0.0' }]),
  'GHSA-gem-2': record('GHSA-gem-2', 'rocket', [{ introduced: '1.0.0' }, { fixed: '1.5.0' }]),
  'USN-1:2': record('USN-1:2', 'rocket', [{ introduced: '0' }], 'Ubuntu:22.04:LTS'),
};
const PACKAGES = { 'RubyGems rocket': ['GHSA-gem-1', 'GHSA-gem-2'], 'Ubuntu:22.04 rocket': ['USN-1:2'] };

function gem(name: string, version: string): Component {
  return component(name, version, { ref: `${name}@${version}`, ecosystem: 'RubyGems' });
}

async function online(over: Partial<OnlineOptions> = {}): Promise<{ server: OsvServer; options: OnlineOptions }> {
  const server = await OsvServer.start(RECORDS, PACKAGES);
  const cachePath = join(temporaryFolder(), 'osv-cache.db');
  return {
    server,
    options: { http: createHttp({}), baseUrl: server.url, cachePath, clock: () => 1_780_000_000_000, retry: impatient, ...over },
  };
}

function closing(source: AdvisorySource): AdvisorySource {
  onTestFinished(() => source.close());
  return source;
}

function ids(components: Component[], source: AdvisorySource): string[] {
  return matchComponents(components, source).matches.map((match) => `${match.component} ${match.advisory.id}`);
}

describe('a lookup at the OSV API', () => {
  it('gives records that are evaluated like local ones, and says clean only of what was asked', async () => {
    const { options } = await online();
    const components = [gem('rocket', '1.4.0'), gem('rocket', '1.6.0'), gem('rocket', '2.0.0'), gem('quiet', '1.0.0')];
    const source = closing(await lookUpOnline(components, options));
    expect(ids(components, source)).toEqual(['rocket@1.4.0 GHSA-gem-1', 'rocket@1.4.0 GHSA-gem-2', 'rocket@1.6.0 GHSA-gem-1']);
    const { unmatched } = matchComponents([gem('quiet', '1.0.0'), component('left-pad', '1.0.0')], source);
    expect(unmatched.map((entry) => entry.kind)).toEqual(['no-data']);
  });

  it('asks in batches of a thousand and follows pages', async () => {
    const { server, options } = await online();
    server.paged = true;
    const many = Array.from({ length: 1200 }, (_, index) => gem(`gem-${index}`, '1.0.0'));
    const source = closing(await lookUpOnline([...many, gem('rocket', '1.4.0')], options));
    expect(server.batches).toEqual([1000, 201, 1]);
    expect(ids([gem('rocket', '1.4.0')], source)).toHaveLength(2);
  });

  it('finds releases under whichever name the records use', async () => {
    const { options } = await online();
    const ubuntu = component('rocket', '1.0', { ref: 'u', ecosystem: 'Ubuntu:22.04' });
    const quiet = component('quiet', '1.0', { ref: 'q', ecosystem: 'Debian:12' });
    const source = closing(await lookUpOnline([ubuntu, quiet], options));
    const { matches, unmatched } = matchComponents([ubuntu, quiet], source);
    expect(matches.map((match) => match.advisory.id)).toEqual(['USN-1:2']);
    expect(unmatched).toEqual([]);
  });

  it('remembers answers for an hour', async () => {
    let now = 1_780_000_000_000;
    const { server, options } = await online({ clock: () => now });
    const components = [gem('rocket', '1.4.0')];
    for (const step of [0, 3_599_000, 2_000]) {
      now += step;
      const source = await lookUpOnline(components, options);
      expect(ids(components, source)).toHaveLength(2);
      source.close();
    }
    expect(server.batches).toEqual([1, 1]);
  });

  it('takes back what the API no longer says', async () => {
    let now = 1_780_000_000_000;
    const { options } = await online({ clock: () => now });
    (await lookUpOnline([gem('rocket', '1.4.0')], options)).close();
    now += 3_601_000;
    const later = await OsvServer.start(RECORDS, { 'RubyGems rocket': ['GHSA-gem-2'] });
    const source = closing(await lookUpOnline([gem('rocket', '1.4.0')], { ...options, baseUrl: later.url }));
    expect(ids([gem('rocket', '1.4.0')], source)).toEqual(['rocket@1.4.0 GHSA-gem-2']);
  });

  it('tries again after 429 and 503, and fails by name when nothing helps', async () => {
    const { server, options } = await online();
    let left = 2;
    server.misbehave = (_request, response) => left-- > 0 && Boolean(response.writeHead(left === 1 ? 429 : 503).end());
    closing(await lookUpOnline([gem('rocket', '1.4.0')], options));
    server.misbehave = (_request, response) => Boolean(response.writeHead(503).end());
    await expect(lookUpOnline([gem('other', '1.0.0')], options)).rejects.toMatchObject({
      kind: 'operational',
      where: `${server.url}/v1/querybatch`,
      message: 'the origin answered with status 503 (3 tries)',
    });
  });

  it.each([
    ['a listed record that is not there', '{"results":[{"vulns":[{"id":"GHSA-gone"}]}]}', 'status 404'],
    ['fewer results than queries', '{"results":[]}', 'something else than 1 results'],
    ['an id that is an address', '{"results":[{"vulns":[{"id":"../../admin"}]}]}', 'without a usable id'],
    ['no JSON', '<html>', 'wrong content'],
  ])('never takes %s for a clean answer', async (_what, body, message) => {
    const { server, options } = await online();
    server.misbehave = (request, response) => request.url === '/v1/querybatch' && Boolean(response.end(body));
    await expect(lookUpOnline([gem('rocket', '1.4.0')], options)).rejects.toThrow(message);
  });

  it('works where the cache cannot be written', async () => {
    const { options } = await online();
    mkdirSync(options.cachePath);
    const source = closing(await lookUpOnline([gem('rocket', '1.4.0')], options));
    expect(ids([gem('rocket', '1.4.0')], source)).toHaveLength(2);
  });
});

describe('local and online advisories together', () => {
  it('answer each ecosystem from one place, with the local KEV catalog', async () => {
    const { options } = await online();
    const components = [component('lantern', '1.0.0'), gem('rocket', '1.6.0')];
    const source = closing(joinSources(openAdvisories(await sampleDatabase()), await lookUpOnline([gem('rocket', '1.6.0')], options)));
    const { matches, unmatched } = matchComponents(components, source);
    expect(matches.map((match) => [match.advisory.id, match.kev])).toEqual([
      ['GHSA-aaaa-bbbb-0001', 'listed'],
      ['GHSA-gem-1', 'listed'],
    ]);
    expect(unmatched).toEqual([]);
    expect(source.feeds().map((feed) => feed.ecosystem)).toEqual([undefined, undefined, 'Debian', 'PyPI', 'npm', 'RubyGems']);
  });
});
