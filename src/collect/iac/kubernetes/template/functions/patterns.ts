import { RE2JS } from 're2js';
import type { TemplateValue } from '../values.js';
import { withMust } from './lists.js';
import { type FunctionTable, known, numberArg, textArg } from './table.js';

/** Functions of regular expressions. */
export const patternFunctions: FunctionTable = {
  ...withMust(
    known({
      regexMatch: ([pattern, text]) => compiled(pattern)?.matcher(textArg(text)).find() ?? false,
      regexReplaceAll: ([pattern, text, by], context) => {
        context.spend((textArg(text).length * textArg(by).length) / 16);
        return (
          compiled(pattern)
            ?.matcher(textArg(text))
            .replaceAll(goGroups(textArg(by))) ?? textArg(text)
        );
      },
      regexReplaceAllLiteral: ([pattern, text, by]) =>
        compiled(pattern)?.matcher(textArg(text)).replaceAll(textArg(by).replaceAll('$', '$$$$')) ?? textArg(text),
      regexFind: ([pattern, text]) => {
        const matcher = compiled(pattern)?.matcher(textArg(text));
        return matcher?.find() ? (matcher.group() ?? '') : '';
      },
      regexSplit: ([pattern, text, count]) => compiled(pattern)?.split(textArg(text), Math.max(numberArg(count), -1)) ?? [textArg(text)],
      regexFindAll: ([pattern, text, count]) => {
        const matcher = compiled(pattern)?.matcher(textArg(text));
        const most = numberArg(count) < 0 ? Number.POSITIVE_INFINITY : numberArg(count);
        const found: string[] = [];
        while (found.length < most && matcher?.find()) found.push(matcher.group() ?? '');
        return found;
      },
    }),
  ),
  ...known({
    regexQuoteMeta: ([text]) => textArg(text).replace(/[\\.+*?()|[\]{}^$]/g, '\\$&'),
  }),
};

/** Go's regular expressions, in linear time. */
function compiled(pattern: TemplateValue | undefined): RE2JS | undefined {
  try {
    return RE2JS.compile(textArg(pattern));
  } catch {
    return undefined;
  }
}

/** Go writes `${1}` for a group. */
function goGroups(by: string): string {
  return by.replaceAll('\\', '\\\\').replace(/\$\{(\w+)\}/g, '$$$1');
}
