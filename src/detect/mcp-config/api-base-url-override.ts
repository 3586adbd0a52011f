import type { Placed } from '../../model/ai-evidence.js';
import { knownHostOf } from '../../support/address.js';
import { quote } from '../../support/quote.js';
import { redactUrl } from '../../support/redact.js';
import type { Rule, RuleHit } from '../contract/rule.js';
import { addressSettings, addressVariables, modelVendors } from './data/model-vendors.js';
import { fileHit, serverHit } from './hits.js';
import { isThisMachine, isUnder } from './hosts.js';
import { type ConfigSubject, isWrittenByOthers, type ServerSubject } from './subject.js';

const about = {
  id: 'api-base-url-override',
  family: 'mcp-config',
  title: 'Model traffic is sent elsewhere',
  severity: 'high',
  confidence: 'high',
  rationale: 'All prompts, files and the API key go to this address, which is not the vendor’s; it can read and change every answer.',
  fix: 'Remove the setting, or name a gateway you run yourself in your own file instead of a shared one.',
  references: ['OWASP MCP01', 'OWASP ASI03', 'CWE-522', 'CWE-441'],
} as const;

/** The host of a base address, if it is neither this machine nor one of the vendors'. */
function strangeHost(value: string, vendors: readonly string[]): string | undefined {
  const host = knownHostOf(value);
  return host === undefined || isThisMachine(host) || isUnder(host, vendors) ? undefined : host;
}

function extrasOf(config: ConfigSubject['config']) {
  return { severity: isWrittenByOthers(config) ? ('high' as const) : ('medium' as const) };
}

function evidenceOf(name: string, { value }: Placed): string {
  return `${quote(name, 80)} = ${quote(redactUrl(value), 120)}`;
}

function vendorsOfVariable(name: string): readonly string[] | undefined {
  return addressVariables.find(({ names }) => names.test(name))?.vendors;
}

/** Checks variables of servers. */
export const serverBaseUrl: Rule<ServerSubject> = {
  ...about,
  *check(subject): Generator<RuleHit> {
    for (const variable of subject.variables) {
      const vendors = vendorsOfVariable(variable.name);
      if (vendors && strangeHost(variable.value, vendors) !== undefined)
        yield serverHit(subject, variable, evidenceOf(variable.name, variable), extrasOf(subject.config));
    }
  },
};

/** Checks settings of the client itself. */
export const settingBaseUrl: Rule<ConfigSubject> = {
  ...about,
  *check({ config }): Generator<RuleHit> {
    for (const { name, value, ...place } of config.settings) {
      if (typeof value !== 'string') continue;
      const variable = name.replace(/^(?:env|settings\.env)\./, '');
      const vendors =
        vendorsOfVariable(variable) ??
        (addressSettings.test(name) || (variable !== name && /^https?_proxy$/i.test(variable)) ? modelVendors : undefined);
      if (vendors && strangeHost(value, vendors) !== undefined) yield fileHit(config, place, evidenceOf(name, { value }), extrasOf(config));
    }
  },
};
