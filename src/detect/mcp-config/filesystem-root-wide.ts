import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { fileServers } from './data/file-servers.js';
import { serverHit } from './hits.js';
import type { ServerSubject } from './subject.js';
import { isWide } from './wide-places.js';

/** A file server with access to the whole disk. */
export const filesystemRootWide: Rule<ServerSubject> = {
  id: 'filesystem-root-wide',
  family: 'mcp-config',
  title: 'File server over a whole disk or home folder',
  severity: 'high',
  confidence: 'high',
  rationale: 'Every key, token and document of the user is in reach of the agent, and of whoever can put words into its input.',
  fix: 'Name only the folders the work needs, for example the project.',
  references: ['OWASP MCP02', 'OWASP MCP10', 'CWE-732'],
  *check(subject): Generator<RuleHit> {
    const { server, configured } = subject;
    if (server.image !== undefined || !isFileServer(subject)) return;
    for (const word of configured.argv.slice(1)) {
      const value = /^--?[a-z-]{1,30}=(.+)$/is.exec(word.value)?.[1] ?? word.value;
      if (isWide(value) && !/^\/[ck]$/i.test(value)) yield serverHit(subject, word, quote(value, 80));
    }
  },
};

function isFileServer({ server: { package: fetched, local_path: file }, steps }: ServerSubject): boolean {
  if (fetched) return fileServers.test(fetched.name);
  return fileServers.test(file ?? '') || steps.some(({ program }) => fileServers.test(program));
}
