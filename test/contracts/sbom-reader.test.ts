import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LockfileReader, ReadResult } from '../../src/collect/reader.js';
import { sbomReaders } from '../../src/collect/sbom/registry.js';
import { InputError } from '../../src/support/errors.js';
import { differencesOf, fixtureIds, ownCases, readCase, referenceEvidence } from '../support/evidence-cases.js';
import { chosen, filesOf, outcomeOf } from '../support/memory-files.js';
import { hasReferenceData } from '../support/reference-data.js';

const FORMATS = /-(?:cyclonedx|spdx)-/;

describe('SBOM readers', () => {
  it('have fixtures for every reader and a reader for every fixture', () => {
    expect(fixtureIds('sboms')).toEqual(sbomReaders.map((reader) => reader.id).sort());
  });

  describe.each(sbomReaders)('$id', (reader) => {
    it.each(ownCases('sboms', reader.id))('reads $name', async (own) => {
      const { result, outcome } = await readCase([reader], own);
      expect(differencesOf(result, own.expected)).toEqual([]);
      expect(outcome).toBe('scanned');
    });

    it('is chosen for its own documents, whatever their names', () => {
      for (const [path, bytes] of documents(reader)) expect(chosen(sbomReaders, path, bytes)?.id).toBe(reader.id);
      for (const [, bytes] of documents(reader)) expect(chosen(sbomReaders, 'sbom.json', bytes)?.id).toBe(reader.id);
    });

    it('reads the same with a byte-order mark and with other line ends', async () => {
      for (const [path, bytes] of documents(reader).filter(([, content]) => content[0] !== 0xff)) {
        const text = new TextDecoder().decode(bytes);
        const plain = names(await outcomeOf(reader, path, text));
        expect(names(await outcomeOf(reader, path, `\ufeff${text}`))).toEqual(plain);
        expect(names(await outcomeOf(reader, path, text.replaceAll('\n', '\r\n')))).toEqual(plain);
      }
    });

    it('never gives fewer packages in silence when cut off', async () => {
      for (const [path, bytes] of documents(reader)) {
        const whole = await outcomeOf(reader, path, bytes);
        for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 61)) {
          const part = bytes.subarray(0, length);
          expect(accounted(await outcomeOf(reader, path, part), whole, part), `${path} cut at ${length}`).toBe(true);
        }
      }
    });

    it('never gives fewer packages in silence when a byte is damaged', async () => {
      for (const [path, bytes] of documents(reader)) {
        const whole = await outcomeOf(reader, path, bytes);
        await fc.assert(
          fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
            const damaged = Uint8Array.from(bytes);
            damaged[at] = (damaged[at] ?? 0) ^ change;
            expect(accounted(await outcomeOf(reader, path, damaged), whole, damaged)).toBe(true);
          }),
          { numRuns: 300, seed: 5 },
        );
      }
    });

    it('refuses what is no document of its format', async () => {
      for (const content of [
        '',
        '{}',
        '[]',
        'null',
        '<bom/>',
        '<html></html>',
        'PackageName: x',
        '\u0000\u0001',
        '{"components":[]}',
        '{"packages":[]}',
      ]) {
        expect(await outcomeOf(reader, 'sbom.json', content), content).toBeInstanceOf(InputError);
      }
    });
  });
});

describe.skipIf(!hasReferenceData)('reference cases', () => {
  it.each(referenceEvidence(FORMATS, 'good'))('$name', async (reference) => {
    const { result } = await readCase(sbomReaders, reference);
    expect(differencesOf(result, reference.expected)).toEqual([]);
  });

  it.each(referenceEvidence(FORMATS, 'bad'))('$name', async (reference) => {
    const { result, outcome } = await readCase(sbomReaders, reference);
    expect([reference.expected.outcome, ...(reference.expected.any_of ?? [])]).toContain(outcome);
    expect(result.issues.length).toBeGreaterThan(0);
  });
});

function documents(reader: LockfileReader): [path: string, bytes: Uint8Array][] {
  return ownCases('sboms', reader.id).flatMap(({ folder }) => Object.entries(filesOf(folder)));
}

function names(outcome: ReadResult | InputError): unknown {
  return outcome instanceof InputError ? outcome.message : outcome.packages.map((item) => [item.purl, item.line]);
}

function nameless(result: ReadResult): number {
  return result.unidentified?.length ?? 0;
}

/** Everything a document lists: packages, unresolved and unidentified components. */
function listed(result: ReadResult): number {
  return result.packages.length + result.unresolved.length + nameless(result);
}

/** True when nothing was lost in silence. A cut between two sections of tags and values leaves a whole, shorter document. */
function accounted(outcome: ReadResult | InputError, whole: ReadResult | InputError, bytes: Uint8Array): boolean {
  if (outcome instanceof InputError || whole instanceof InputError || outcome.issues.length > 0) return true;
  if (listed(outcome) >= listed(whole) || nameless(outcome) > nameless(whole)) return true;
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);
  return text.startsWith('SPDXVersion') && listed(outcome) >= (text.match(/^PackageName:/gm)?.length ?? 0);
}
