import type { IacValue } from '../../../../model/iac.js';
import { joinedText } from '../evaluate/text.js';
import { boolOf, numberOf, numberText, textOf } from '../values/convert.js';
import { EvaluationError } from '../values/errors.js';
import { isKnown, scalar } from '../values/make.js';
import { argument, type Call, openResult, textAt } from './contract.js';
import { encodedJson } from './encoding.js';

const VERB = /%(%|(?:\[(\d+)\])?([-+ 0#]*)(\d+)?(?:\.(\d+))?([a-zA-Z]))/g;
const MAX_WIDTH = 10_000;

/** `format`: unknown arguments leave holes in the text. */
export function formatted(args: readonly IacValue[], call: Call): IacValue {
  if (argument(args, 0).kind === 'unknown') return openResult(args, call);
  return joinedText(piecesOf(textAt(args, 0), args.slice(1), call), call.scope, call.written);
}

/** The text of a format whose arguments are all known. */
export function formattedText(spec: string, args: readonly IacValue[], call: Call): string {
  const text = joinedText(piecesOf(spec, args, call), call.scope, call.written);
  if (text.kind !== 'scalar') throw new EvaluationError('not known');
  return textOf(text);
}

function piecesOf(spec: string, args: readonly IacValue[], call: Call): IacValue[] {
  const pieces: IacValue[] = [];
  let from = 0;
  let next = 0;
  for (const found of spec.matchAll(VERB)) {
    pieces.push(scalar(spec.slice(from, found.index), call.at));
    from = found.index + found[0].length;
    if (found[1] === '%') {
      pieces.push(scalar('%', call.at));
      continue;
    }
    if (found[2] !== undefined) next = Number(found[2]) - 1;
    pieces.push(verb(argument(args, next++), found, call));
  }
  pieces.push(scalar(spec.slice(from), call.at));
  return pieces;
}

function verb(value: IacValue, [, , , flags = '', width, precision, letter = 'v']: RegExpExecArray, call: Call): IacValue {
  if (!isKnown(value)) return value.kind === 'unknown' ? value : { kind: 'unknown', expression: call.written, at: call.at };
  const digits = precision === undefined ? undefined : Number(precision);
  if (Number(width ?? 0) > MAX_WIDTH || (digits ?? 0) > 100) throw new EvaluationError('too wide');
  return scalar(padded(shown(value, letter, digits, flags, call), flags, Number(width ?? 0), letter), call.at);
}

function padded(text: string, flags: string, width: number, letter: string): string {
  if (flags.includes('-')) return text.padEnd(width);
  if (!flags.includes('0') || 'sqv'.includes(letter)) return text.padStart(width);
  const sign = /^[-+]/.exec(text)?.[0] ?? '';
  return sign + text.slice(sign.length).padStart(width - sign.length, '0');
}

function shown(value: IacValue, letter: string, precision: number | undefined, flags: string, call: Call): string {
  if (letter === 'v') return value.kind === 'scalar' && value.value !== null ? textOf(value) : jsonText(value, call);
  if (value.kind !== 'scalar') throw new EvaluationError(`a ${value.kind} for %${letter}`);
  switch (letter) {
    case 's':
      return precision === undefined ? textOf(value) : textOf(value).slice(0, precision);
    case 'q':
      return jsonText(scalar(textOf(value), call.at), call);
    case 't':
      return String(boolOf(value));
    case 'd':
      return signed(numberText(Math.trunc(numberOf(value))), flags);
    case 'b':
      return Math.trunc(numberOf(value)).toString(2);
    case 'o':
      return Math.trunc(numberOf(value)).toString(8);
    case 'x':
    case 'X': {
      const hex = typeof value.value === 'string' ? Buffer.from(value.value).toString('hex') : Math.trunc(numberOf(value)).toString(16);
      return letter === 'X' ? hex.toUpperCase() : hex;
    }
    case 'f':
    case 'F':
      return signed(numberOf(value).toFixed(precision ?? 6), flags);
    case 'e':
      return numberOf(value)
        .toExponential(precision ?? 6)
        .replace(/e([+-])(\d)$/, 'e$10$2');
    case 'g':
    case 'G':
      return numberText(numberOf(value));
    default:
      throw new EvaluationError(`no verb %${letter}`);
  }
}

function signed(text: string, flags: string): string {
  return flags.includes('+') && !text.startsWith('-') ? `+${text}` : text;
}

function jsonText(value: IacValue, call: Call): string {
  const text = encodedJson(value, call);
  return text.kind === 'scalar' ? textOf(text) : '';
}
