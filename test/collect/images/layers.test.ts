import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOf, pathOf } from '../../../src/collect/archives/names.js';
import { type TarEntry, TarReader } from '../../../src/collect/archives/tar-reader.js';
import { Contents } from '../../../src/collect/images/layers/contents.js';
import { LayerEntries } from '../../../src/collect/images/layers/layer-entries.js';
import { type LayerOptions, readLayer } from '../../../src/collect/images/layers/read-layer.js';
import { LayeredTree } from '../../../src/collect/images/layers/tree.js';
import { digestOf } from '../../../src/collect/images/sources/digests.js';
import { InputError } from '../../../src/support/errors.js';
import { type TarMember, writeTar } from '../../support/tar-writer.js';

/** The names and contents that an archive holds, read in pieces of a size. */
function readTar(bytes: Buffer, piece: number): { name: string; text: string }[] {
  const found: { name: string; text: string }[] = [];
  let chunks: Buffer[] = [];
  const reader = new TarReader({
    entry: () => (chunk) => void chunks.push(Buffer.from(chunk)),
    done({ name }: TarEntry) {
      found.push({ name: Buffer.from(name).toString(), text: Buffer.concat(chunks).toString() });
      chunks = [];
    },
  });
  for (let at = 0; at < bytes.length; at += piece) reader.write(bytes.subarray(at, at + piece));
  reader.end();
  return found;
}

async function treeOf(...layers: TarMember[][]): Promise<LayeredTree> {
  return treeWith({ wishes: () => [{ most: 1e6 }] }, layers);
}

async function treeWith({ wishes }: Pick<LayerOptions, 'wishes'>, layers: TarMember[][]): Promise<LayeredTree> {
  const tree = new LayeredTree();
  const contents = new Contents({ memory: 1e6, scratch: 0 }, () => {
    throw new Error('no scratch file');
  });
  const limits = { bytes: 1e6, entries: 1000 };
  const { signal } = new AbortController();
  for (const [index, members] of layers.entries()) {
    const tar = writeTar(members);
    const reading = await readLayer([tar], { diffId: digestOf(tar) }, { wishes, contents, limits, signal });
    tree.apply(index, reading.entries, reading.contents);
  }
  return tree;
}

const textAt = (tree: LayeredTree, path: string) => Buffer.from(tree.file(path)?.bytes() ?? []).toString();
const sortedWalk = (tree: LayeredTree) => [...tree.walk()].sort((a, b) => (a.path < b.path ? -1 : 1));

describe('tar archives', () => {
  it('has the path of a name, as its parts say it', () => {
    const odd = fc.array(fc.constantFrom('a', '.', '..', '/', 'b.c'), { maxLength: 9 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(odd, (name) => {
        const path = partsOf(name);
        expect(pathOf(name)).toBe('parts' in path ? path.parts.join('/') : undefined);
      }),
    );
  });

  it('gives back names and contents, whatever the size of the pieces', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_/]{0,180}[a-z]$/);
    const member = fc.record({ name, content: fc.string({ maxLength: 2000 }) });
    fc.assert(
      fc.property(
        fc.array(member, { maxLength: 5 }),
        fc.constantFrom('pax' as const, 'gnu' as const),
        fc.integer({ min: 1, max: 5000 }),
        (members, dialect, piece) => {
          expect(readTar(writeTar(members, dialect), piece)).toEqual(
            members.map((one) => ({ name: one.name, text: Buffer.from(one.content).toString() })),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it('ends on damaged bytes with an error or with entries', () => {
    const bytes = writeTar([
      { name: 'a', content: 'x'.repeat(1500) },
      { name: 'b/c', content: 'y' },
    ]);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), (at, value) => {
        const damaged = Buffer.from(bytes);
        damaged[at] = value;
        try {
          readTar(damaged, 700);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});

describe('layers', () => {
  it('removes what whiteouts name from lower layers alone', async () => {
    const tree = await treeOf(
      [
        { name: 'app/a', content: '1' },
        { name: 'app/b', content: '1' },
      ],
      [{ name: 'app/c', content: '2' }, { name: 'app/.wh..wh..opq' }, { name: 'app/b', content: '2' }],
    );
    expect(tree.list('app')).toEqual(['b', 'c']);
    expect(tree.states('app/a')).toMatchObject([{ layer: 0 }, { layer: 1, file: undefined }]);
  });

  it('keeps the layer of a file that a higher layer copies unchanged', async () => {
    const tree = await treeOf([{ name: 'a', content: 'same' }], [{ name: 'a', content: 'same', mode: 0o600 }]);
    expect(tree.file('a')?.layer).toBe(0);
  });

  it('resolves links inside of the image', async () => {
    const tree = await treeOf(
      [
        { name: 'lib', type: '2', link: 'usr/lib' },
        { name: 'etc/passwd', type: '2', link: '/../../../home/passwd' },
      ],
      [
        { name: 'lib/x', content: 'through' },
        { name: 'home/passwd', content: 'inside' },
        { name: 'loop', type: '2', link: 'loop' },
      ],
    );
    expect(textAt(tree, 'usr/lib/x')).toBe('through');
    expect(textAt(tree, 'etc/passwd')).toBe('inside');
    expect(tree.file('loop')).toBeUndefined();
  });

  it('follows what a layer makes of a folder that it has already filled', async () => {
    const tree = await treeOf([
      { name: './a/x', content: 'first' },
      { name: './b/', type: '5' },
      { name: './a', type: '2', link: 'b' },
      { name: './a/y', content: 'through' },
      { name: './a/..', content: 'none' },
      { name: './a/.wh.y' },
      { name: './a/z', content: 'also through' },
    ]);
    expect(sortedWalk(tree).map(({ path, node }) => `${path} ${node.kind}`)).toEqual(['a link', 'b folder', 'b/y file', 'b/z file']);
    expect(textAt(tree, 'a/z')).toBe('also through');
  });

  const part = fc.constantFrom('a', 'b', 'lib', 'a-longer-name.so.1', 'caf\u00e9', '\u4e2d\u6587', '\u{1f600}');
  const path = fc.array(part, { minLength: 1, maxLength: 3 });
  const file = fc.record({ name: path.map((parts) => parts.join('/')), content: fc.string({ maxLength: 9 }), mode: fc.nat(0o7777) });
  const whiteout = path.map((parts): TarMember => ({ name: [...parts.slice(0, -1), `.wh.${parts.at(-1)}`].join('/') }));
  const opaque = path.map((parts): TarMember => ({ name: `${parts.join('/')}/.wh..wh..opq` }));
  const folder = fc.record({ name: path.map((parts) => parts.join('/')), type: fc.constant('5'), mode: fc.nat(0o7777) });
  const link = fc.record({ name: path.map((parts) => parts.join('/')), type: fc.constantFrom('1', '2'), link: part });
  const layer = fc.array(fc.oneof({ arbitrary: file, weight: 5 }, whiteout, opaque, folder, link), { maxLength: 12 });

  it('are the same files whether somebody keeps their bytes or not', async () => {
    const seen = (tree: LayeredTree) =>
      sortedWalk(tree).map(({ path: at, node }) => [at, node.kind, 'size' in node && node.size, 'mode' in node && node.mode, node.seen]);
    await fc.assert(
      fc.asyncProperty(fc.array(layer, { maxLength: 4 }), async (layers) => {
        const kept = await treeOf(...layers);
        const passed = await treeWith({ wishes: () => undefined }, layers);
        expect(seen(passed)).toEqual(seen(kept));
        const names = sortedWalk(kept)
          .filter(({ node }) => node.kind === 'folder')
          .map(({ path: at }) => at);
        for (const one of ['', ...names]) expect(passed.list(one)).toEqual(kept.list(one));
      }),
      { numRuns: 300 },
    );
  });

  it('are given their bytes where a link leads to them', async () => {
    const tree = await treeWith({ wishes: () => undefined }, [
      [
        { name: 'opt/data/db', content: 'some' },
        { name: 'var/db', type: '2', link: '../opt/data/db' },
      ],
    ]);
    const lacking = tree.lackingAt('var/db');
    expect(lacking?.path).toBe('opt/data/db');
    const bytes = Buffer.from('some');
    if (lacking) tree.supply(lacking, { size: 4, bytes: () => bytes, read: () => bytes });
    expect(textAt(tree, 'var/db')).toBe('some');
    expect(tree.lackingAt('var/db')).toBeUndefined();
  });

  it('list their entries as the archive has them, also after they were kept', () => {
    const text = fc.array(fc.oneof(part, fc.constant('\udc80\udcff'), fc.constant('/'), fc.string({ maxLength: 300 })), { maxLength: 4 });
    const entry = fc.record({
      kind: fc.constantFrom('file' as const, 'folder' as const, 'link' as const, 'hard' as const, 'other' as const),
      name: text.map((parts) => parts.join('')),
      size: fc.oneof(fc.nat(300), fc.maxSafeNat()),
      mode: fc.nat(0o7777),
      link: fc.oneof(
        fc.constant(''),
        text.map((parts) => parts.join('')),
      ),
      content: fc.integer({ min: -1, max: 2 ** 31 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 400 }), (entries) => {
        const written = new LayerEntries();
        for (const one of entries) written.add(one);
        expect([...written]).toEqual(entries);
        const kept = { bytes: Buffer.concat(written.encoded()), count: written.count };
        expect([...new LayerEntries(kept)]).toEqual(entries);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses a layer whose bytes are others than promised', async () => {
    const limits = { bytes: 1e6, entries: 10 };
    const contents = new Contents({ memory: 1e6, scratch: 0 }, () => {
      throw new Error('no scratch file');
    });
    const { signal } = new AbortController();
    const promised = { diffId: `sha256:${'0'.repeat(64)}` };
    const read = readLayer([writeTar([{ name: 'a', content: '1' }])], promised, { wishes: () => undefined, contents, limits, signal });
    await expect(read).rejects.toThrow('not those that the configuration names');
  });
});
