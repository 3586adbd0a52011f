import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import selfsigned from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageReference } from '../../../src/collect/images/registry/reference.js';
import { type RegistryDoor, readRegistryImage } from '../../../src/collect/images/sources/registry.js';
import { registryFetch } from '../../../src/control-plane/connectors/registries.js';
import { Secret } from '../../../src/support/redact.js';
import { createFetch, type Fetch } from '../../../src/system/fetch.js';
import { diskFiles } from '../../../src/system/files.js';
import { lazyOutside } from '../../../src/system/outside.js';
import { systemProcesses } from '../../../src/system/processes.js';
import { registryAuthorities } from '../../../src/system/registry-authorities.js';
import { temporaryFolder } from '../../support/feed-tree.js';

/** Reads an image of a registry that refuses everything; gives back what it was asked. */
async function asked(reference: string, challenge: string, more: Partial<RegistryDoor> = {}): Promise<string[]> {
  const urls: string[] = [];
  const refusal = () => new Response(null, { status: 401, headers: { 'www-authenticate': challenge } });
  const fetch: Fetch = async (url) => {
    urls.push(String(url));
    return refusal();
  };
  const door: RegistryDoor = {
    fetch,
    clock: () => 0,
    signal: new AbortController().signal,
    home: temporaryFolder(),
    credentials: { files: diskFiles, processes: systemProcesses, environment: {} },
    ...more,
  };
  const image = imageReference(reference);
  if (!image) throw new Error(`no reference: ${reference}`);
  await expect(readRegistryImage(image, reference, {}, door)).rejects.toThrow();
  return urls;
}

describe('the place for tokens that a registry names', () => {
  const signIn = { host: 'registry.example', user: 'robot', password: new Secret('orchid-42-lantern') };
  const inside = (host: string) => /^(?:10\.|localhost$|\[?::1)/.test(host);
  const places: string[] = [];
  const outside = {
    holds: async (host: string) => !inside(host),
    fetch: async (url: string | URL) => {
      places.push(String(url));
      return new Response(null, { status: 403 });
    },
  };
  const of = async (realm: string, registry = 'registry.example') => {
    places.length = 0;
    const urls = await asked(`${registry}/acme/app:1`, `Bearer realm="${realm}",service="s"`, { outside, signIn });
    return { asked: urls.slice(1), outside: [...places] };
  };

  it.each(['https://10.0.0.8/token', 'https://localhost:8443/token', 'https://[::1]/token', 'http://auth.example/token'])(
    'is not asked at %s for a registry outside',
    async (realm) => {
      expect(await of(realm)).toEqual({ asked: [], outside: [] });
    },
  );

  it('may be another host outside, which only addresses outside are connected to for', async () => {
    expect(await of('https://auth.example/token')).toEqual({
      asked: [],
      outside: [expect.stringContaining('https://auth.example/token?service=s&scope=repository')],
    });
  });

  it('may be in the network of a registry that is there itself', async () => {
    const { asked: urls, outside: none } = await of('https://10.0.0.8/token', '10.0.0.7');
    expect({ urls, none }).toEqual({ urls: [expect.stringContaining('https://10.0.0.8/token')], none: [] });
  });
});

describe('hosts outside', () => {
  it('are those whose address is outside', async () => {
    const outside = lazyOutside({});
    const hosts = ['127.0.0.1', 'localhost', '10.1.2.3', '[fd00::1]', '198.51.100.7', 'nothing.internal'];
    expect(await Promise.all(hosts.map((host) => outside.holds(host)))).toEqual([false, false, false, false, true, false]);
    await expect(outside.fetch('http://127.0.0.1:9/')).rejects.toThrow();
  });
});

describe('a registry without TLS', () => {
  it('is asked by http where the user names it', async () => {
    const plainHosts = ['registry.example:5000'];
    expect(await asked('registry.example:5000/a/b:1', 'Basic', { plainHosts })).toEqual([
      'http://registry.example:5000/v2/a/b/manifests/1',
    ]);
    expect(await asked('other.example:5000/a/b:1', 'Basic', { plainHosts })).toEqual(['https://other.example:5000/v2/a/b/manifests/1']);
  });
});

describe('authorities of registries', () => {
  const { private: key, cert } = selfsigned.generate([{ name: 'commonName', value: 'localhost' }], {
    days: 2,
    keySize: 2048,
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
    ],
  });
  const server = createServer({ key, cert }, (_request, response) => void response.end('here'));
  const host = () => {
    const address = server.address();
    return `localhost:${typeof address === 'object' && address ? address.port : 0}`;
  };
  const answer = async (environment: Record<string, string>, home: string) => {
    const fetch = createFetch({}, undefined, registryAuthorities(environment, home));
    return (await fetch(`https://${host()}/`)).text();
  };
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, 'localhost', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('are those of SSL_CERT_FILE, and those of certs.d for their host alone', async () => {
    const home = temporaryFolder();
    const file = join(home, 'authority.pem');
    await expect(answer({}, home)).rejects.toThrow();
    writeFileSync(file, cert);
    expect(await answer({ SSL_CERT_FILE: file }, home)).toBe('here');
    const folder = join(home, '.config/containers/certs.d');
    mkdirSync(join(folder, 'other.example'), { recursive: true });
    writeFileSync(join(folder, 'other.example/ca.crt'), cert);
    await expect(answer({}, home)).rejects.toThrow();
    mkdirSync(join(folder, host()));
    writeFileSync(join(folder, host(), 'ca.crt'), cert);
    expect(await answer({}, home)).toBe('here');
  });

  it('are the same for the server', async () => {
    const [home, other] = [temporaryFolder(), temporaryFolder()];
    const folder = join(home, '.config/containers/certs.d', host());
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'ca.crt'), cert);
    const asked = async (HOME: string) => (await registryFetch([{ host: host() }], { HOME }, undefined)(`https://${host()}/`)).text();
    expect(await asked(home)).toBe('here');
    await expect(asked(other)).rejects.toThrow();
  });
});
