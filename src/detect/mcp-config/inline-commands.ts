import type { Placed } from '../../model/ai-evidence.js';
import { quote } from '../../support/quote.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { serverHit, weighed } from './hits.js';
import { runsEncoded } from './run-downloads.js';
import { codeText, encodedText, type InlineText, shellText } from './shells.js';
import { type ServerSubject, shownArgs } from './subject.js';

/** The place of the word of argv that holds the text. */
export function argvWord({ configured }: ServerSubject, { word }: InlineText): Placed | undefined {
  return configured.argv[word.index];
}

/** The whole word as the inventory shows it, so that no secret in it is revealed. */
function shownText(subject: ServerSubject, { word }: InlineText): string {
  return quote(shownArgs(subject)[word.index]?.shown ?? '', 120);
}

/** The text that an encoding hides, anywhere on the launch line. */
function hiddenText(subject: ServerSubject): InlineText | undefined {
  for (const step of subject.steps) {
    const encoded = encodedText(step);
    if (encoded) return encoded;
    const plain = shellText(step) ?? codeText(step);
    if (plain && runsEncoded(plain.text)) return plain;
  }
  return undefined;
}

function firstOf(subject: ServerSubject, read: (step: ServerSubject['steps'][number]) => InlineText | undefined): InlineText | undefined {
  for (const step of subject.steps) {
    const text = read(step);
    if (text) return text;
  }
  return undefined;
}

/** A shell runs a text from the configuration. */
export const shellInlineCommand: Rule<ServerSubject> = {
  id: 'shell-inline-command',
  family: 'mcp-config',
  title: 'Shell command in the configuration',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The server is started by a shell with a text of its own, so any edit of that one string is code that runs unseen.',
  fix: 'Start the program itself: its name as the command, each argument by itself.',
  references: ['OWASP MCP05', 'CWE-78'],
  *check(subject): Generator<RuleHit> {
    const text = firstOf(subject, shellText);
    if (!text || hiddenText(subject)) return;
    yield serverHit(subject, argvWord(subject, text), shownText(subject, text), { severity: weighed(this.severity, subject) });
  },
};

/** The command is hidden by an encoding. */
export const encodedCommand: Rule<ServerSubject> = {
  id: 'encoded-command',
  family: 'mcp-config',
  title: 'Encoded command',
  severity: 'high',
  confidence: 'high',
  rationale: 'The command is encoded, so that nobody who reads the file sees what runs; honest configuration has no reason for it.',
  fix: 'Decode the text, read it, and write plainly what is to run.',
  references: ['OWASP MCP05', 'OWASP ASI05', 'CWE-506'],
  *check(subject): Generator<RuleHit> {
    const text = hiddenText(subject);
    if (text) yield serverHit(subject, argvWord(subject, text), shownText(subject, text));
  },
};

/** Program text on the command line of an interpreter. */
export const inlineCode: Rule<ServerSubject> = {
  id: 'inline-code',
  family: 'mcp-config',
  title: 'Program text in the configuration',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The interpreter runs code that stands in the configuration, where no review and no scanner of source files sees it.',
  fix: 'Put the code into a file under version control and start that.',
  references: ['OWASP MCP05', 'CWE-94'],
  *check(subject): Generator<RuleHit> {
    const text = firstOf(subject, codeText);
    if (text) yield serverHit(subject, argvWord(subject, text), shownText(subject, text), { severity: weighed(this.severity, subject) });
  },
};
