import { minimalEnvironment } from '../../collect/mcp/start-request.js';
import { OperationalError } from '../../support/errors.js';
import type { CommandContext, Invocation } from '../command.js';
import { flagList } from '../flag-values.js';
import { runRelay } from '../relay-command.js';

/** `castellan shield -- CMD…`: a relay that enforces the strict preset; the server gets no variables but those that are named. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const { environment } = context;
  const named = flagList(invocation.flags.env)
    .flatMap((text) => text.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const given = named.map((name): [string, string] => {
    const value = environment[name];
    if (value === undefined) throw new OperationalError({ where: '--env', message: `the variable ${name} is not set` });
    return [name, value];
  });
  const env = { ...minimalEnvironment(environment), ...Object.fromEntries(given) };
  return runRelay({ argv: invocation.operands, env, mode: 'enforce', preset: 'strict' }, invocation, context);
}
