import type { RegistryAccount } from '../model/registry-account.js';
import { UsageError } from '../support/errors.js';
import { isObject, parseJson } from '../support/json.js';
import { quote } from '../support/quote.js';

const HOST = /^[A-Za-z0-9[](?:[A-Za-z0-9.:[\]-]*[A-Za-z0-9\]])?$/;
const HELPER = /^[A-Za-z0-9][A-Za-z0-9_-]{0,60}$/;
const FIELDS = {
  host: 'text',
  user: 'text',
  password_file: 'text',
  credential_helper: 'text',
  plain_http: 'boolean',
} as const satisfies Record<keyof RegistryAccount, string>;

/**
 * The registries of a file: `{"registries": [{"host": "ghcr.io", "user": "bot", "password_file": "/run/secrets/ghcr"}]}`. Throws UsageError
 * that names the entry which is wrong; it repeats no value but names of hosts.
 */
export function registriesIn(text: string, where: string): RegistryAccount[] {
  const value = parseJson(text, where);
  const listed = isObject(value) && Object.keys(value).join() === 'registries' ? value['registries'] : undefined;
  if (!Array.isArray(listed)) throw new UsageError({ where, message: 'expected {"registries": [{"host": …}, …]}' });
  const accounts = listed.map((one: unknown, at) => accountIn(one, `${where}: registries[${at}]`));
  const twice = accounts.find(({ host }, at) => accounts.findIndex((other) => other.host === host) !== at);
  if (twice) throw new UsageError({ where, message: `the registry ${twice.host} is there twice` });
  return accounts;
}

function accountIn(value: unknown, where: string): RegistryAccount {
  const wrong = (message: string) => new UsageError({ where, message });
  if (!isObject(value)) throw wrong('expected an object');
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(FIELDS, name));
  if (unknown !== undefined) throw wrong(`no such field: ${quote(unknown, 40)}`);
  for (const [name, type] of Object.entries(FIELDS)) {
    const given = value[name];
    const fits = type === 'boolean' ? typeof given === 'boolean' : typeof given === 'string' && given !== '';
    if (given !== undefined && !fits) throw wrong(`${name}: expected ${type === 'boolean' ? 'true or false' : 'a text'}`);
  }
  const text = (name: keyof RegistryAccount) => (typeof value[name] === 'string' ? value[name] : undefined);
  const [host = '', user, file, helper] = [text('host'), text('user'), text('password_file'), text('credential_helper')];
  if (!HOST.test(host) || host.length > 255)
    throw wrong('host: expected the name of a host, with a port where it has one, and nothing else');
  if ((user === undefined) !== (file === undefined)) throw wrong('user and password_file are needed together');
  if (helper !== undefined && user !== undefined) throw wrong('credential_helper knows the user: user and password_file do not go with it');
  if (helper !== undefined && !HELPER.test(helper)) throw wrong('credential_helper: expected the name behind docker-credential-');
  return {
    host: host.toLowerCase(),
    ...(user !== undefined && { user }),
    ...(file !== undefined && { password_file: file }),
    ...(helper !== undefined && { credential_helper: helper }),
    ...(value['plain_http'] === true && { plain_http: true }),
  };
}
