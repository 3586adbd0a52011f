import { describe, expect, it } from 'vitest';
import { keyStoreIn } from '../../../src/collect/secrets/key-stores.js';

const hex = (...parts: string[]) => Buffer.from(parts.join(''), 'hex');
const REST = '00'.repeat(40);
const KEY_BAG = '060b2a864886f70d010c0a0102';
const CERTIFICATE_BAG = '060b2a864886f70d010c0a0103';

describe('a key store', () => {
  it.each([
    ['PKCS#12', hex('308209a6', '020103', '3082096c', REST, KEY_BAG, REST)],
    ['PKCS#12', hex('3080', '020103', '3080', REST, KEY_BAG, REST)],
    ['JKS', hex('feedfeed', '00000002', '00000001', '00000001', REST)],
    ['JKS', hex('cececece', '00000002', '00000003', '00000001', REST)],
  ])('%s is known by its begin and by a key in it', (format, bytes) => {
    expect(keyStoreIn(bytes)).toBe(format);
  });

  it.each([
    ['certificates alone', hex('308209a6', '020103', '3082096c', REST, CERTIFICATE_BAG, REST)],
    ['a store of Java with certificates', hex('feedfeed', '00000002', '00000001', '00000002', REST)],
    ['an empty store of Java', hex('feedfeed', '00000002', '00000000', '00000000', REST)],
    ['a certificate', hex('308209a6', '3082088e', 'a003020102', REST, KEY_BAG)],
    ['few bytes', hex('feedfeed')],
  ])('is not %s', (_, bytes) => {
    expect(keyStoreIn(bytes)).toBeUndefined();
  });
});
