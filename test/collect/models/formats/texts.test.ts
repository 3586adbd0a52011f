import { describe, expect, it } from 'vitest';
import { listReferences, parseReference } from '../../../../src/collect/models/formats/provenance.js';
import { join, ruled, scan, u32 } from './bytes.js';

describe('Python beside a model', () => {
  const python = (text: string) => ruled(text, 'modeling_x.py');

  it('is quiet about classes, imports and words', () => {
    expect(
      python(
        'import os\nimport torch\n\nclass M(torch.nn.Module):\n    """os.system(1)"""\n    def forward(self, x):\n        return torch.relu(x).eval()\n',
      ),
    ).toEqual([]);
    expect(python('import re\npattern = re.compile("a")\npath = os.path.join("a", "b")\nmodel.eval()\n')).toEqual([]);
  });

  it.each([
    'import os\nos.system("id")\n',
    'from os import system as run\nrun("id")\n',
    'import subprocess as s\nif True:\n    s.Popen(["id"])\n',
    '__import__("os").system("id")\n',
    'import importlib\nimportlib.import_module("os").popen("id")\n',
    'import os\ngetattr(os, "system")("id")\n',
    'import os\nrun = os.system\nrun("id")\n',
    'exec(__import__("base64").b64decode("AA=="))\n',
    'class M:\n    x = eval("1")\n',
    'def a():\n    b()\ndef b():\n    import os\n    os.system("id")\na()\n',
    'import urllib.request\nurllib.request.urlopen("http://x.example")\n',
  ])('names what runs on import: %s', (text) => {
    expect(python(text)).toContain('MDL-PY-INIT high');
  });

  it('is milder about calls that wait in a function', () => {
    expect(python('import subprocess\ndef f():\n    subprocess.run(["id"])\n')).toEqual(['MDL-PY-INIT medium']);
    expect(python('import requests\ndef f():\n    requests.get("http://x.example")\n')).toEqual([]);
  });
});

describe('XML', () => {
  const pmml = (prolog: string, body = '') => ruled(`<?xml version="1.0"?>\n${prolog}<PMML version="4.4">${body}</PMML>`, 'm.pmml');

  it('is quiet about a bare document type, comments and character data', () => {
    expect(pmml('<!DOCTYPE PMML>')).toEqual([]);
    expect(pmml('<!-- <!DOCTYPE a SYSTEM "x"> -->', '<![CDATA[<layer library="x">]]><Extension name="note" value="plain"/>')).toEqual([]);
    expect(scan('<PMML/>', 'm.pmml')).toMatchObject({ format: 'pmml', unread: [] });
  });

  it('grades entities', () => {
    expect(pmml('<!DOCTYPE PMML [<!ENTITY e SYSTEM "file:///etc/hostname">]>')).toEqual(['MDL-XML-ENTITY high']);
    expect(pmml('<!DOCTYPE PMML [<!ENTITY % p PUBLIC "a" "http://x.example/">]>')).toEqual(['MDL-XML-ENTITY high']);
    expect(pmml('<!DOCTYPE PMML SYSTEM "http://x.example/a.dtd">')).toEqual(['MDL-XML-ENTITY medium']);
    expect(pmml(`<!DOCTYPE PMML [<!ENTITY a "x"><!ENTITY b "${'&a;'.repeat(120)}">]>`)).toEqual(['MDL-XML-ENTITY medium']);
    expect(pmml('<!DOCTYPE PMML [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>')).toEqual([]);
  });

  it('reads UTF-16', () => {
    const text = '<?xml version="1.0"?><!DOCTYPE PMML [<!ENTITY e SYSTEM "file:///x">]><PMML/>';
    expect(ruled(join(Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')), 'm.xml')).toEqual(['MDL-XML-ENTITY high']);
  });

  it('names native libraries of OpenVINO and active content', () => {
    expect(ruled('<net name="m"><layers><layer type="ReLU" version="opset1"/></layers></net>', 'm.xml')).toEqual([]);
    expect(ruled('<net name="m"><layers><layer type="X" version="extension" library="/tmp/x.so"/></layers></net>', 'm.xml')).toEqual([
      'MDL-NATIVE-EXT high',
    ]);
    expect(pmml('<?xml-stylesheet href="http://x.example/a.xsl"?>')).toEqual(['MDL-META-ACTIVE low']);
    expect(pmml('', '<Extension name="s" value="java.lang.Runtime.getRuntime().exec"/>')).toEqual(['MDL-META-ACTIVE low']);
  });
});

describe('R data', () => {
  const words = (...values: number[]) => Buffer.concat(values.map((value) => u32(value).reverse()));
  const r = (...values: number[]) => join('X\n', words(2, 0x040300, 0x020300, ...values));

  it('passes over vectors, lists and attributes', () => {
    expect(scan(r(14, 1, 0, 0), 'a.rds')).toMatchObject({ format: 'r', observations: [], unread: [] });
    expect(scan(r(19, 2, 254, 254), 'a.rds')).toMatchObject({ observations: [], unread: [] });
    expect(scan(r(13 | 0x200, 0, 0x402, 1, 9, 0xffffffff, 254, 254), 'a.rds')).toMatchObject({ observations: [], unread: [] });
  });

  it('names promises, closures and bytecode', () => {
    expect(ruled(r(5, 252, 254), 'a.rds')).toEqual(['MDL-R-PROMISE critical']);
    expect(ruled(r(19, 1, 0x403, 253, 254, 254), 'a.rds')).toEqual(['MDL-R-PROMISE medium']);
    const bytecode = r(21, 1);
    expect(ruled(bytecode, 'a.rds')).toEqual(['MDL-R-PROMISE medium']);
    expect(scan(bytecode, 'a.rds').unread).not.toEqual([]);
  });

  it('reads the text form', () => {
    expect(ruled('A\n2\n262912\n131840\n5\n252\n254\n', 'a.rds')).toEqual(['MDL-R-PROMISE critical']);
    expect(scan('A\n2\n262912\n131840\n14\n2\n1\n2.5\n', 'a.rds').unread).toEqual([]);
  });

  it('never trusts a length', () => {
    expect(scan(r(19, 0x7fffffff), 'a.rds').unread).not.toEqual([]);
  });
});

describe('plain data', () => {
  it('is read whole or said to be unread', () => {
    expect(scan(Buffer.from([0x81, 0xa1, 0x61, 0x01]), 'a.msgpack')).toMatchObject({ format: 'flax-msgpack', unread: [] });
    expect(scan(Buffer.from([0x81, 0xa1, 0x61, 0xc6, 0xff, 0xff, 0xff, 0xff]), 'a.msgpack').unread).not.toEqual([]);
    expect(scan('{i\x01a[$i#i\x02\x01\x02}', 'a.ubj').unread).toEqual([]);
    expect(scan('{i\x01a[$i#l\x7f\x7f\x7f\x7f}', 'a.ubj').unread).not.toEqual([]);
    expect(scan(join('CBM1', u32(4), u32(0)), 'a.cbm').unread).toEqual([]);
    expect(scan(join('CBM1', u32(4000)), 'a.cbm').unread).not.toEqual([]);
    expect(scan('tree\nversion=v4\nfeature_names=eval exec\nend of trees\n', 'a.txt')).toMatchObject({ format: 'lightgbm', unread: [] });
    expect(scan('version https://git-lfs.github.com/spec/v1\noid sha256:00\n', 'a.safetensors').unread).not.toEqual([]);
  });
});

describe('provenance', () => {
  it('is read from model cards', () => {
    const card = '---\nlicense: apache-2.0\nbase_model:\n- org/base\n- org/other@0123456789012345678901234567890123456789\n---\n# Card\n';
    const found = scan(card, 'README.md').observations.map(({ kind, evidence, facts }) => `${kind} ${evidence} ${facts?.floating ?? ''}`);
    expect(found).toEqual([
      'provenance.licence apache-2.0 ',
      'provenance.reference base_model: org/base true',
      'provenance.reference base_model: org/other@0123456789012345678901234567890123456789 false',
    ]);
  });

  it('is listed for the inventory, each with its revision', () => {
    const file = scan(JSON.stringify({ _name_or_path: 'org/z', base_model: 'org/a', revision: 'main' }), 'config.json');
    expect(listReferences(file)).toEqual([
      { path: 'config.json', reference: 'org/a', revision: 'main', floating: true },
      { path: 'config.json', reference: 'org/z', revision: 'main', floating: true },
    ]);
  });

  it('takes addresses of the hub apart and leaves folders alone', () => {
    expect(parseReference('https://huggingface.co/org/name/tree/main')).toEqual({
      reference: 'org/name',
      revision: 'main',
      floating: true,
    });
    expect(parseReference('org/name')).toEqual({ reference: 'org/name', floating: true });
    for (const other of ['/home/me/model', '../base', 'bert', 'a/b/c', 'https://example.com/a/b', 'models/model.bin'])
      expect(parseReference(other)).toBeUndefined();
  });
});
