import type { SourcePlace } from '../../../model/iac.js';
import { SHELLS, type ShellCall } from './shell-calls.js';

const FETCHES = new Set(['curl', 'wget', 'fetch', 'aria2c', 'http', 'https', 'iwr', 'invoke-webrequest']);
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
