import { wordsOfName } from '../../support/name-words.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { dangerousWords } from './data/dangerous-tool-words.js';
import { serverHit } from './hits.js';
import type { ServerSubject } from './subject.js';

/** Every tool of the server runs without approval. */
export const autoApproveAll: Rule<ServerSubject> = {
  id: 'auto-approve-all',
  family: 'mcp-config',
  title: 'All tools run unasked',
  severity: 'high',
  confidence: 'high',
  rationale: 'Nobody is asked before any tool of this server runs, also one that a later version adds or an injected text calls for.',
  fix: 'List the reading tools you want to run unasked by name, and let the client ask for the rest.',
  references: ['OWASP MCP02', 'OWASP ASI02', 'OWASP ASI09', 'OWASP LLM06', 'CWE-862'],
  *check(subject): Generator<RuleHit> {
    const all = subject.configured.autoApprove.find(({ value }) => value === '*');
    if (all) yield serverHit(subject, all, 'all tools are approved in advance');
  },
};

/** The danger of a tool by the words of its name; 0 for one that only reads. */
function danger(tool: string): number {
  const [first = '', ...rest] = wordsOfName(tool.slice(tool.lastIndexOf('/') + 1));
  if (dangerousWords.reading.has(first)) return 0;
  const words = [first, ...rest];
  const at = dangerousWords.byDanger.findIndex((group) => words.some((word) => group.has(word)));
  return at === -1 ? 0 : dangerousWords.byDanger.length - at;
}

/** A tool that changes, sends or executes runs without approval. */
export const autoApproveDangerousTool: Rule<ServerSubject> = {
  id: 'auto-approve-dangerous-tool',
  family: 'mcp-config',
  title: 'Tool with effects runs unasked',
  severity: 'medium',
  confidence: 'medium',
  rationale: 'By its name the tool writes, deletes, sends or executes; an injected text can use it without anybody noticing.',
  fix: 'Take the tool off the list, so that the client asks.',
  references: ['OWASP MCP02', 'OWASP ASI02', 'OWASP LLM06'],
  *check(subject): Generator<RuleHit> {
    const tools = subject.configured.autoApprove.filter(({ value }) => value !== '*' && danger(value) > 0);
    const [worst] = [...tools].sort((a, b) => danger(b.value) - danger(a.value));
    if (worst)
      yield serverHit(
        subject,
        worst,
        tools
          .map(({ value }) => quote(value, 60))
          .slice(0, 8)
          .join(', '),
      );
  },
};
