import type { SourcePlace } from '../../../model/iac.js';
import { SHELLS, type ShellCall } from './shell-calls.js';

const FETCHES = new Set(['curl', 'wget', 'fetch', 'aria2c', 'http', 'https', 'iwr', 'invoke-webrequest']);
/** Programs that compare what was fetched with a checksum or a signature. */
const CHECKS = new Set(['sha256sum', 'sha512sum', 'sha1sum', 'shasum', 'md5sum', 'b2sum', 'gpg', 'gpgv', 'cosign', 'minisign', 'openssl']);
const INTERPRETER = /^(?:python[\d.]*|pypy3?|node|nodejs|deno|bun|perl|ruby|php|lua|tclsh|pwsh|powershell)$/;
/** PowerShell: an expression that is run as it comes from an address. */
const POWERSHELL =
  /\b(?:iex|invoke-expression)\b[\s\S]*?\b(?:downloadstring|iwr|irm|invoke-webrequest|invoke-restmethod|curl|wget)\b|\b(?:downloadstring\s*\(|iwr\b|irm\b|invoke-webrequest\b|invoke-restmethod\b)[^|;]*\|\s*(?:iex|invoke-expression)\b/i;

/** True for a line of PowerShell that runs what it fetches. Its syntax is another than that of other shells. */
export function runsPowershellDownload(text: string): boolean {
  return POWERSHELL.test(text);
}

/** Commands that run what another fetches, each once. */
export function downloadsIntoShell(calls: readonly ShellCall[]): { at: SourcePlace; evidence: string }[] {
  return calls.flatMap((call) => {
    const { at } = call;
    const runner = FETCHES.has(call.program) ? call.into.find(runsItsInput) : undefined;
    if (runner) return [{ at, evidence: `${shown(call)} | ${shown(runner)}` }];
    return runsFed(call) ? [{ at, evidence: shown(call) }] : [];
  });
}

/** Scripts that commands fetch to a file and run from there, with nothing between that checks them; each once. */
export function downloadsThenRuns(calls: readonly ShellCall[]): { at: SourcePlace; evidence: string }[] {
  const found: { at: SourcePlace; evidence: string }[] = [];
  const fetched = new Map<string, ShellCall>();
  for (const call of calls) {
    if (CHECKS.has(call.program)) fetched.clear();
    const file = FETCHES.has(call.program) ? targetOf(call) : undefined;
    if (file !== undefined) fetched.set(file, call);
    const script = scriptOf(call);
    const by = script === undefined ? undefined : fetched.get(bareName(script));
    if (by) found.push({ at: by.at, evidence: `${shown(by)}; ${shown(call)}` });
    if (script !== undefined && by) fetched.delete(bareName(script));
  }
  return found;
}

/** The file that a download is written to, by its last part. */
function targetOf({ program, args }: ShellCall): string | undefined {
  const words = args.map(({ text }) => text);
  const option = program === 'wget' ? /^(?:-[a-zA-Z]*O|--output-document)$/ : /^(?:-[a-zA-Z]*o|--output)$/;
  const joined = words.map((word) => /^--output(?:-document)?=(.+)$/.exec(word)?.[1]).find((name) => name !== undefined);
  const at = words.findIndex((word) => option.test(word));
  const named = joined ?? (at === -1 ? undefined : words[at + 1]);
  if (named !== undefined) return named === '-' ? undefined : bareName(named);
  const keepsName = program === 'wget' || words.some((word) => /^-[a-zA-Z]*O[a-zA-Z]*$|^--remote-name$/.test(word));
  const address = words.find((word) => /^https?:\/\//.test(word));
  return keepsName && address ? bareName(address.replace(/[?#].*$/, '')) : undefined;
}

/** The script that a command runs: `sh install.sh`, `./install.sh`. */
function scriptOf({ program, args, path }: ShellCall): string | undefined {
  const words = args.map(({ text }) => text);
  if (SHELLS.has(program) || INTERPRETER.test(program) || program === 'source' || program === '.') {
    if (words.some((word) => /^-[a-z]*[ce]$/.test(word))) return undefined;
    return words.find((word) => !/^[-+]/.test(word));
  }
  return path.includes('/') && /\.(?:sh|bash|py|pl|rb|run|bin)$|install/i.test(path) ? path : undefined;
}

function bareName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function shown({ program, args }: ShellCall): string {
  return [program, ...args.map(({ text }) => text)].join(' ').slice(0, 160);
}

/** An interpreter that takes its program from what is piped into it: it has no program of its own, and no code on its command line. */
function runsItsInput({ program, args }: ShellCall): boolean {
  const words = args.map(({ text }) => text);
  if (program === 'busybox') return SHELLS.has(words[0] ?? '');
  if (SHELLS.has(program)) {
    if (words.some((word) => /^-[a-z]*c$/.test(word))) return false;
    const own = words.find((word) => !/^[-+]/.test(word));
    return own === undefined || words.some((word) => /^-[a-z]*s[a-z]*$/.test(word)) || own === '/dev/stdin';
  }
  if (!INTERPRETER.test(program)) return false;
  return (
    words.every((word) => word === '-' || /^-[BEIOSsuvx]+$/.test(word) || word === '--') || words[0] === '-' || words[0] === '/dev/stdin'
  );
}

/** A shell whose script or code is the output of a download: `bash <(curl …)`, `sh -c "$(curl …)"`, `eval "$(curl …)"`. */
function runsFed({ program, args, fed }: ShellCall): boolean {
  const fetched = fed.filter(({ calls }) => calls.some((call) => FETCHES.has(call.program)));
  if (fetched.length === 0) return false;
  if (program === 'eval') return true;
  if (program === 'source' || program === '.') return fetched.some(({ by }) => by === 'file');
  if (!SHELLS.has(program) && !INTERPRETER.test(program)) return false;
  if (fetched.some(({ by }) => by === 'file')) return true;
  const flag = args.findIndex(({ text }) => /^-[a-z]*[ce]$/.test(text));
  return flag !== -1 && /^\s*\$\(…\)/.test(args[flag + 1]?.text ?? '');
}
