import { afterEach, describe, expect, it } from 'vitest';
import { Contents } from '../../../src/collect/images/layers/contents.js';
import { openScratchFile } from '../../../src/system/scratch-file.js';

const MIB = 2 ** 20;

describe('contents of a layer', () => {
  const opened: Contents[] = [];
  const contents = (memory: number, scratch: number) => {
    const made = new Contents({ memory, scratch }, openScratchFile);
    opened.push(made);
    return made;
  };
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
  });

  it.each([
    ['in memory', 1000],
    ['in the scratch file', 3 * MIB],
  ])('keep their holes, and take the same bytes twice: %s', (_place, size) => {
    const kept = contents(MIB, 8 * MIB);
    const sink = kept.sink(size);
    sink.put(Buffer.from('begin'), 0);
    sink.put(Buffer.from('beginning'), 0);
    sink.put(Buffer.from('end and more'), size - 3);
    const content = sink.finish();
    const expected = Buffer.alloc(size);
    expected.write('beginning');
    expected.write('end', size - 3);
    expect(Buffer.from(content.bytes()).equals(expected)).toBe(true);
    expect(content.read(5, 4).toString()).toBe('ning');
    expect(content.read(size - 3, 100).toString()).toBe('end');
    expect(content.read(size, 1)).toHaveLength(0);
  });

  it('go to the scratch file where memory is full, and are refused where that is full', () => {
    const kept = contents(10, 20);
    const texts = ['in memory', 'in the scratch file'];
    const found = texts.map((text) => {
      const sink = kept.sink(text.length);
      sink.put(Buffer.from(text), 0);
      return sink.finish();
    });
    expect(found.map((content) => Buffer.from(content.bytes()).toString())).toEqual(texts);
    const more = kept.sink(1);
    expect(() => more.finish()).not.toThrow();
    expect(() => kept.sink(30).finish()).toThrow('scratch space');
    expect(() => kept.sink(2 * MIB)).toThrow('scratch space');
  });
});
