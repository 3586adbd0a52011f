import { judgeActs } from '../text/frames/judge-acts.js';
import { hitsOf, judgeStatements, type TextHit } from '../text/judge.js';
import { withOpinion } from '../text/opinion/opinion.js';
import type { Subject, TextDocument } from '../text/reading/document.js';
import { readStatements } from '../text/reading/read-statements.js';
import { crossServerChecks } from './cross-server.js';
import type { ToolDefinition } from './definition.js';
import type { DefinitionString } from './strings.js';

/** A hit in one string of a definition. */
export interface StringHit {
  string: DefinitionString;
  hit: TextHit;
}

/**
 * Judges every string of a definition by itself, then the texts of the parameters joined in order, as a model reads
 * them.
 */
export function judgeDefinition(definition: ToolDefinition): StringHit[] {
  const hits = definition.strings.flatMap((string) =>
    judgeString(string.text, definition.subject, { argument: isArgument(string), ...leadOf(definition, string) }).map((hit) => ({
      string,
      hit,
    })),
  );
  // A piece that is found by itself may be the rest of an order that begins in another piece.
  const joined = hits.every(({ string }) => isArgument(string)) ? judgeJoined(definition) : [];
  return joined.length > 0 ? joined : hits;
}

/** Only the description is read right after that of the tool before. */
function leadOf({ lead }: ToolDefinition, { pointer }: DefinitionString): { lead?: string } {
  return pointer === '/description' && lead !== undefined ? { lead } : {};
}

/** True for text about one argument. */
function isArgument({ pointer }: DefinitionString): boolean {
  return /^\/(?:inputSchema|input_schema|parameters)\/.*properties\//.test(pointer);
}

/** Hits in a text that a server gives its agent; `argument` when the text is about one argument of a tool. */
export function judgeString(
  text: string,
  subject: Subject,
  { argument = false, lead }: { argument?: boolean; lead?: string } = {},
): TextHit[] {
  if (text.length < 12 && /^[\x20-\x7e]*$/.test(text)) return [];
  const document: TextDocument = {
    text,
    kind: 'json-string',
    addressee: 'agent',
    subject,
    ...(argument && { argument }),
    ...(lead !== undefined && { lead }),
  };
  const statements = readStatements(document);
  const found = [...judgeStatements(statements, document, crossServerChecks), ...judgeActs(statements, document)];
  return hitsOf(document, statements, withOpinion(found, statements, document));
}

/** An order may be split over several parameters; the finding names the piece without an end. */
function judgeJoined(definition: ToolDefinition): StringHit[] {
  const pieces = definition.strings.filter(({ pointer, place }) => place !== 'name' && pointer.includes('/properties/'));
  const start = pieces.find(({ text }) => UNFINISHED.test(text.trim()));
  if (pieces.length < 2 || start === undefined) return [];
  const text = pieces.map((piece) => piece.text.trim()).join(' ');
  return judgeString(text, definition.subject).map((hit) => ({ string: start, hit }));
}

const UNFINISHED = /(?:\b(?:and|then|to|the|with|into|of|named in|see)|[,:…]|\.\.\.)$/i;
