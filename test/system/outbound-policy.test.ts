import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetch } from '../../src/system/fetch.js';
import { OutboundPolicy } from '../../src/system/outbound-policy.js';
import { createHttp } from '../../src/system/undici-http.js';

describe('where the service may connect to', () => {
  const nobody = new OutboundPolicy();

  it.each([
    ...['127.0.0.1', '127.255.0.1', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254'],
    ...['100.64.0.1', '192.0.0.8', '198.18.0.1', '224.0.0.1', '239.1.1.1', '255.255.255.255', '::', '::1', '::127.0.0.1', 'fe80::1'],
    ...[
      'fe80::1%eth0',
      'febf::1',
      'fec0::1',
      'fc00::1',
      'fd00:ec2::254',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:a9fe:a9fe',
    ],
    ...['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', 'not an address', ''],
  ])('is not %s', (address) => {
    expect(nobody.allows('host.example', address)).toBe(false);
  });

  it.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '100.128.0.1', '169.253.1.1', '2606:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101'])(
    'may be %s',
    (address) => {
      expect(nobody.allows('host.example', address)).toBe(true);
    },
  );

  it('is also what the operator allows: a host, what lies below a domain, an address, a range', () => {
    const some = new OutboundPolicy(['git.corp.example', '*.lan.example', '10.1.0.0/16', 'fd00::/8', '192.168.1.5']);
    const allowed = (host: string, address: string) => some.allows(host, address);
    expect(allowed('git.corp.example', '10.9.9.9')).toBe(true);
    expect(allowed('GIT.corp.example.', '127.0.0.1')).toBe(true);
    expect(allowed('evil-git.corp.example', '10.9.9.9')).toBe(false);
    expect([allowed('a.lan.example', '10.9.9.9'), allowed('lan.example', '10.9.9.9'), allowed('notlan.example', '10.9.9.9')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([allowed('x', '10.1.2.3'), allowed('x', '10.2.2.3'), allowed('x', '::ffff:10.1.2.3')]).toEqual([true, false, true]);
    expect([allowed('x', 'fd12::1'), allowed('x', '192.168.1.5'), allowed('x', '192.168.1.6')]).toEqual([true, true, false]);
  });

  it.each(['10.0.0.0/33', 'http://host', 'a b', '', '*', '*.', 'host:80', '10.0.0.0/8/8'])('cannot be said by %j', (entry) => {
    expect(() => new OutboundPolicy([entry])).toThrow(/SERVICE_OUTBOUND_ALLOW|expected hosts/);
  });
});

describe('requests under an address policy', () => {
  let server: Server;
  let port = 0;
  let asked = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked += 1;
      if (request.url === '/away') response.writeHead(302, { location: `http://localhost:${port}/inside` }).end();
      else response.end('inside');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433'])('do not reach %s', async (host) => {
    const before = asked;
    await expect(createFetch({}, new OutboundPolicy())(`http://${host}:${port}/`)).rejects.toThrow(/fetch failed/);
    await expect(createHttp({}, new OutboundPolicy()).send({ url: `http://${host}:${port}/` })).rejects.toThrow();
    expect(asked).toBe(before);
  });

  it('reach what is allowed, and are not sent on to what is not', async () => {
    const policy = new OutboundPolicy().trusting('127.0.0.1');
    expect(await (await createFetch({}, policy)(`http://127.0.0.1:${port}/`)).text()).toBe('inside');
    const before = asked;
    await expect(createHttp({}, policy).send({ url: `http://127.0.0.1:${port}/away` })).rejects.toThrow();
    expect(asked).toBe(before + 1);
  });

  it('ask no proxy for addresses inside, whose own address may be anywhere', async () => {
    const environment = { HTTP_PROXY: `http://127.0.0.1:${port}` };
    const before = asked;
    for (const host of ['10.0.0.1', 'localhost', 'metadata.google.internal'])
      await expect(createFetch(environment, new OutboundPolicy())(`http://${host}/`)).rejects.toThrow(/fetch failed/);
    expect(asked).toBe(before);
    expect(await (await createFetch(environment, new OutboundPolicy())('http://outside.example/')).text()).toBe('inside');
  });
});
