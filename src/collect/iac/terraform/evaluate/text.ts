import type { IacScalar, IacUnknown, IacValue } from '../../../../model/iac.js';
import { textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { originOf, scalar, unknown } from '../values/make.js';
import type { Scope } from './scope.js';

/** Texts one after the other; unknown ones leave holes. */
export function joinedText(parts: readonly IacValue[], scope: Pick<Scope, 'at' | 'budget'>, expression: string): IacValue {
  const pieces: (string | null)[] = [];
  let length = 0;
  let cause: IacUnknown | undefined;
  for (const part of parts) {
    for (const piece of piecesOf(part)) {
      const last = pieces.at(-1);
      if (piece === null) {
        if (last !== null) pieces.push(null);
      } else if (typeof last === 'string') pieces[pieces.length - 1] = last + piece;
      else pieces.push(piece);
      length += piece?.length ?? 0;
    }
    if (part.kind === 'unknown') cause ??= part;
    if (!scope.budget.allowsText(length, scope.at)) return unknown(expression, scope.at, originOf(parts));
  }
  if (cause === undefined) return scalar(pieces[0] ?? '', scope.at, originOf(parts, scope.at));
  return unknown(cause.expression, scope.at, originOf(parts, scope.at), { pieces, ...choices(parts, scope) });
}

function piecesOf(part: IacValue): readonly (string | null)[] {
  if (part.kind === 'unknown') return part.pieces ?? [null];
  if (part.kind !== 'scalar') throw new EvaluationError(`a ${part.kind} is no text`);
  return [textOf(part)];
}

/** All that the text can be, if only one part is open and the tree says what that one can be. */
function choices(parts: readonly IacValue[], scope: Pick<Scope, 'at'>): { oneOf?: readonly IacValue[] } {
  const open = parts.filter((part) => part.kind === 'unknown');
  const [only] = open;
  if (open.length !== 1 || only?.kind !== 'unknown' || !only.oneOf?.every(isText)) return {};
  const oneOf = only.oneOf
    .filter(isText)
    .map((choice) =>
      scalar(parts.map((part) => (part === only ? textOf(choice) : part.kind === 'scalar' ? textOf(part) : '')).join(''), scope.at),
    );
  return { oneOf };
}

function isText(value: IacValue): value is IacScalar {
  return value.kind === 'scalar' && value.value !== null;
}
