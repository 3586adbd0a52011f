import { createHash } from 'node:crypto';
import type { Actor } from '../demo-tenant.js';
import type { Step } from './step.js';

/** A change of one file, and the scan that the pipeline runs for it; other changes wait for the schedule of the night. */
interface Commit {
  day: number;
  at: `${number}:${number}`;
  project: string;
  file: string;
  from: string;
  to: string;
  scannedBy?: Actor;
}

const npmLock = (name: string, version: string) => `"node_modules/${name}": {\n      "version": "${version}"`;

const conflict = (old: string, now: string) =>
  `<<<<<<< HEAD\n      "version": "${old}",\n=======\n      "version": "${now}",\n>>>>>>> upgrades\n`;
const NEXT = '      "version": "14.0.4",\n      "resolved": "https://registry.npmjs.org/next/-/next-14.0.4.tgz"\n';
const NEXT_CONFLICT = conflict('14.0.4', '14.1.1');

const poetryEntry = (name: string, version: string) =>
  `[[package]]\nname = "${name}"\nversion = "${version}"\ndescription = ""\noptional = false\npython-versions = ">=3.8"\ngroups = ["main"]\nfiles = []\n\n`;
const npmEntry = (name: string, version: string) =>
  `    "node_modules/${name}": {\n      "version": "${version}",\n      "resolved": "https://registry.npmjs.org/${name}/-/${name}-${version}.tgz"\n    },\n`;

/** Looks like a key and is none: it is made here, so that no file of the program holds anything like it. */
const madeUpKey = createHash('sha256').update('lumenpay').digest('base64').slice(0, 40);

/** What changed in the projects, in the order of time. */
const commits: readonly Commit[] = [
  {
    day: 1,
    at: '10:12',
    project: 'payments-api',
    file: 'package-lock.json',
    from: npmLock('axios', '0.21.1'),
    to: npmLock('axios', '1.7.4'),
  },
  {
    day: 2,
    at: '14:40',
    project: 'support-bot',
    file: 'poetry.lock',
    from: '[[package]]\nname = "httpx"',
    to: `${poetryEntry('gradio', '4.10.0')}[[package]]\nname = "httpx"`,
  },
  { day: 3, at: '11:05', project: 'ledger-service', file: 'go.mod', from: 'protobuf v1.32.0', to: 'protobuf v1.33.0', scannedBy: 'ci' },
  { day: 4, at: '9:48', project: 'fraud-scoring', file: 'poetry.lock', from: '"5.3.1"', to: '"6.0.2"', scannedBy: 'ci' },
  {
    day: 4,
    at: '16:20',
    project: 'payments-api',
    file: 'package-lock.json',
    from: npmLock('minimist', '1.2.5'),
    to: npmLock('minimist', '1.2.8'),
  },
  // A merge that went wrong: the lock cannot be read until the next day.
  { day: 5, at: '17:31', project: 'checkout-web', file: 'package-lock.json', from: NEXT, to: NEXT_CONFLICT, scannedBy: 'ci' },
  {
    day: 6,
    at: '8:52',
    project: 'checkout-web',
    file: 'package-lock.json',
    from: NEXT_CONFLICT,
    to: NEXT.replaceAll('14.0.4', '14.1.1'),
    scannedBy: 'ci',
  },
  {
    day: 7,
    at: '13:15',
    project: 'knowledge-base-sync',
    file: 'requirements.txt',
    from: 'aiohttp==3.9.1\n',
    to: 'aiohttp==3.9.1\nbeatifulsoup==4.12.0\n',
    scannedBy: 'ci',
  },
  {
    day: 8,
    at: '9:05',
    project: 'knowledge-base-sync',
    file: 'requirements.txt',
    from: 'beatifulsoup==4.12.0',
    to: 'beautifulsoup4==4.12.3',
    scannedBy: 'ci',
  },
  {
    day: 8,
    at: '15:42',
    project: 'payments-api',
    file: 'package-lock.json',
    from: '    "node_modules/zod"',
    to: `${npmEntry('ws', '7.4.5')}    "node_modules/zod"`,
  },
  {
    day: 9,
    at: '11:33',
    project: 'agent-tools',
    file: 'package-lock.json',
    from: npmLock('@modelcontextprotocol/inspector', '0.14.0'),
    to: npmLock('@modelcontextprotocol/inspector', '0.16.6'),
    scannedBy: 'ci',
  },
  { day: 10, at: '10:27', project: 'support-bot', file: 'poetry.lock', from: '"0.0.300"', to: '"0.0.310"' },
  {
    day: 10,
    at: '18:02',
    project: 'payments-api',
    file: 'package-lock.json',
    from: npmLock('minimist', '1.2.8'),
    to: npmLock('minimist', '1.2.5'),
  },
  // A setting that does not exist: the scans of the project fail until the next day.
  {
    day: 9,
    at: '15:20',
    project: 'helpdesk-portal',
    file: 'castellan.yaml',
    from: 'fail_on_severity',
    to: 'fail_on_severty',
    scannedBy: 'ci',
  },
  {
    day: 10,
    at: '9:02',
    project: 'helpdesk-portal',
    file: 'castellan.yaml',
    from: 'fail_on_severty',
    to: 'fail_on_severity',
    scannedBy: 'ci',
  },
  {
    day: 11,
    at: '14:09',
    project: 'settlement-batch',
    file: 'pom.xml',
    from: '<version>1.9</version>',
    to: '<version>1.10.0</version>',
    scannedBy: 'ci',
  },
  {
    day: 11,
    at: '16:31',
    project: 'support-bot',
    file: 'poetry.lock',
    from: '[[package]]\nname = "fastmcp"',
    to: `${poetryEntry('aiohttp', '3.9.1')}[[package]]\nname = "fastmcp"`,
  },
  {
    day: 12,
    at: '9:44',
    project: 'knowledge-base-sync',
    file: 'settings.ini',
    from: 'index = articles\n',
    to: `index = articles\nsecret_access_key = ${madeUpKey}\n`,
    scannedBy: 'ci',
  },
  {
    day: 12,
    at: '12:18',
    project: 'payments-infra',
    file: 'main.tf',
    from: 'restrict_public_buckets = true',
    to: 'restrict_public_buckets = false',
    scannedBy: 'ci',
  },
  {
    day: 13,
    at: '10:55',
    project: 'agent-tools',
    file: 'package-lock.json',
    from: npmLock('@langchain/community', '0.3.0'),
    to: npmLock('@langchain/community', '0.3.11'),
    scannedBy: 'ci',
  },
  {
    day: 13,
    at: '15:12',
    project: 'checkout-web',
    file: 'package-lock.json',
    from: '    "node_modules/fill-range"',
    to: `${npmEntry('ejs', '3.1.6')}    "node_modules/fill-range"`,
    scannedBy: 'ci',
  },
  // Another one, which nobody has mended yet.
  {
    day: 13,
    at: '17:22',
    project: 'agent-tools',
    file: 'package-lock.json',
    from: '      "version": "5.0.1",\n',
    to: conflict('5.0.1', '5.1.0'),
    scannedBy: 'ci',
  },
];

export const commitSteps: readonly Step[] = commits.map(({ day, at, project, file, from, to, scannedBy }) => ({
  day,
  at,
  async run(demo) {
    demo.edit(`${project}/${file}`, from, to);
    if (scannedBy) await demo.run(scannedBy, [project]);
  },
}));
