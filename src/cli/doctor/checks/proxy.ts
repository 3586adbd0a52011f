import { redactUrl } from '../../../support/redact.js';
import { proxyAddress } from '../../../system/proxies.js';
import type { Check } from '../check.js';

const NAMES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'] as const;

export const proxy: Check = {
  id: 'proxy',
  about: 'which proxies are set, and whether their addresses make sense',
  of: 'user',
  run({ context: { environment } }) {
    const given = NAMES.flatMap((name) => (environment[name] ? [{ name, value: environment[name] }] : []));
    if (given.length === 0) return { state: 'ok', text: 'none is set' };
    const wrong = given.find(({ name, value }) => !/^no_proxy$/i.test(name) && proxyAddress(value) === undefined);
    const details = given.map(({ name, value }) => `${name}=${redactUrl(value)}`);
    if (wrong === undefined) return { state: 'ok', text: details.join(', '), details };
    return {
      state: 'fail',
      text: `${wrong.name} is no address of a proxy`,
      fix: `export ${wrong.name}=http://proxy.example:3128`,
      details,
    };
  },
};
