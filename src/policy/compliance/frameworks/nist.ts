import { controlsOf, type Framework } from '../framework.js';

/** NIST AI Risk Management Framework: the outcomes that an inventory and scans bear on. */
export const nistAiRmf: Framework = {
  id: 'nist-ai-rmf',
  title: 'NIST AI Risk Management Framework',
  version: '1.0',
  reference: 'https://www.nist.gov/itl/ai-risk-management-framework',
  controls: controlsOf([
    ['GOVERN 1.1', 'Legal and regulatory duties for AI are known and managed', [], 'A register of duties, kept by the organisation.'],
    ['GOVERN 1.4', 'Risk management follows open policies and controls', [], 'Policies in force and their audit trail.'],
    [
      'GOVERN 1.6',
      'AI systems are kept in an inventory',
      [],
      'The assets of this program: agents, servers, tools, models and skills with their sources.',
    ],
    [
      'GOVERN 2.1',
      'Roles and responsibilities are written down',
      [],
      'Owners of sources; see the governance report for those without one.',
    ],
    [
      'GOVERN 6.1',
      'Risks of third-party software and data are addressed',
      ['vulnerable-components', 'malicious-components', 'licences'],
      'Packages are matched with advisories and licences with the policy.',
    ],
    [
      'GOVERN 6.2',
      'There are plans for failures of third-party systems',
      ['unmaintained-components'],
      'Contingency plans; components without maintenance are found.',
    ],
    [
      'MAP 4.1',
      'Legal and technical risks of third-party components are mapped',
      ['vulnerable-components', 'unpinned-supply', 'licences'],
      'Components of servers and agents are matched and examined for pins.',
    ],
    [
      'MAP 4.2',
      'Internal controls of third-party AI components are known',
      ['model-integrity', 'excess-rights'],
      'Model files and rights of servers are examined.',
    ],
    ['MEASURE 2.4', 'Behaviour in production is monitored', [], 'Runtime audit of the relay or gateway.'],
    [
      'MEASURE 2.6',
      'The system fails safely',
      ['weak-oversight'],
      'Approval settings are read; safety tests are for the developer to show.',
    ],
    [
      'MEASURE 2.7',
      'Security and resilience are assessed',
      ['vulnerable-components', 'malicious-components', 'prompt-injection', 'code-execution', 'misconfiguration', 'model-integrity'],
      'Every check of this program bears on it.',
    ],
    ['MEASURE 2.8', 'Transparency and accountability are examined', [], 'The audit log of this program and the records of decisions.'],
    [
      'MEASURE 2.10',
      'Privacy risk is examined',
      ['data-leak', 'exposed-secrets'],
      'Configurations, tools and skills are examined for ways out.',
    ],
    ['MANAGE 1.3', 'Responses to high risks are planned', [], 'Triage, exceptions and their approvals.'],
    [
      'MANAGE 3.1',
      'Third-party resources are monitored',
      ['vulnerable-components', 'malicious-components', 'unpinned-supply'],
      'Repeated scans of the sources.',
    ],
    ['MANAGE 3.2', 'Pre-trained models are monitored', ['model-integrity'], 'Repeated scans of model files and their signatures.'],
    ['MANAGE 4.1', 'Deployed systems are monitored', ['misconfiguration'], 'Repeated scans and the runtime audit.'],
  ]),
};

/** NIST Cybersecurity Framework 2.0. */
export const nistCsf: Framework = {
  id: 'nist-csf',
  title: 'NIST Cybersecurity Framework',
  version: '2.0',
  reference: 'https://www.nist.gov/cyberframework',
  controls: controlsOf([
    ['GV.RM-03', 'Cybersecurity risk is part of enterprise risk', [], 'Risk register of the organisation.'],
    ['GV.RR-02', 'Responsibilities are assigned', [], 'Owners of sources and agents.'],
    [
      'GV.SC-07',
      'Risks of suppliers are watched',
      ['vulnerable-components', 'malicious-components', 'unmaintained-components'],
      'Packages of servers and repositories are matched.',
    ],
    ['ID.AM-01', 'Hardware is in an inventory', [], 'The inventory of devices, of which fleet sync gives a part.'],
    ['ID.AM-02', 'Software and services are in an inventory', [], 'The assets of this program.'],
    ['ID.RA-01', 'Vulnerabilities are found and recorded', ['vulnerable-components'], 'Packages are matched with advisories.'],
    [
      'ID.RA-09',
      'Software is authentic before it is used',
      ['malicious-components', 'unpinned-supply', 'model-integrity'],
      'Pins, signatures and known-malicious packages are examined.',
    ],
    [
      'PR.AA-01',
      'Identities and credentials are managed',
      ['exposed-secrets'],
      'Configurations are read for secrets; credential references show when they were last validated.',
    ],
    ['PR.AA-03', 'Users and services are authenticated', ['missing-authentication'], 'Remote servers are examined.'],
    ['PR.AA-05', 'Rights follow least privilege', ['excess-rights'], 'Rights of agents, servers and containers are read.'],
    [
      'PR.DS-01',
      'Data at rest is protected',
      ['exposed-secrets'],
      'Secrets in files are found; encryption of stores is for their operator to show.',
    ],
    ['PR.DS-02', 'Data in transit is protected', ['plain-transport'], 'Addresses of servers are examined.'],
    ['PR.PS-01', 'Configuration is managed', ['misconfiguration'], 'Configurations of agents and infrastructure are read.'],
    [
      'PR.PS-02',
      'Software is maintained or replaced',
      ['vulnerable-components', 'unmaintained-components'],
      'Known vulnerabilities with a fix, and archived servers.',
    ],
    ['PR.PS-04', 'Logs are made', [], 'Runtime audit and the audit log of this program.'],
    [
      'PR.PS-05',
      'Unauthorised software does not run',
      ['malicious-components', 'code-execution'],
      'Hooks, tasks and downloads that run are found.',
    ],
    ['PR.PS-06', 'Development is secure', ['vulnerable-components', 'exposed-secrets', 'unpinned-supply'], 'Repositories are scanned.'],
    ['DE.CM-06', 'Providers’ services are watched', [], 'Runtime audit of the gateway.'],
    [
      'DE.CM-09',
      'Software and its data are watched',
      ['malicious-components', 'prompt-injection'],
      'Repeated scans and drift of tool definitions.',
    ],
    ['RS.MI-01', 'Incidents are contained', [], 'Incident records and the blocks of the gateway.'],
  ]),
};
