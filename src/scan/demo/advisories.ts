import type { EpssScore, KevEntry, RangeEvent } from '../../model/advisory.js';

/** What a published advisory says about the one package of the sample estate it concerns. Facts as published, words our own. */
export interface DemoAdvisory {
  id: string;
  aliases?: string[];
  /** `ecosystem name`. */
  package: string;
  ranges?: RangeEvent[][];
  versions?: string[];
  vector?: string;
  cwes?: string[];
  published: string;
  modified: string;
  withdrawn?: string;
  summary: string;
}

/** Affected from the first version, or from `introduced`, until the fix. */
function until(fixed: string, introduced = '0'): RangeEvent[] {
  return [{ introduced }, { fixed }];
}

/** The same, up to and with the last affected version; nothing says which one mends it. */
function upTo(last: string): RangeEvent[] {
  return [{ introduced: '0' }, { last_affected: last }];
}

const FILESYSTEM = '@modelcontextprotocol/server-filesystem';
const REMOTE_TAKEOVER = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const CRASH_BY_REQUEST = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:H/SC:N/SI:N/SA:N';
const REBINDING = 'CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:H/VI:H/VA:N/SC:N/SI:N/SA:N';
const OUT_OF_FOLDER = 'CVSS:4.0/AV:N/AC:L/AT:P/PR:N/UI:P/VC:N/VI:N/VA:H/SC:H/SI:H/SA:H';

/** Sorted by id. */
export const demoAdvisories: readonly DemoAdvisory[] = [
  {
    id: 'CVE-2025-53967',
    package: 'npm figma-developer-mcp',
    ranges: [until('0.6.3')],
    vector: 'CVSS:3.1/AV:A/AC:H/PR:N/UI:N/S:C/C:H/I:H/A:N',
    cwes: ['CWE-420'],
    published: '2025-10-08T00:00:00Z',
    modified: '2025-10-08T17:18:20Z',
    summary: 'A crafted request makes the fallback download run shell commands',
  },
  {
    id: 'GHSA-36p3-wjmg-h94x',
    aliases: ['CVE-2022-22965'],
    package: 'Maven org.springframework:spring-beans',
    ranges: [until('5.2.20.RELEASE'), until('5.3.18', '5.3.0')],
    vector: REMOTE_TAKEOVER,
    cwes: ['CWE-74', 'CWE-94'],
    published: '2022-03-31T18:30:50Z',
    modified: '2022-06-01T22:15:49Z',
    summary: 'Data binding reaches the class loader: remote code execution (Spring4Shell)',
  },
  {
    id: 'GHSA-3qhf-m339-9g5v',
    aliases: ['CVE-2025-53366', 'PYSEC-2026-1616'],
    package: 'PyPI mcp',
    ranges: [until('1.9.4')],
    vector: CRASH_BY_REQUEST,
    published: '2025-07-04T22:06:49Z',
    modified: '2026-07-16T18:45:48Z',
    summary: 'A malformed request ends a FastMCP server',
  },
  {
    id: 'GHSA-5cgr-j3jf-jw3v',
    aliases: ['CVE-2025-68143', 'PYSEC-2026-1621'],
    package: 'PyPI mcp-server-git',
    ranges: [until('2025.9.25')],
    vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:P/VC:N/VI:N/VA:N/SC:H/SI:H/SA:H',
    published: '2025-12-17T19:49:54Z',
    modified: '2026-07-07T17:56:32Z',
    summary: 'The git_init tool makes a repository of any folder on the machine',
  },
  {
    id: 'GHSA-6xpm-ggf7-wc3p',
    aliases: ['CVE-2025-6514'],
    package: 'npm mcp-remote',
    ranges: [until('0.1.16', '0.0.5')],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H',
    cwes: ['CWE-78'],
    published: '2025-07-09T15:30:44Z',
    modified: '2025-07-09T19:42:17Z',
    summary: 'A hostile server answers with an authorization address that runs as a command',
  },
  {
    id: 'GHSA-8r9q-7v3j-jr4g',
    aliases: ['CVE-2026-0621'],
    package: 'npm @modelcontextprotocol/sdk',
    ranges: [until('1.25.2', '1.3.0')],
    vector: CRASH_BY_REQUEST,
    cwes: ['CWE-1333'],
    published: '2026-01-05T21:30:33Z',
    modified: '2026-09-10T03:50:59Z',
    summary: 'A resource address chosen by the other side backtracks without end',
  },
  {
    id: 'GHSA-9h52-p55h-vw2f',
    aliases: ['CVE-2025-66416', 'PYSEC-2026-1617'],
    package: 'PyPI mcp',
    ranges: [until('1.23.0')],
    vector: REBINDING,
    published: '2025-12-02T16:52:08Z',
    modified: '2026-09-10T03:50:31Z',
    summary: 'Local HTTP servers accept requests from web pages by DNS rebinding',
  },
  {
    id: 'GHSA-9wv6-86v2-598j',
    aliases: ['CVE-2024-45296'],
    package: 'npm path-to-regexp',
    ranges: [until('0.1.10'), until('1.9.0', '0.2.0'), until('3.3.0', '2.0.0'), until('6.3.0', '4.0.0'), until('8.0.0', '7.0.0')],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
    cwes: ['CWE-1333'],
    published: '2024-09-09T20:19:15Z',
    modified: '2024-09-11T17:17:48Z',
    summary: 'Routes with two parameters in one segment become backtracking expressions',
  },
  {
    id: 'GHSA-9xwc-hfwc-8w59',
    aliases: ['CVE-2025-68144', 'PYSEC-2026-1622'],
    package: 'PyPI mcp-server-git',
    ranges: [until('2025.12.18')],
    vector: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:P/VC:N/VI:N/VA:N/SC:N/SI:H/SA:L',
    published: '2025-12-17T22:50:29Z',
    modified: '2026-07-07T17:56:33Z',
    summary: 'Branch names that look like options overwrite files through git_diff and git_checkout',
  },
  {
    id: 'GHSA-hc55-p739-j48w',
    aliases: ['CVE-2025-53110'],
    package: `npm ${FILESYSTEM}`,
    ranges: [upTo('0.6.2'), until('2025.7.1', '2025.1.14')],
    vector: OUT_OF_FOLDER,
    cwes: ['CWE-22'],
    published: '2025-07-01T20:14:00Z',
    modified: '2025-07-02T18:57:22Z',
    summary: 'Folders whose names begin like an allowed one are open as well',
  },
  {
    id: 'GHSA-j8r2-6x86-q33q',
    aliases: ['CVE-2023-32681', 'PYSEC-2023-74'],
    package: 'PyPI requests',
    ranges: [until('2.31.0', '2.3.0')],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:C/C:H/I:N/A:N',
    cwes: ['CWE-200'],
    published: '2023-05-22T20:36:32Z',
    modified: '2024-02-16T08:09:04Z',
    summary: 'Redirects to https hand the proxy password to the destination',
  },
  {
    id: 'GHSA-j975-95f5-7wqh',
    aliases: ['CVE-2025-53365'],
    package: 'PyPI mcp',
    ranges: [until('1.10.0')],
    vector: CRASH_BY_REQUEST,
    cwes: ['CWE-248'],
    published: '2025-07-04T22:03:46Z',
    modified: '2025-07-08T13:53:36Z',
    summary: 'A client that breaks off a streamed session ends the server',
  },
  {
    id: 'GHSA-q66q-fx2p-7w4m',
    aliases: ['CVE-2025-53109'],
    package: `npm ${FILESYSTEM}`,
    ranges: [upTo('0.6.2'), until('2025.7.1', '2025.1.14')],
    vector: OUT_OF_FOLDER,
    cwes: ['CWE-59'],
    published: '2025-07-01T20:13:56Z',
    modified: '2025-07-02T18:56:39Z',
    summary: 'A symbolic link leads out of the allowed folders',
  },
  {
    id: 'GHSA-rv95-896h-c2vc',
    aliases: ['CVE-2024-29041'],
    package: 'npm express',
    ranges: [until('4.19.2'), until('5.0.0-beta.3', '5.0.0-alpha.1')],
    vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
    cwes: ['CWE-1286', 'CWE-601'],
    published: '2024-03-25T19:40:26Z',
    modified: '2024-03-25T22:24:57Z',
    summary: 'Malformed addresses get around the list of allowed redirects',
  },
  {
    id: 'GHSA-w48q-cv73-mx4w',
    aliases: ['CVE-2025-66414'],
    package: 'npm @modelcontextprotocol/sdk',
    ranges: [until('1.24.0')],
    vector: REBINDING,
    cwes: ['CWE-1188', 'CWE-350'],
    published: '2025-12-02T16:51:57Z',
    modified: '2026-09-10T03:49:54Z',
    summary: 'Local HTTP servers accept requests from web pages by DNS rebinding',
  },
  {
    id: 'GHSA-wvxp-jp4w-w8wg',
    aliases: ['CVE-2025-66404'],
    package: 'npm mcp-server-kubernetes',
    ranges: [until('2.9.8')],
    vector: 'CVSS:3.1/AV:N/AC:H/PR:H/UI:R/S:U/C:H/I:H/A:H',
    cwes: ['CWE-77'],
    published: '2025-12-03T20:40:11Z',
    modified: '2025-12-03T20:54:51Z',
    summary: 'The exec_in_pod tool hands its command to a shell',
  },
  {
    id: 'MAL-2024-5909',
    package: 'PyPI requesuts',
    versions: ['1.0.0'],
    published: '2024-06-25T13:41:46Z',
    modified: '2024-10-24T01:01:59Z',
    summary: 'Malicious package with a name that looks like requests',
  },
  {
    id: 'PYSEC-2022-43059',
    aliases: ['CVE-2022-33124'],
    package: 'PyPI aiohttp',
    ranges: [[{ introduced: '0' }]],
    vector: 'CVSS:3.1/AV:L/AC:L/PR:N/UI:R/S:U/C:N/I:N/A:H',
    published: '2022-06-23T17:15:00Z',
    modified: '2024-02-16T13:47:54Z',
    withdrawn: '2023-11-08T00:54:24Z',
    summary: 'Disputed report of a crash by a malformed IPv6 address',
  },
  {
    id: 'PYSEC-2023-138',
    aliases: ['CVE-2023-36095'],
    package: 'PyPI langchain',
    ranges: [until('0.0.236')],
    vector: REMOTE_TAKEOVER,
    published: '2023-08-05T03:15:00Z',
    modified: '2023-08-22T15:51:39Z',
    summary: 'Prompts reach exec through the program-aided chain',
  },
  {
    id: 'PYSEC-2023-147',
    aliases: ['CVE-2023-39659'],
    package: 'PyPI langchain',
    ranges: [until('0.0.233')],
    vector: REMOTE_TAKEOVER,
    published: '2023-08-15T17:15:00Z',
    modified: '2023-08-22T18:27:28Z',
    summary: 'Prompts run as code through the Python tool',
  },
  {
    id: 'PYSEC-2023-162',
    aliases: ['CVE-2023-39631'],
    package: 'PyPI langchain',
    ranges: [until('0.0.308')],
    vector: REMOTE_TAKEOVER,
    published: '2023-09-01T16:15:00Z',
    modified: '2023-10-04T16:56:57Z',
    summary: 'Prompts run as code through the evaluate function of numexpr',
  },
];

/** CISA KEV entries of the sample. */
export const demoKev: readonly KevEntry[] = [
  { cve: 'CVE-2022-22965', date_added: '2022-04-04', due_date: '2022-04-25', ransomware: false },
];

/** EPSS scores of the sample: of their order of magnitude, not those of any day. */
export const demoEpss: Readonly<Record<string, EpssScore>> = {
  'CVE-2022-22965': { score: 0.94, percentile: 0.999 },
  'CVE-2023-32681': { score: 0.06, percentile: 0.91 },
  'CVE-2023-36095': { score: 0.02, percentile: 0.83 },
  'CVE-2025-53967': { score: 0.01, percentile: 0.75 },
  'CVE-2025-6514': { score: 0.03, percentile: 0.86 },
};
