import type { IacValue } from '../../../model/iac.js';
import type { SourceFile } from '../../reader.js';
import { interpolatedText } from './interpolate.js';

/** Variables of a file of `NAME=value` lines (`.env`), each with its place; later ones may refer to earlier ones. */
export function readDotenv(file: SourceFile): Map<string, IacValue> {
  const values = new Map<string, IacValue>();
  file
    .text()
    .split(/\r?\n/)
    .forEach((text, index) => {
      const [, name = '', rest = ''] = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*[=:]\s*(.*?)\s*$/.exec(text) ?? [];
      if (name === '') return;
      const at = { path: file.path, line: index + 1 };
      const quoted = /^'([^']*)'|^"((?:\\.|[^"\\])*)"/.exec(rest);
      const plain = quoted?.[2]?.replace(/\\(["\\$])/g, '$1') ?? rest.replace(/\s+#.*$/, '');
      const isLiteral = quoted?.[1] !== undefined;
      values.set(name, isLiteral ? { kind: 'scalar', at, value: quoted[1] ?? '' } : interpolatedText(plain, values, at));
    });
  return values;
}
