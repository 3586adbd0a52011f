import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cargoLock } from '../../../src/collect/lockfiles/formats/cargo-lock/cargo-lock.js';
import { condaEnv } from '../../../src/collect/lockfiles/formats/conda-env/conda-env.js';
import { goMod } from '../../../src/collect/lockfiles/formats/go-mod/go-mod.js';
import { goWork } from '../../../src/collect/lockfiles/formats/go-work.js';
import { pdmLock } from '../../../src/collect/lockfiles/formats/pdm-lock.js';
import { pipCompile } from '../../../src/collect/lockfiles/formats/pip-compile.js';
import { pipfileLock } from '../../../src/collect/lockfiles/formats/pipfile-lock.js';
import { poetryLock } from '../../../src/collect/lockfiles/formats/poetry-lock.js';
import { pylock } from '../../../src/collect/lockfiles/formats/pylock.js';
import { pyproject } from '../../../src/collect/lockfiles/formats/pyproject.js';
import { requirements } from '../../../src/collect/lockfiles/formats/requirements.js';
import { uvLock } from '../../../src/collect/lockfiles/formats/uv-lock/uv-lock.js';
import { InputError } from '../../../src/support/errors.js';
import { ownCases } from '../../support/lockfile-cases.js';
import { outcomeOf } from '../../support/memory-files.js';

const readers = [cargoLock, condaEnv, goMod, goWork, pdmLock, pipCompile, pipfileLock, poetryLock, pylock, pyproject, requirements, uvLock];

/** Formats in which losing a line of syntax (not a whole entry) cannot go unnoticed. */
const STRICT = new Set(['cargo-lock', 'pdm-lock', 'poetry-lock', 'uv-lock', 'pipfile-lock', 'go-mod']);

const texts = (id: string) =>
  ownCases(id).map(({ dir, expected }) => ({
    path: expected.files[0] ?? '',
    text: readFileSync(join(dir, expected.files[0] ?? ''), 'utf8'),
  }));

describe.each(readers)('$id', (reader) => {
  it('has fixtures, one of them odd', () => {
    expect(texts(reader.id).length).toBeGreaterThanOrEqual(2);
  });

  it.each(texts(reader.id))('survives any damage to $path', async ({ path, text }) => {
    const damage = fc.record({
      at: fc.nat(text.length),
      gone: fc.nat(12),
      put: fc.constantFrom('', '"', '[', '{', '=', '#', '\n', '\\', '\u0000', '__proto__', '\u202e'),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, gone, put }) => {
        const outcome = await outcomeOf(reader, path, text.slice(0, at) + put + text.slice(at + gone));
        if (outcome instanceof InputError) expect(outcome.message).not.toMatch(/[\n\u202e]/);
        else for (const record of outcome.packages) expect(record.name).not.toBe('');
      }),
      { numRuns: 60 },
    );
  });

  it.each(texts(reader.id))('reads $path alike with a byte-order mark and other line ends', async ({ path, text }) => {
    const plain = await outcomeOf(reader, path, text);
    expect(await outcomeOf(reader, path, `\ufeff${text}`)).toEqual(plain);
    expect(await outcomeOf(reader, path, text.replaceAll('\n', '\r\n'))).toEqual(plain);
  });
});

describe.each(readers.filter(({ id }) => STRICT.has(id)))('$id', (reader) => {
  it.each(texts(reader.id))('does not quietly take less from $path when a name or version is lost', async ({ path, text }) => {
    const whole = await outcomeOf(reader, path, text);
    if (whole instanceof InputError) throw whole;
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      if (!/^\s*"?(?:name|version)"?\s*[=:]/.test(line)) continue;
      const outcome = await outcomeOf(reader, path, lines.toSpliced(index, 1).join('\n'));
      if (outcome instanceof InputError || outcome.issues.length > whole.issues.length || outcome.outcome !== undefined) continue;
      const count = (result: typeof whole) => result.packages.length + result.unresolved.length + result.local.length;
      expect(count(outcome), `without line ${index + 1}`).toBe(count(whole));
    }
  });
});
