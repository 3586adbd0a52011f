import { describe, expect, it } from 'vitest';
import { toldOf, verdictOf } from './bundle.js';
import { scriptCases } from './script-cases.js';

/** Cases that are known to be missed, so that one that is found later is taken out of the list. */
const MISSED = new Set<string>([
  'bytes-arithmetic: characters dealt over two lists and zipped',
  'opaque-payload: numbers through a loop into a function',
  'credential-theft: gh token to a pastebin in shell',
  "credential-theft: agent's own login in Perl",
  'credential-theft: env files of all projects in PHP',
  'exfiltration: git push of a hidden branch',
  "exfiltration: token written into the repository's issue by API",
  'fetch-and-run: iex of a string in PowerShell with aliases',
  'agent-config: orders appended to the instruction file in Python',
]);

const FILES = ['blind', 'more', 'third', 'fourth'];
const named = (kind: string) =>
  FILES.flatMap((file) => scriptCases(`${file}-${kind}`)).map((each) => [`${each.kind}: ${each.what}`, each] as const);

describe('scripts whose text says nothing of what they do', () => {
  const hostile = named('hostile');

  it.each(hostile.filter(([name]) => !MISSED.has(name)))('are found: %s', (_name, { bundle }) => {
    expect(verdictOf(bundle)).toBe('malicious');
  });

  it.each(hostile.filter(([name]) => MISSED.has(name)))('are not found yet: %s', (_name, { bundle }) => {
    expect(verdictOf(bundle)).not.toBe('malicious');
  });

  it.each(named('ordinary'))('raise no alarm where they are honest: %s', (_name, { bundle }) => {
    expect(toldOf(bundle).filter((told) => /^(?:critical|high)/.test(told))).toEqual([]);
  });
});
