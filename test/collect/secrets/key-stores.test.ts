import { describe, expect, it } from 'vitest';
import { keyStoreIn } from '../../../src/collect/secrets/key-stores.js';

const hex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex');
const REST = '00'.repeat(40);
const KEY_BAG = '060b2a864886f70d010c0a0102';
/** An entry with a certificate: kind, alias `ca`, date, type `X.509` since version 2, four bytes. */
const CERTIFICATE_1 = ['00000002', '0002', '6361', '0000018f00000000', '00000004', '30020500'].join('');
const CERTIFICATE_2 = ['00000002', '0002', '6361', '0000018f00000000', '0005', '582e353039', '00000004', '30020500'].join('');
const CERTIFICATE_BAG = '060b2a864886f70d010c0a0103';

describe('a key store', () => {
  it.each([
    ['PKCS#12', hex('308209a6', '020103', '3082096c', REST, KEY_BAG, REST)],
    ['PKCS#12', hex('3080', '020103', '3080', REST, KEY_BAG, REST)],
    ['JKS', hex('feedfeed', '00000002', '00000001', '00000001', REST)],
    ['JKS', hex('cececece', '00000002', '00000003', '00000001', REST)],
    ['JKS', hex('cececece', '00000002', '00000001', '00000003', REST)],
    ['JKS', hex('feedfeed', '00000002', '00000003', CERTIFICATE_2, CERTIFICATE_2, '00000001', REST)],
    ['JKS', hex('feedfeed', '00000001', '00000002', CERTIFICATE_1, '00000001', REST)],
  ])('%s is known by its begin and by a key in it', (format, bytes) => {
    expect(keyStoreIn(bytes)).toBe(format);
  });

  it.each([
    ['certificates alone', hex('308209a6', '020103', '3082096c', REST, CERTIFICATE_BAG, REST)],
    ['a store of Java with certificates', hex('feedfeed', '00000002', '00000001', '00000002', REST)],
    ['a store of Java with two certificates', hex('feedfeed', '00000002', '00000002', CERTIFICATE_2, CERTIFICATE_2, REST)],
    ['a store of Java that is cut off', hex('feedfeed', '00000002', '00000009', CERTIFICATE_2, '00000002', 'ffff', '00'.repeat(8))],
    ['an empty store of Java', hex('feedfeed', '00000002', '00000000', '00000000', REST)],
    ['a certificate', hex('308209a6', '3082088e', 'a003020102', REST, KEY_BAG)],
    ['few bytes', hex('feedfeed')],
  ])('is not %s', (_, bytes) => {
    expect(keyStoreIn(bytes)).toBeUndefined();
  });
});
