import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calling, evidenceOf, imported, judged, pickle, short } from '../../support/pickle-writer.js';

const calls = (bytes: Buffer) => evidenceOf(judged(bytes), 'pickle.call');
const P4 = '\x80\x04';

describe('imports are exact whatever brought the words to the stack', () => {
  it.each([
    ['GLOBAL of protocol 0', pickle('cos\nsystem\n(', "S'id'\n", 'tR.')],
    ['INST', pickle('(', "S'id'\n", 'ios\nsystem\n.')],
    ['OBJ', pickle('(cos\nsystem\n', "S'id'\n", 'o.')],
    ['NEWOBJ', pickle('\x80\x02cos\nsystem\nU\x02id\x85\x81.')],
    ['STACK_GLOBAL from 8-bit strings', pickle(P4, 'U\x02osU\x06system\x93)R.')],
    ['escaped UNICODE', pickle(P4, 'V\\u006fs\nV\\u0073ystem\n\x93)R.')],
    ['escaped STRING', pickle(P4, "S'\\x6fs'\nS'\\163ystem'\n\x93)R.")],
    ['memo in reverse order', pickle(P4, short('system'), 'q\x00', short('os'), 'q\x0100', 'h\x01h\x00\x93)R.')],
    ['a slot that is written twice', pickle(P4, short('json'), 'q\x000', short('os'), 'q\x000', 'h\x00', short('system'), '\x93)R.')],
    ['decoys that are popped', pickle(P4, short('os'), short('json'), '0', short('system'), 'K\x01(NN10\x93)R.')],
    ['DUP and a mark that POP takes', pickle(P4, short('os'), '20(0', short('system'), '\x93)R.')],
    ['no protocol head', pickle(imported('os', 'system'), ')R.')],
    ['tiny frames', pickle(P4, '\x95\x04\0\0\0\0\0\0\0', imported('os', 'system'), ')R.')],
  ])('%s', (_name, bytes) => {
    expect(calls(bytes)).toContain('os system');
  });

  it('resolves memoised words of a stream of its own', () => {
    const first = pickle(P4, short('json'), '\x940', short('dumps'), '\x940N.');
    const second = pickle(P4, short('os'), '\x940', short('system'), '\x940h\x00h\x01\x93)R.');
    expect(calls(Buffer.concat([first, second]))).toEqual(['os system']);
  });

  it('reads numbers as CPython does and goes on after those it cannot read', () => {
    for (const number of ['I0x10\n', 'I010\n', 'I 7\n', 'L0x10L\n', 'L-0b1L\n', 'Iabc\n', 'F1e9\n']) {
      expect(calls(pickle(number, '0cos\nsystem\n)R.'))).toEqual(['os system']);
    }
  });
});

describe('what ran before an error is kept', () => {
  it.each([
    ['no STOP', ''],
    ['unknown opcode', '\xff'],
    ['stack underflow', '000000'],
    ['missing memo slot', 'h\x63.'],
    ['declared gigabytes', 'B\xff\xff\xff\xffx.'],
    ['unknown protocol', '\x80\x63.'],
  ])('%s', (_name, tail) => {
    const result = judged(pickle(P4, imported('os', 'system'), ')R', tail));
    expect(result.verdict).toBe('unsafe');
    expect(result.file.unread).toHaveLength(1);
  });

  it('calls a cut-off stream without imports unknown, not safe', () => {
    expect(judged(pickle(P4, ']K\x01')).verdict).toBe('unknown');
  });
});

describe('indirect calls', () => {
  it('names the attribute that getattr, attrgetter and __import__ lead to', () => {
    const getattr = pickle(P4, imported('builtins', 'getattr'), imported('os', 'path'), short('system'), '\x86R)R.');
    expect(calls(getattr)).toContain('os path.system');
    const importing = pickle(
      P4,
      imported('builtins', 'getattr'),
      imported('builtins', '__import__'),
      short('os'),
      '\x85R',
      short('system'),
      '\x86R)R.',
    );
    expect(calls(importing)).toContain('os system');
    const getter = pickle(P4, imported('operator', 'attrgetter'), short('system'), '\x85R', imported('os', 'path'), '\x85R)R.');
    expect(calls(getter)).toContain('os path.system');
  });

  it('takes every import in a computed callable for called', () => {
    const bytes = pickle(P4, imported('acme', 'pick'), imported('os', 'system'), '\x85R)R.');
    expect(calls(bytes)).toEqual(['acme pick', 'os system']);
    expect(evidenceOf(judged(bytes), 'pickle.indirect')).toEqual(['acme pick']);
  });

  it('looks into bytes given to a loader', () => {
    const inner = calling('os', 'system').toString('latin1');
    const result = judged(
      pickle(P4, imported('torch.storage', '_load_from_bytes'), `C${String.fromCharCode(inner.length)}${inner}`, '\x85R.'),
    );
    expect(result.file.observations.find(({ evidence }) => evidence === 'os system')?.member).toMatch(/^bytes at/);
    expect(result.verdict).toBe('unsafe');
  });
});

describe('streams in a row', () => {
  it('finds a pickle behind padding, and tells trailing bytes', () => {
    const gap = Buffer.concat([pickle('N.'), Buffer.alloc(40), pickle('~~~~'), calling('os', 'system')]);
    expect(calls(gap)).toEqual(['os system']);
    expect(judged(Buffer.concat([pickle('\x80\x02N.'), Buffer.from('~~~')])).rules).toEqual(['MDL-PKL-TRAIL none']);
    expect(judged(Buffer.concat([pickle('\x80\x02N.'), Buffer.alloc(512)])).rules).toEqual([]);
  });

  it('stops at the storages of the legacy torch layout', () => {
    const magic = `\x80\x02\x8a\x0a${Buffer.from('6cfc9c46f9206aa85019', 'hex').toString('latin1')}.`;
    const legacy = pickle(magic, '\x80\x02M\xe9\x03.', '\x80\x02}.', '\x80\x02}.', '\x80\x02].', 'cos\nsystem\n)R.');
    const result = judged(legacy, 'model.pt');
    expect(result.file.format).toBe('pytorch-legacy');
    expect(result.verdict).toBe('safe');
  });
});

describe('joblib arrays between the opcodes', () => {
  const wrapper = (dtype: string, count: number) =>
    pickle(
      P4,
      imported('joblib.numpy_pickle', 'NumpyArrayWrapper'),
      ')\x81}(',
      short('shape'),
      `K${String.fromCharCode(count)}\x85`,
      short('dtype'),
      imported('numpy', 'dtype'),
      short(dtype),
      '\x85R',
      'ub',
    );

  it('hops over their bytes', () => {
    const bytes = Buffer.concat([wrapper('f8', 2), Buffer.alloc(16, 0xff), pickle('0', imported('os', 'system'), ')R.')]);
    expect(calls(bytes)).toContain('os system');
  });

  it('reads objects as the pickle they are', () => {
    const bytes = Buffer.concat([wrapper('O8', 1), calling('os', 'system'), pickle('.')]);
    expect(calls(bytes)).toContain('os system');
    expect(judged(bytes).file.unread).toEqual([]);
  });
});

describe('hostile sizes', () => {
  it('tells expansion, huge memo indices and allocations', () => {
    const bomb = pickle(P4, 'N', '2\x86'.repeat(30), '.');
    expect(judged(bomb).rules).toEqual(['MDL-PKL-EXPANSION medium']);
    expect(judged(pickle('\x80\x02Nr\xff\xff\xff\x7f.')).rules).toEqual(['MDL-PKL-MEMO-HUGE medium']);
    expect(judged(pickle(P4, imported('builtins', 'bytearray'), '\x8a\x06\0\0\0\0\0\x01\x85R.')).rules).toEqual(['MDL-PKL-ALLOC medium']);
  });

  it('never throws, whatever the bytes', () => {
    const seed = fc.constantFrom(...[calling('os', 'system'), pickle('(lp0\nI1\na.'), pickle(P4, '}(', short('a'), 'K\x01u.')]);
    const noise = fc.tuple(seed, fc.uint8Array({ maxLength: 24 }), fc.nat({ max: 40 }));
    fc.assert(
      fc.property(noise, ([start, bytes, at]) => {
        const mixed = Buffer.concat([start.subarray(0, at), bytes, start.subarray(at)]);
        expect(['safe', 'suspicious', 'unsafe', 'unknown']).toContain(judged(mixed).verdict);
      }),
      { numRuns: 300 },
    );
  });
});
