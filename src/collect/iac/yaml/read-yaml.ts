import { type Event, parseEvents, YAMLException } from 'js-yaml';
import { InputError } from '../../../support/errors.js';
import { limits } from '../../../support/limits.js';
import { quote } from '../../../support/quote.js';
import type { ReadIssue } from '../../reader.js';
import { Conversion } from './conversion.js';
import { type LenientDocument, lenientEvents } from './lenient-events.js';
import type { YamlOptions, YamlText } from './yaml-text.js';

/** Characters of a text; parsing with positions takes many times as much memory. */
const MAX_LENGTH = 16 * 1024 * 1024;
/** Problems of a text that are reported one by one. */
const MAX_ISSUES = 20;

/**
 * Reads all documents of a YAML (or JSON) text with positions. The line of a value is that of its key, if it has one. Anchors, aliases and
 * merge keys are resolved; an aliased value is one object at all its places, as deep as it goes. A document with a syntax error is left out
 * and is an issue, so is a key that stands twice, of which the last counts. Throws InputError `too_large`, `too_deep` or `too_many` at the
 * limits. Loads the library, so import it lazily.
 */
export function readYaml(text: string, path: string, options: YamlOptions = {}): YamlText {
  if (text.length > MAX_LENGTH)
    throw new InputError({ where: path, issue: 'too_large', message: `YAML larger than ${MAX_LENGTH / 1024 / 1024} MiB` });
  const read: YamlText = { documents: [], issues: [] };
  const report = (issue: ReadIssue) => {
    if (read.issues.length < MAX_ISSUES) read.issues.push(issue);
  };
  const conversion = new Conversion(text, path, options, report);
  for (const part of partsOf(text, path)) {
    if (Array.isArray(part)) for (const document of conversion.documents(part)) read.documents.push(document);
    else
      report({
        kind: 'unparsable',
        line: conversion.lineOf(Math.min(part.offset, text.length)),
        reason: `not valid YAML: ${quote(part.error, 120)}`,
      });
    if (read.issues.length >= MAX_ISSUES) break;
  }
  return read;
}

/** The events of the whole text; where it is not valid to the letter, those of each document that can be read. */
function* partsOf(text: string, path: string): Generator<LenientDocument> {
  try {
    const events = strictEvents(text);
    if (events) yield events;
    else yield* lenientEvents(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InputError({ where: path, issue: 'too_deep', message: 'YAML is nested too deeply' });
  }
}

/** Undefined: it is not valid. Throws RangeError where it is nested too deeply. */
function strictEvents(text: string): Event[] | undefined {
  try {
    return parseEvents(text, { maxDepth: limits.maxDepth });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason.startsWith('nesting exceeded')) throw new RangeError(error.reason);
    return undefined;
  }
}
