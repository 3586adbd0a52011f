import { describe, expect, it } from 'vitest';
import { hdf5, hdf5Attribute, hdf5ExternalLink, hdf5Message, hits, join, ruled, scan, u16, u64 } from './bytes.js';

const dense = { module: 'keras.layers', class_name: 'Dense', config: { name: 'd', units: 2 }, registered_name: null };

function model(...layers: unknown[]): string {
  return JSON.stringify({ class_name: 'Sequential', config: { name: 'm', layers } });
}

describe('Keras configurations', () => {
  it('are quiet about standard layers, whatever words their names and notes hold', () => {
    const file = model(
      dense,
      { class_name: 'Conv2D', config: { name: 'Lambda os.system' } },
      { module: 'keras.src.ops.numpy', class_name: 'Add', config: {} },
    );
    expect(ruled(file, 'config.json')).toEqual([]);
    expect(scan(file, 'config.json')).toMatchObject({ format: 'keras-json', unread: [] });
  });

  it('name bytecode in a Lambda of either generation, however deep', () => {
    const old = {
      class_name: 'TimeDistributed',
      config: { layer: { class_name: 'Lambda', config: { function: ['4wEAAAAAAAAAAAA=', null, null] } } },
    };
    const new_ = {
      module: 'keras.layers',
      class_name: 'Lambda',
      config: { function: { class_name: '__lambda__', config: { code: '4wEA' } } },
    };
    expect(ruled(model(old), 'a.json')).toEqual(['MDL-KERAS-LAMBDA high']);
    expect(ruled(model(new_), 'a.json')).toEqual(['MDL-KERAS-LAMBDA high']);
    expect(ruled(model({ class_name: 'Lambda', config: { function: 'lambda x: open(x)' } }), 'a.json')).toEqual(['MDL-KERAS-LAMBDA high']);
  });

  it('judge the function a Lambda names by its module', () => {
    const named = (module: string, name: string) =>
      ruled(model({ class_name: 'Lambda', config: { function: name, function_type: 'function', module } }), 'a.json');
    expect(named('acme.layers', 'scale')).toEqual(['MDL-KERAS-LAMBDA medium', 'MDL-KERAS-MODULE medium']);
    expect(named('os', 'system')).toEqual(['MDL-KERAS-LAMBDA medium', 'MDL-KERAS-MODULE critical']);
  });

  it('grade imports: dangerous, unknown, registered elsewhere, and the ways round the safe mode', () => {
    expect(ruled(model({ module: 'os', class_name: 'system', config: 'id' }), 'a.json')).toEqual(['MDL-KERAS-MODULE critical']);
    expect(ruled(model({ module: 'acme', class_name: 'Block', config: {} }), 'a.json')).toEqual(['MDL-KERAS-MODULE medium']);
    expect(ruled(model({ class_name: 'Acme>Block', config: {} }), 'a.json')).toEqual(['MDL-KERAS-MODULE low']);
    expect(ruled(model({ module: 'keras.utils', class_name: 'function', config: 'get_file' }), 'a.json')).toEqual([
      'MDL-KERAS-BYPASS critical',
    ]);
    expect(ruled(model({ module: 'keras.layers', class_name: 'TFSMLayer', config: {} }), 'a.json')).toEqual(['MDL-KERAS-BYPASS high']);
    expect(ruled(model({ module: 'tensorflow.python.ops.io_ops', class_name: 'function', config: 'write_file' }), 'a.json')).toEqual([
      'MDL-KERAS-MODULE critical',
    ]);
  });

  it('name files that layers read, but not lists and plain names', () => {
    const lookup = (vocabulary: unknown) =>
      ruled(model({ module: 'keras.layers', class_name: 'StringLookup', config: { vocabulary } }), 'a.json');
    expect(lookup('/etc/hostname')).toEqual(['MDL-KERAS-PATH high']);
    expect(lookup('https://x.example/v.txt')).toEqual(['MDL-KERAS-PATH high']);
    expect(lookup(['/etc/hostname', 'b'])).toEqual([]);
    expect(lookup('assets/vocabulary.txt')).toEqual([]);
  });

  it('hand the pickle of a TorchModuleWrapper to the pickle scanner', () => {
    const pickle = Buffer.from('\x80\x02cos\nsystem\n(X\x02\x00\x00\x00idtR.', 'latin1').toString('base64');
    const file = scan(model({ class_name: 'TorchModuleWrapper', module: pickle, config: {} }), 'a.json');
    expect(file.observations.some(({ kind, evidence }) => kind.startsWith('pickle.') && /os system/.test(evidence))).toBe(true);
  });

  it('tell TensorFlow functions that reach files from those that compute', () => {
    const operator = (name: string) => ruled(model({ class_name: 'TFOpLambda', config: { function: name } }), 'a.json');
    expect(operator('math.add')).toEqual([]);
    expect(operator('io.read_file')).toEqual(['MDL-KERAS-LAMBDA high']);
  });
});

describe('HDF5', () => {
  it('shows the configuration in its attributes', () => {
    const quiet = scan(hdf5(hdf5Attribute('model_config', model(dense))), 'a.h5');
    expect(quiet).toMatchObject({ format: 'keras-h5', unread: [] });
    expect(ruled(hdf5(hdf5Attribute('training_config', model({ module: 'os', class_name: 'system', config: '' }))), 'noname')).toEqual([
      'MDL-KERAS-MODULE critical',
    ]);
  });

  it('is found behind a user block', () => {
    const file = join(Buffer.alloc(512), hdf5(hdf5ExternalLink('/etc/hostname')));
    expect(ruled(file, 'a.h5')).toEqual(['MDL-KERAS-PATH high']);
  });

  it('names links out of the file by where they lead', () => {
    expect(hits(hdf5(hdf5ExternalLink('../../secret.h5')), 'a.h5')).toMatchObject([
      { rule: 'MDL-KERAS-PATH', severity: 'high', evidence: '../../secret.h5' },
    ]);
    expect(ruled(hdf5(hdf5ExternalLink('part2.h5')), 'a.h5')).toEqual(['MDL-KERAS-PATH medium']);
  });

  it('names outside files that hold a dataset', () => {
    const heap = join('HEAP', Buffer.alloc(4), u64(16), u64(0), u64(0), '/etc/hostname\0\0\0');
    const at = (start: number) => join(heap.subarray(0, 24), u64(start + 32), heap.subarray(32));
    const message = (place: number) =>
      hdf5Message(0x07, join(Buffer.from([1, 0, 0, 0]), u16(1), u16(1), u64(place), u64(0), u64(0), u64(1)));
    const size = hdf5(message(0)).length;
    expect(hits(join(hdf5(message(size)), at(size)), 'a.h5')).toMatchObject([{ rule: 'MDL-KERAS-PATH', evidence: '/etc/hostname' }]);
  });

  it('hands opaque pickles to the pickle scanner', () => {
    const pickle = Buffer.from('\x80\x02cos\nsystem\n(X\x02\x00\x00\x00idtR.', 'latin1');
    expect(scan(hdf5(hdf5Attribute('extra', pickle, 5)), 'a.h5').observations.length).toBeGreaterThan(0);
    expect(scan(hdf5(hdf5Attribute('extra', 'plain bytes', 5)), 'a.h5').observations).toEqual([]);
  });

  it('is never called clean where it is cut off, and its configuration is still found', () => {
    const whole = hdf5(hdf5Attribute('model_config', model({ module: 'os', class_name: 'system', config: '' })));
    const cut = scan(whole.subarray(0, whole.length - 1), 'a.h5');
    expect(cut.unread).not.toEqual([]);
    const broken = Buffer.from(whole);
    broken[53] = 99;
    expect(scan(broken, 'a.h5').unread).not.toEqual([]);
    const lost = Buffer.from(whole);
    lost.write('XXXX', 48, 'latin1');
    expect(ruled(lost, 'a.h5')).toEqual(['MDL-KERAS-MODULE critical']);
  });
});
