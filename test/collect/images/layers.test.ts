import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TarEntry, TarReader } from '../../../src/collect/archives/tar-reader.js';
import { Contents } from '../../../src/collect/images/layers/contents.js';
import { readLayer } from '../../../src/collect/images/layers/read-layer.js';
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
  const tree = new LayeredTree();
  const contents = new Contents({ memory: 1e6, scratch: 0 }, () => {
    throw new Error('no scratch file');
  });
  const limits = { bytes: 1e6, entries: 1000 };
  const { signal } = new AbortController();
  for (const [index, members] of layers.entries()) {
    const tar = writeTar(members);
    const reading = await readLayer([tar], { diffId: digestOf(tar) }, { wishes: () => [{ most: 1e6 }], contents, limits, signal });
    tree.apply(index, reading.entries, reading.contents);
  }
  return tree;
}

const textAt = (tree: LayeredTree, path: string) => Buffer.from(tree.file(path)?.bytes() ?? []).toString();

describe('tar archives', () => {
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
    expect([...tree.walk()].map(({ path, node }) => `${path} ${node.kind}`)).toEqual(['a link', 'b folder', 'b/y file', 'b/z file']);
    expect(textAt(tree, 'a/z')).toBe('also through');
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
