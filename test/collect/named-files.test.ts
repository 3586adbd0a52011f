import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InventoryBuilder } from '../../src/collect/merge.js';
import { PackageCollector } from '../../src/collect/packages/package-collector.js';
import { packageReaders, readerOfNamed } from '../../src/collect/packages/readers.js';
import type { Inventory } from '../../src/model/inventory.js';
import { diskFiles } from '../../src/system/files.js';
import { ownCases } from '../support/lockfile-cases.js';
import { mainBytes } from '../support/lockfile-damage.js';
import { projectFolder, writeTree } from '../support/project-folder.js';
import { projectRoot } from '../support/spawn-cli.js';

const OTHER_NAMES = ['report.json', 'out.txt', 'x', 'data.xml'];
/** Formats whose files look alike; the first reads both. */
const ALIKE: Readonly<Record<string, string>> = { 'npm-shrinkwrap': 'npm-lock', 'msbuild-central': 'msbuild' };

interface Sample {
  reader: string;
  name: string;
  text: string;
}

const textOf = (bytes: Uint8Array) => new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes.subarray(0, 65_536));

function sbomSamples(reader: string): Sample[] {
  const folder = join(projectRoot, 'fixtures/sboms', reader);
  return readdirSync(folder).flatMap((name) => {
    const file = readdirSync(join(folder, name)).find((each) => each !== 'expected.json') ?? '';
    return { reader, name, text: textOf(readFileSync(join(folder, name, file))) };
  });
}

const samples: Sample[] = packageReaders.flatMap(({ id }) =>
  ownCases(id).map((item) => ({ reader: id, name: item.name, text: textOf(mainBytes(item)) })),
);
samples.push(...['cyclonedx-json', 'cyclonedx-xml', 'spdx-json', 'spdx-tag'].flatMap(sbomSamples));

describe('a file the user names, whatever it is called', () => {
  it.each(samples)('of $reader ($name) is taken for nothing else', ({ reader, text }) => {
    for (const name of OTHER_NAMES) expect([undefined, ALIKE[reader] ?? reader]).toContain(readerOfNamed(name, () => text)?.id);
  });

  it.each(packageReaders.filter((reader) => reader.recognises && samples.some((sample) => sample.reader === reader.id)))(
    'of $id is recognised',
    ({ id }) => {
      const own = samples.filter((sample) => sample.reader === id);
      expect(own.map(({ name, text }) => `${name}: ${readerOfNamed('report.json', () => text)?.id}`)).toContain(`${own[0]?.name}: ${id}`);
    },
  );

  it('is read by its content before its name', () => {
    const sbom = '{"bomFormat": "CycloneDX", "specVersion": "1.5"}';
    expect(readerOfNamed('package-lock.json', () => sbom)?.id).toBe('cyclonedx-json');
    expect(readerOfNamed('requirements.txt', () => sbom)?.id).toBe('cyclonedx-json');
  });

  it('is left to its name where the content tells nothing', () => {
    expect(readerOfNamed('yarn.lock', () => 'damaged')?.id).toBe('yarn-berry');
    expect(readerOfNamed('package.json', () => '{"dependencies": {}}')?.id).toBe('package-json');
    expect(readerOfNamed('notes.txt', () => 'Dear reader,\n')).toBeUndefined();
  });

  it.each(packageReaders.filter(({ sniff, recognises }) => sniff ?? recognises))(
    'is $id only by what it has, not by what it lacks',
    (reader) => {
      for (const head of ['', 'Dear reader,\n', '{}', '{"a": 1}', '[]', '<html></html>', 'a: 1\n', '\u0000\u0001']) {
        expect(reader.recognises?.(head) ?? false, head).toBe(false);
        if (!reader.id.startsWith('cyclonedx')) expect(reader.sniff?.(head) ?? false, head).toBe(false);
      }
    },
  );
});

async function collected(files: Readonly<Record<string, string>>, named?: string): Promise<Inventory> {
  const folder = projectFolder({});
  writeTree(folder, files);
  const builder = new InventoryBuilder();
  const collector = new PackageCollector(diskFiles, builder, { excluded: () => false, gitignore: true });
  if (named === undefined) await collector.folder({ absolute: folder, prefix: '' });
  else await collector.file({ absolute: folder, prefix: '' }, named);
  return builder.finish();
}

describe('a file that is not what its name says', () => {
  it('is a note when a walk finds it', async () => {
    const { collectors, issues } = await collected({ 'bom.json': '{"a": 1}' });
    expect(collectors).toMatchObject([{ outcome: 'skipped' }]);
    expect(issues).toMatchObject([{ kind: 'unsupported_format', note: true }]);
  });

  it('fails when it is named', async () => {
    const { collectors, issues } = await collected({ 'bom.json': '{"a": 1}' }, 'bom.json');
    expect(collectors).toMatchObject([{ outcome: 'unsupported', named: true }]);
    expect(issues[0]).not.toHaveProperty('note');
  });

  it.each([
    ['report.json', '{"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": []}', /SPDX version "3/],
    ['report.json', '{"a": 1}', /neither its content nor its name/],
    ['data.xml', '<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="r" xmlns="http://spdx.org/rdf/terms#"/>', /not CycloneDX/],
    ['x', 'Dear reader,', /neither its content nor its name/],
  ])('%s that holds %j is refused in the right words', async (name, text, words) => {
    const { issues } = await collected({ [name]: text }, name);
    expect(issues).toMatchObject([{ reason: expect.stringMatching(words) }]);
  });
});

describe('a manifest of a template', () => {
  const files = {
    'pyproject.toml': '[project]\nname = "x"\n{% if cookiecutter.web %}\ndependencies = ["flask==3.0.0"]\n{% endif %}\n',
    'a/package.json': '{\n  "dependencies": {\n    "left-pad": "1.0.0",\n    {{ more }}\n  }\n}\n',
    'b/requirements.txt': 'flask==3.0.0\n{{ cookiecutter.requirements }}\ndjango=={{ version }}\n',
    'c/requirements.txt': '{{ cookiecutter.requirements }}\n',
  };

  it('is named where it has placeholders, which is no failure', async () => {
    const { issues, components } = await collected(files);
    expect(issues.filter(({ note }) => !note)).toEqual([]);
    expect(issues.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(files)));
    expect(components.map(({ name, resolved }) => [name, resolved])).toEqual([
      ['django', false],
      ['flask', true],
    ]);
  });

  it('fails on a line that is no placeholder', async () => {
    const { issues } = await collected({ 'package.json': '{\n"dependencies": {{}\n' });
    expect(issues[0]).not.toHaveProperty('note');
  });

  it('excuses no lock', async () => {
    const { issues } = await collected({ 'poetry.lock': '[[package]]\nname = "a"\nversion = {{ v }}\n[metadata]\n' });
    expect(issues.some(({ note }) => !note)).toBe(true);
  });
});
