import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { osReaders } from '../../src/collect/os/registry.js';
import type { LockfileReader } from '../../src/collect/reader.js';
import { InputError } from '../../src/support/errors.js';
import { differencesOf, fixtureIds, ownCases, readCase, referenceEvidence } from '../support/evidence-cases.js';
import { chosen, filesOf, outcomeOf } from '../support/memory-files.js';
import { hasReferenceData } from '../support/reference-data.js';

const FORMATS = /-(?:dpkg|apk|rpm)-/;

describe('package databases', () => {
  it('have fixtures for every reader and a reader for every fixture', () => {
    expect(fixtureIds('os')).toEqual(osReaders.map((reader) => reader.id).sort());
  });

  describe.each(osReaders)('$id', (reader) => {
    it.each(ownCases('os', reader.id))('reads $name', async (own) => {
      const { result, outcome } = await readCase(osReaders, own);
      expect(differencesOf(result, own.expected)).toEqual([]);
      expect(result.issues).toEqual([]);
      expect(outcome).toBe('scanned');
    });

    it('says so when cut off anywhere', async () => {
      for (const [path, bytes] of databases(reader)) {
        const whole = await outcomeOf(reader, path, bytes);
        for (let length = 0; length < bytes.length; length += Math.ceil(bytes.length / 97)) {
          expect(
            accounted(await outcomeOf(reader, path, bytes.subarray(0, length)), whole, bytes.subarray(0, length)),
            `${path} cut at ${length}`,
          ).toBe(true);
        }
      }
    });

    it('loses no package in silence when a byte is damaged', async () => {
      for (const [path, bytes] of databases(reader)) {
        const whole = await outcomeOf(reader, path, bytes);
        const damage = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }));
        await fc.assert(
          fc.asyncProperty(damage, async ([at, change]) => {
            const damaged = Buffer.from(bytes);
            damaged[at] = (damaged[at] ?? 0) ^ change;
            expect(accounted(await outcomeOf(reader, path, damaged), whole, damaged)).toBe(true);
          }),
          { numRuns: 400, seed: 11 },
        );
      }
    });

    it('refuses what is no database at all', async () => {
      for (const [path] of databases(reader)) {
        for (const content of ['', '   \n\n', 'PK\u0003\u0004nothing to see', '<html></html>']) {
          const outcome = await outcomeOf(reader, path, content);
          expect(outcome instanceof InputError || outcome.issues.length > 0, `${path}: ${content}`).toBe(true);
        }
      }
    });
  });
});

describe.skipIf(!hasReferenceData)('reference cases', () => {
  it.each(referenceEvidence(FORMATS, 'good'))('$name', async (reference) => {
    const { result } = await readCase(osReaders, reference);
    expect(differencesOf(result, reference.expected)).toEqual([]);
  });

  it.each(referenceEvidence(FORMATS, 'bad'))('$name', async (reference) => {
    const { result, outcome } = await readCase(osReaders, reference);
    expect([reference.expected.outcome, ...(reference.expected.any_of ?? [])]).toContain(outcome);
    expect(result.issues.length).toBeGreaterThan(0);
    expect(result.packages.map((item) => item.name)).toEqual((reference.expected.packages ?? []).map((item) => item.name));
  });
});

/** Every database among a reader's own fixtures. */
function databases(reader: LockfileReader): [path: string, bytes: Uint8Array][] {
  return ownCases('os', reader.id).flatMap(({ folder }) =>
    Object.entries(filesOf(folder)).filter(([path, bytes]) => chosen(osReaders, path, bytes) === reader),
  );
}

/** True when nothing was lost in silence: as many packages as before, or as the text still begins, or somebody says why not. */
function accounted(
  outcome: Awaited<ReturnType<typeof outcomeOf>>,
  whole: Awaited<ReturnType<typeof outcomeOf>>,
  bytes: Uint8Array,
): boolean {
  if (outcome instanceof InputError || outcome.issues.length > 0) return true;
  if (whole instanceof InputError || outcome.packages.length >= whole.packages.length) return true;
  const text = new TextDecoder().decode(bytes);
  const begun = text.match(/^(?:Package|P):/gm)?.length ?? Number.POSITIVE_INFINITY;
  const absent = text.match(/(?:config-files|not-installed)$/gm)?.length ?? 0;
  return outcome.packages.length >= begun - absent;
}
