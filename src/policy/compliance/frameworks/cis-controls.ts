import { controlsOf, type Framework } from '../framework.js';

/** CIS Critical Security Controls, safeguards that scans and inventory bear on. */
export const cisControls: Framework = {
  id: 'cis-controls',
  title: 'CIS Critical Security Controls',
  version: '8.1',
  reference: 'https://www.cisecurity.org/controls/v8-1',
  controls: controlsOf([
    ['1.1', 'Inventory of enterprise assets', [], 'The inventory of devices, of which fleet sync gives a part.'],
    ['2.1', 'Inventory of software', [], 'The assets of this program.'],
    ['2.2', 'Software in use is supported', ['unmaintained-components'], 'Archived servers are found.'],
    ['2.3', 'Unauthorised software is dealt with', ['malicious-components'], 'Known-malicious packages and skills are found.'],
    ['2.6', 'Libraries are allowed by a list', ['malicious-components', 'unpinned-supply'], 'Registries and pins are examined.'],
    ['3.3', 'Access to data is listed and limited', ['excess-rights', 'data-leak'], 'Mounts and permissions of servers are read.'],
    ['3.10', 'Data in transit is encrypted', ['plain-transport'], 'Addresses of servers are examined.'],
    [
      '3.11',
      'Data at rest is encrypted',
      ['exposed-secrets'],
      'Secrets in files are found; encryption of stores is for their operator to show.',
    ],
    ['4.1', 'Secure configuration is a process', ['misconfiguration'], 'Configurations are read in repeated scans.'],
    ['4.6', 'Assets and software are administered securely', ['plain-transport', 'missing-authentication'], 'Remote servers are examined.'],
    ['5.2', 'Passwords are unique', [], 'Rules of the identity provider.'],
    ['5.4', 'Administrator rights are kept apart', ['excess-rights'], 'Privileged commands and containers are found.'],
    ['6.8', 'Access follows roles', ['excess-rights'], 'Rights of agents are read.'],
    [
      '7.1',
      'Vulnerability management is a process',
      ['vulnerable-components'],
      'Findings with first and last sight, triage and resolution.',
    ],
    ['7.4', 'Applications are patched', ['vulnerable-components'], 'Packages with a fixed version are listed.'],
    ['7.5', 'Internal assets are scanned', ['vulnerable-components', 'misconfiguration'], 'Schedules and runs of the sources.'],
    ['8.2', 'Audit logs are collected', [], 'Runtime audit and the audit log of this program.'],
    ['10.1', 'Malware is defended against', ['malicious-components', 'model-integrity'], 'Packages, skills and models are examined.'],
    ['15.1', 'Inventory of service providers', [], 'Upstreams that servers reach, and the list of vendors.'],
    ['16.4', 'Third-party components are in an inventory', [], 'Components of the sources, as SBOM.'],
    [
      '16.5',
      'Third-party components are current and trusted',
      ['vulnerable-components', 'malicious-components', 'unmaintained-components'],
      'Packages are matched with advisories.',
    ],
    ['16.12', 'Code is checked', ['code-execution', 'exposed-secrets'], 'Hooks, scripts and configurations in repositories are examined.'],
  ]),
};
