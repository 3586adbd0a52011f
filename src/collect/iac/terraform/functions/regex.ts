import { RE2JS, RE2JSSyntaxException } from 're2js';
import { EvaluationError } from '../values/errors.js';
import type { Call, Plain } from './contract.js';

const MAX_PATTERN = 2000;
const MAX_MATCHES = 10_000;

/** A regular expression of Go, matched in linear time. Throws EvaluationError for an invalid one. */
export function linearRegex(pattern: string, { budget }: Pick<Call, 'budget'>) {
  if (pattern.length > MAX_PATTERN) throw new EvaluationError('the pattern is too long');
  budget.spend(pattern.length);
  const compiled = compile(pattern);
  const names = Object.entries(compiled.namedGroups());
  const found = (matcher: ReturnType<RE2JS['matcher']>): Plain => {
    if (names.length > 0) return Object.fromEntries(names.map(([name, index]) => [name, matcher.group(index) ?? null]));
    const count = compiled.groupCount();
    if (count === 0) return matcher.group() ?? null;
    return Array.from({ length: count }, (_, index) => matcher.group(index + 1) ?? null);
  };
  return {
    first(text: string): Plain {
      budget.spend(text.length);
      const matcher = compiled.matcher(text);
      if (!matcher.find()) throw new EvaluationError('no match');
      return found(matcher);
    },
    all(text: string): Plain[] {
      budget.spend(text.length);
      const matcher = compiled.matcher(text);
      const matches: Plain[] = [];
      while (matches.length < MAX_MATCHES && matcher.find()) matches.push(found(matcher));
      return matches;
    },
    /** `$1` and `${name}` in `by` stand for groups. */
    replaced(text: string, by: string): string {
      budget.spend(text.length);
      const matcher = compiled.matcher(text);
      let result = '';
      let from = 0;
      for (let matches = 0; matches < MAX_MATCHES && matcher.find(); matches++) {
        result += text.slice(from, matcher.start()) + expanded(by, matcher, names);
        budget.spend(by.length);
        from = matcher.end();
      }
      return result + text.slice(from);
    },
  };
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) throw new EvaluationError('no regular expression');
    throw error;
  }
}

function expanded(by: string, matcher: ReturnType<RE2JS['matcher']>, names: readonly (readonly [string, number])[]): string {
  return by.replace(/\$(?:\$|(\w+)|\{(\w+)\})/g, (written, bare: string | undefined, braced: string | undefined) => {
    const name = bare ?? braced;
    if (name === undefined) return written === '$$' ? '$' : written;
    const index = /^\d+$/.test(name) ? Number(name) : (names.find(([known]) => known === name)?.[1] ?? -1);
    return index >= 0 && index <= matcher.groupCount() ? (matcher.group(index) ?? '') : '';
  });
}
