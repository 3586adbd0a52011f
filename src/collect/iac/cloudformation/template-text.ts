import type { IacValue } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import { type LocatedJson, parseLocatedJson } from '../../../support/located-json.js';
import type { ReadIssue } from '../../reader.js';
import { readYaml } from '../yaml/read-yaml.js';
import { mapOf } from './values.js';

/** What one file says: functions in their long form, nothing evaluated. */
export interface TemplateText {
  value: IacValue;
  issues: ReadIssue[];
}

/** Characters of a template. The service takes a million. */
const MAX_LENGTH = 16 * 1024 * 1024;

/** Reads YAML or JSON. Throws InputError where the text is neither or meets a limit. */
export function parseTemplate(text: string, path: string): TemplateText {
  if (text.length > MAX_LENGTH) throw new InputError({ where: path, issue: 'too_large', message: 'a template of more than 16 MiB' });
  if (/^\s*\{\s*(?:"|\})/.test(text)) return { value: jsonValue(parseLocatedJson(text, path), path), issues: [] };
  const { documents, issues } = readYaml(text, path, { tag: longForm, strictBooleans: true });
  const broken = issues.find(({ kind }) => kind === 'unparsable');
  if (broken) throw new InputError({ where: path, message: broken.reason, ...(broken.line !== undefined && { line: broken.line }) });
  const value = documents[0]?.value;
  if (!value) throw new InputError({ where: path, message: 'holds no document' });
  return { value, issues };
}

export function jsonValue(node: LocatedJson, path: string): IacValue {
  const at = { path, line: node.line };
  if (node.kind === 'list') return { kind: 'list', at, items: node.items.map((item) => jsonValue(item, path)) };
  if (node.kind === 'map')
    return mapOf(
      at,
      [...node.entries].map(([key, value]) => [key, jsonValue(value, path)] as const),
    );
  return { kind: 'scalar', at, value: node.kind === 'hole' ? null : node.value };
}

/** `!Sub text` is `{Fn::Sub: text}`, `!Ref x` is `{Ref: x}`. */
function longForm(tag: string, value: IacValue): IacValue | undefined {
  if (!/^![A-Za-z]/.test(tag)) return undefined;
  const name = tag.slice(1);
  return mapOf(value.at, [[name === 'Ref' || name === 'Condition' ? name : `Fn::${name}`, value]]);
}
