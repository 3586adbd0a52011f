import { resolve } from 'node:path';
import { requestHeaders } from '../runtime/http/request-headers.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { readSecretFile } from '../system/secret-files.js';
import type { CommandContext } from './command.js';

const HEADER = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=((?:[A-Za-z]+ )?)(env|file):(.+)$/s;

/**
 * A header as an option gives it: `NAME=env:VARIABLE` or `NAME=file:PATH`, a scheme before either. Throws UsageError naming the option, and
 * OperationalError for a variable or file that is missing. The value is never typed itself: everybody on the machine would see it, and
 * histories keep it.
 */
export function givenHeader(
  text: string,
  where: string,
  { cwd, environment }: Pick<CommandContext, 'cwd' | 'environment'>,
): [string, string] {
  const { name, scheme, kind, source } = headerSource(text, where);
  const value = (kind === 'env' ? environment[source] : readSecretFile(resolve(cwd, source)))?.trim();
  if (!value) throw new OperationalError({ where, message: kind === 'env' ? `the variable ${source} is not set` : `${source} is empty` });
  if (!/^[\t\x20-\x7e\x80-\xff]+$/.test(value))
    throw new UsageError({ where, message: `the value of ${name} is none that a header can have` });
  return [name, scheme + value];
}

/** The same option for a program that starts in another folder: a file by its whole path, which has to be a header's value by now. Throws as `givenHeader` does. */
export function headerFromAnywhere(text: string, where: string, context: Pick<CommandContext, 'cwd' | 'environment'>): string {
  const { name, scheme, kind, source } = headerSource(text, where);
  if (kind === 'env') return text;
  givenHeader(text, where, context);
  return `${name}=${scheme}file:${resolve(context.cwd, source)}`;
}

function headerSource(text: string, where: string): { name: string; scheme: string; kind: string | undefined; source: string } {
  const [, name, scheme = '', kind, source = ''] = HEADER.exec(text) ?? [];
  if (name === undefined)
    throw new UsageError({
      where,
      message: 'expected NAME=env:VARIABLE or NAME=file:PATH',
      hint: `${where} "Authorization=Bearer env:TOKEN"`,
    });
  if (requestHeaders({ [name]: '' })[name.toLowerCase()] === undefined)
    throw new UsageError({ where, message: `${name} is set by the protocol` });
  return { name, scheme, kind, source };
}
