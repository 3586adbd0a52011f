import { OperationalError } from '../../../support/errors.js';
import { serviceAddress } from '../rest-door.js';

/** The REST interface and the `OWNER/NAME` of a repository on GitHub, by the address that people open. Throws OperationalError. */
export function pullOnGithub(address: string, variable: string): { api: string; repository: string } {
  const url = new URL(serviceAddress(address, variable));
  const [, repository] = /^\/([\w.-]+\/[\w.-]+?)(?:\.git)?$/.exec(url.pathname) ?? [];
  if (repository === undefined) throw new OperationalError({ where: variable, message: 'expected https://HOST/OWNER/NAME' });
  return { api: url.host === 'github.com' ? 'https://api.github.com' : `${url.origin}/api/v3`, repository };
}
