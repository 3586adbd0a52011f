import type { IacValue, SourcePlace } from '../../../model/iac.js';
import { entryOf, itemsOf, listOf, numberOf, scalar, textOf, unknown } from './values.js';

/** The value of a parameter: what a parent gives, its default, or one of those that it allows. */
export function parameterValue(name: string, declared: IacValue, given: IacValue | undefined): IacValue {
  const type = textOf(entryOf(declared, 'Type')) ?? 'String';
  if (given) return typed(given, type);
  const expression = `!Ref ${name}`;
  const standard = entryOf(declared, 'Default');
  if (type.startsWith('AWS::SSM::Parameter::')) return unknown(expression, standard?.at ?? declared.at);
  if (standard) return typed(standard, type);
  const allowed = itemsOf(entryOf(declared, 'AllowedValues')).map((value) => typed(value, type));
  return unknown(expression, declared.at, allowed.length > 0 ? { oneOf: allowed } : {});
}

function typed(value: IacValue, type: string): IacValue {
  const isList = type === 'CommaDelimitedList' || type.startsWith('List<');
  if (isList && value.kind === 'scalar') return listed(textOf(value) ?? '', value.at);
  if (type !== 'Number') return value;
  return value.kind === 'scalar' ? scalar(numberOf(value) ?? value.value, value.at, value.via) : value;
}

function listed(text: string, at: SourcePlace): IacValue {
  return listOf(at, text === '' ? [] : text.split(',').map((item) => scalar(item.trim(), at)));
}
