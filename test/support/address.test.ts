import { describe, expect, it } from 'vitest';
import { hostOf, hostReadings, knownHostOf, shortAddress } from '../../src/support/address.js';

describe('the host of an address', () => {
  it.each([
    ['https://evil.example/x', 'evil.example'],
    ['HTTPS://EVIL.Example:8443/x', 'evil.example'],
    ['https://user:pw@evil.example/x', 'evil.example'],
    ['https://token@evil.example', 'evil.example'],
    ['https://a@b@evil.example/', 'evil.example'],
    ['https://good.example%40x:y@evil.example/', 'evil.example'],
    ['https://evil.example./x', 'evil.example'],
    ['https://evil.example?host=good.example', 'evil.example'],
    ['https://evil.example#@good.example/', 'evil.example'],
    ['https://evil.example\\@good.example/', 'evil.example'],
    ['https:\\\\evil.example\\x', 'evil.example'],
    ['http://[::1]:3000/mcp', '::1'],
    ['http://[0:0:0:0:0:0:0:1]/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '127.0.0.1'],
    ['http://user@[2001:DB8::1]:80/', '2001:db8::1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://XN--BCHER-KVA.example/', 'xn--bcher-kva.example'],
    ['https://evil。example/', 'evil.example'],
    ['git+ssh://git@Code.Example:22/x.git', 'code.example'],
    ['sparse+https://Index.Example./', 'index.example'],
    ['https://${HOST}/simple', '${host}'],
    ['https://${NAME}:${PASSWORD}@index.example/simple', 'index.example'],
    ['https:///evil.example/x', 'evil.example'],
    ['sqlite:///var/db', undefined],
    ['./packages', undefined],
    ['mailto:a@b.example', undefined],
    ['', undefined],
  ])('%s is %s', (address, host) => {
    expect(hostOf(address)).toBe(host);
  });

  it('is not known where a variable or a placeholder leaves it open', () => {
    const open = ['https://${HOST}/', 'https://<your-host>/mcp', 'https://%HOST%/', 'file:///etc/hosts'];
    expect(open.map(knownHostOf)).toEqual([undefined, undefined, undefined, undefined]);
    expect(knownHostOf('https://Api.Example./')).toBe('api.example');
  });

  it('is every one that some reader may mean', () => {
    expect(hostReadings('https://good.example\\@evil.example/')).toEqual(['good.example', 'evil.example']);
  });

  it('is shown to people with port and path, without user info and query', () => {
    expect(shortAddress('https://u:p@Api.Example:8443/mcp?key=1#x')).toBe('api.example:8443/mcp');
    expect(shortAddress('http://[::1]:3000/mcp')).toBe('[::1]:3000/mcp');
    expect(shortAddress('api.example/mcp?x=1')).toBe('api.example/mcp');
  });
});
