import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit, weighed } from './hits.js';
import type { ServerSubject } from './subject.js';

const VARIABLE = '(?:\\$\\{?(?:env:)?(?:TMPDIR|TMP|TEMP)\\}?|%(?:TMP|TEMP)%)';
const HOME =
  '(?:~|\\$\\{?(?:env:)?(?:HOME|USERPROFILE)\\}?|\\$\\{userHome\\}|%(?:USERPROFILE|HOME)%|/(?:users|home)/[^/]+|/root|/?[a-z]:/users/[^/]+|/mnt/[a-z]/users/[^/]+)';

/** Matches whole folders, never parts of a name: `/opt/template` and `/srv/tmp-tools` do not match. */
const TEMPORARY = new RegExp(
  `^(?:(?:/private)?/(?:var/)?tmp/|/dev/shm/|(?:/private)?/var/folders/|${VARIABLE}/|(?:/?[a-z]:)?/windows/temp/|[a-z]:/te?mp/|(?:.*/)?appdata/local/temp/|%localappdata%/temp/|${HOME}/downloads/|(?:.*/)?\\.npm/_npx/|(?:.*/)?\\.cache/(?:uv|npm|pip|bun)/)`,
  'i',
);

/** The program is in a folder where any user or program may add and remove files. */
export const runFromTemporaryPath: Rule<ServerSubject> = {
  id: 'run-from-temporary-path',
  family: 'mcp-config',
  title: 'Program in a temporary folder',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'Files in temporary and download folders are put there by other programs; whoever can write there decides what starts.',
  fix: 'Install the program into a folder that only you may write to, and name it by its full path.',
  references: ['OWASP MCP04', 'CWE-379', 'CWE-427'],
  *check(subject): Generator<RuleHit> {
    const { server, steps, configured } = subject;
    const programs = steps.map(({ words }) => words[0]?.text ?? '').filter((word) => /[/\\]/.test(word));
    const path = [...programs, server.local_path ?? ''].find((candidate) => TEMPORARY.test(candidate.replaceAll('\\', '/')));
    if (path === undefined) return;
    const place =
      configured.argv.find(({ value }) => value === path) ?? configured.argv.find(({ value }) => value !== '' && path.startsWith(value));
    yield serverHit(subject, place, quote(path), { severity: weighed(this.severity, subject) });
  },
};
