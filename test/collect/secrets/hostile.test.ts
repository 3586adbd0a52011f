import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretsOf } from '../../../src/collect/secrets/scan-text.js';
import { valueHasher } from '../../../src/collect/secrets/value-hash.js';
import { cpuTime } from '../../support/cpu-time.js';

const hash = valueHasher();
const SIZE = 150_000;
const MOST_MS = 1500;

/** Pieces that begin something which never ends, each repeated. */
const pieces = [
  'password',
  'password=',
  'password="',
  'key: ',
  'a.key.token.',
  'http://:',
  'http://a:b',
  '-----BEGIN RSA PRIVATE KEY-----\n',
  '-----BEGIN PRIVATE KEY-----MIIE',
  'PuTTY-User-Key-File-2: x\nEncryption: none\n',
  '\neyJeyJeyJ',
  ' eyJhbGciOiJI.eyJ',
  'curl ',
  'curl -u a:',
  'AKIAQ5XTN3PLM7WRE2KD ',
  'sk-proj-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaT3Blbk ',
  '%3Dsk-proj-',
  'kind: Secret\napiVersion: v1\ndata:\n  token: abc\n',
  'kind: Config\ntoken: a1b2c3d4\n',
  'name: API_TOKEN\n',
  'datadog key: 0123456789abcdef\n',
  'a=\\"token=\\"',
  '"auths" "auth": "QQ==" ',
  'password string = ',
  'token: [[[[[[',
  '<password>',
  ':AA',
  '\n---',
];
const paths = ['a.env', 'a.yaml', 'a.json', 'a.ts', '.pgpass', '.netrc', 'settings.xml', '.docker/config.json'];

describe('hostile texts', () => {
  it.each(pieces)('%j, over and over, takes linear time', (piece) => {
    for (const path of paths) {
      const text = Buffer.from(piece.repeat(Math.ceil(SIZE / piece.length)));
      const started = cpuTime();
      secretsOf(text, path, hash);
      expect(`${path} ${cpuTime() - started < MOST_MS}`).toBe(`${path} true`);
    }
  });

  it('of any bytes give sightings of lines that are there', () => {
    const word = fc.oneof(fc.constantFrom(...pieces, '\n', ' ', '"', "'", '='), fc.string(), fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.constantFrom(...paths), (words, path) => {
        const text = Buffer.from(words.join(''));
        const count = text.toString('latin1').split('\n').length;
        for (const { line } of secretsOf(text, path, hash)) {
          expect(line).toBeGreaterThan(0);
          expect(line).toBeLessThanOrEqual(count);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('without text give nothing', () => {
    expect(secretsOf(new Uint8Array(), 'a.env', hash)).toEqual([]);
    expect(secretsOf(Uint8Array.from([1, 0, 2]), 'a.env', hash)).toEqual([]);
  });
});
