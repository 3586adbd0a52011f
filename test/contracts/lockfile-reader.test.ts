import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { missesOf } from '../../bench/accuracy/lockfiles.js';
import { lockfileReaders } from '../../src/collect/lockfiles/registry.js';
import type { LockfileReader, ReadResult } from '../../src/collect/reader.js';
import { InputError } from '../../src/support/errors.js';
import { cpuTime } from '../support/cpu-time.js';
import { differences, fixtureIds, type LockfileCase, ownCases, referenceCases, runCase } from '../support/lockfile-cases.js';
import { found, hostileTexts, isAccounted, isAccountedUpTo, mainBytes, readDamaged, withStranger } from '../support/lockfile-damage.js';
import { chosen, memoryFile, outcomeOf } from '../support/memory-files.js';
import { hasReferenceData } from '../support/reference-data.js';

const readers: readonly LockfileReader[] = lockfileReaders;
/** Longest time for one hostile text; a reader that is linear needs far less. */
const PATIENCE_MS = 3_000;

describe('lockfile readers', () => {
  it('have fixtures, and every fixture has a reader', () => {
    expect(fixtureIds()).toEqual(readers.map((reader) => reader.id).sort());
  });

  it('have different ids and titles', () => {
    expect(new Set(readers.map((reader) => reader.id)).size).toBe(readers.length);
    expect(new Set(readers.map((reader) => reader.title)).size).toBe(readers.length);
  });

  it('yield only to readers that exist', () => {
    const ids = readers.map((reader) => reader.id);
    for (const reader of readers) for (const id of reader.yieldsTo ?? []) expect(ids).toContain(id);
  });
});

describe.each(readers)('$id', (reader) => {
  const cases = ownCases(reader.id);

  it('has at least two fixtures', () => {
    expect(cases.length).toBeGreaterThanOrEqual(2);
  });

  it.each(cases)('reads $name', async ({ dir, expected }) => {
    expect(differences(await runCase(reader, dir, expected.files[0] ?? ''), expected)).toEqual([]);
  });

  it.skipIf(reader.onlyNamed)('is the one that a scan chooses', () => {
    for (const item of cases) expect(chosen(readers, item.expected.files[0] ?? '', mainBytes(item))?.id).toBe(reader.id);
  });

  it('takes its file in any folder and no other name', () => {
    for (const { expected } of cases) expect(reader.matches(`deep/in/${expected.files[0]}`)).toBe(true);
    expect(reader.matches('README.md')).toBe(false);
  });

  it('reads the same with a byte-order mark and with other line ends', async () => {
    for (const item of cases) {
      const text = new TextDecoder().decode(mainBytes(item));
      const plain = found(await read(reader, item, text));
      expect(found(await read(reader, item, `\ufeff${text}`)), item.name).toEqual(plain);
      expect(found(await read(reader, item, text.replaceAll('\n', '\r\n'))), item.name).toEqual(plain);
    }
  });

  it('gives the same twice', async () => {
    for (const item of cases) {
      const first = await readDamaged(reader, item, mainBytes(item));
      expect(await readDamaged(reader, item, mainBytes(item))).toEqual(first);
    }
  });

  it('loses nothing in silence when the file is cut off', async () => {
    for (const item of cases) {
      const text = new TextDecoder().decode(mainBytes(item));
      const whole = await wholeOf(reader, item);
      for (let length = 0; length < text.length; length += Math.ceil(text.length / 150)) {
        const prefix = text.slice(0, length);
        const outcome = await read(reader, item, prefix);
        expect(isAccountedUpTo(outcome, whole, prefix), `${item.name} cut after ${JSON.stringify(prefix.slice(-40))}`).toBe(true);
      }
    }
  });

  it('loses nothing in silence when a byte is damaged', async () => {
    for (const item of cases) {
      const bytes = mainBytes(item);
      const whole = await wholeOf(reader, item);
      await fc.assert(
        fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 127 }), async (at, change) => {
          const damaged = Uint8Array.from(bytes);
          damaged[at] = (damaged[at] ?? 0) ^ change;
          fc.pre(!becomesComment(bytes, damaged, at));
          const outcome = await readDamaged(reader, item, damaged);
          expect(isAccounted(outcome, whole), `${item.name}: ${around(damaged, at)}`).toBe(true);
        }),
        { numRuns: 250, seed: 7 },
      );
    }
  });

  it('keeps what it has read when one thing in the file is none of its format', async () => {
    for (const item of cases) {
      const text = new TextDecoder().decode(mainBytes(item));
      const whole = namesOf(await wholeOf(reader, item));
      for (const [what, changed] of Object.entries(withStranger(text))) {
        const outcome = await read(reader, item, changed);
        expect(outcome instanceof InputError ? outcome.message : namesOf(outcome), `${item.name} with ${what}`).toEqual(
          outcome instanceof InputError ? [] : expect.arrayContaining(whole),
        );
      }
    }
  });

  it.each(Object.entries(hostileTexts))('survives %s', async (_, text) => {
    const path = cases[0]?.expected.files[0] ?? '';
    const started = cpuTime();
    const outcome = await outcomeOf(reader, path, text);
    expect(cpuTime() - started).toBeLessThan(PATIENCE_MS);
    expect(outcome instanceof InputError || Array.isArray(outcome.packages)).toBe(true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    if (!(outcome instanceof InputError)) for (const { name } of outcome.packages) expect(name).not.toMatch(/[\u0000-\u001f\u007f]/);
  });
});

/** Reference cases that are not read as expected, each with the reason. */
const KNOWN_DIFFERENCES: Readonly<Record<string, string>> = {
  '239-cargo-lock-git-deps': 'the same name and version is locked from the registry and from git; we report both',
  '131-bun-lock-tuples': 'the project itself (`name@root:`) is expected as a package from an address; it is no third-party package',
};

describe.skipIf(!hasReferenceData)('reference cases', () => {
  const items = readers.flatMap((reader) => referenceCases(reader.id)).filter((item) => KNOWN_DIFFERENCES[item.name] === undefined);

  it.each(items)('$name', async (item) => {
    expect(await missesOf(item)).toEqual([]);
  });
});

/** What becomes a comment, or is joined to the end of one, is gone for every reader of the format. */
function becomesComment(bytes: Uint8Array, damaged: Uint8Array, at: number): boolean {
  const byte = damaged[at];
  if (byte === 35 || byte === 47) return true;
  const line = new TextDecoder().decode(bytes.subarray(bytes.lastIndexOf(10, at - 1) + 1, at));
  return bytes[at] === 10 && /#|\/\//.test(line);
}

async function read(reader: LockfileReader, item: LockfileCase, text: string) {
  return readDamaged(reader, item, memoryFile('', text).bytes());
}

async function wholeOf(reader: LockfileReader, item: LockfileCase): Promise<ReadResult> {
  return runCase(reader, item.dir, item.expected.files[0] ?? '');
}

function namesOf({ packages }: ReadResult): string[] {
  return packages.map(({ name, version }) => `${name}@${version}`);
}

function around(bytes: Uint8Array, at: number): string {
  return JSON.stringify(new TextDecoder().decode(bytes.subarray(Math.max(0, at - 40), at + 40)));
}
