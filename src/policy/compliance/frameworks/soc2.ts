import { controlsOf, type Framework } from '../framework.js';

/** SOC 2, trust services criteria (common criteria) that scans and inventory bear on. */
export const soc2: Framework = {
  id: 'soc2',
  title: 'SOC 2 Trust Services Criteria',
  version: '2017, points of focus 2022',
  reference: 'https://www.aicpa-cima.com/topic/audit-assurance/audit-and-assurance-greater-than-soc-2',
  controls: controlsOf([
    ['CC1.3', 'Responsibilities are assigned', [], 'Owners of sources and agents.'],
    ['CC3.2', 'Risks are identified and analysed', [], 'Findings with their triage, and the risk register.'],
    ['CC5.2', 'Controls over technology are chosen and built', [], 'Policies of the gateway and gates in force.'],
    [
      'CC6.1',
      'Logical access is restricted',
      ['missing-authentication', 'excess-rights', 'exposed-secrets'],
      'Configurations of servers and agents are read.',
    ],
    [
      'CC6.2',
      'Users and credentials are registered before use',
      ['exposed-secrets'],
      'Secrets in files are found; registration is for the identity provider to show.',
    ],
    ['CC6.3', 'Rights follow roles and least privilege', ['excess-rights', 'weak-oversight'], 'Rights and approvals of agents are read.'],
    [
      'CC6.6',
      'Access from outside the boundary is protected',
      ['missing-authentication'],
      'Addresses that servers listen on are examined.',
    ],
    ['CC6.7', 'Movement of information is protected', ['plain-transport', 'data-leak'], 'Transports and ways out are examined.'],
    [
      'CC6.8',
      'Malicious software is prevented and found',
      ['malicious-components', 'unpinned-supply', 'model-integrity'],
      'Packages, skills and models are examined.',
    ],
    [
      'CC7.1',
      'Vulnerabilities and changed configurations are found',
      ['vulnerable-components', 'misconfiguration'],
      'Repeated scans of the sources.',
    ],
    ['CC7.2', 'Anomalies are watched for', [], 'Runtime audit and alerts.'],
    ['CC7.3', 'Security events are evaluated', [], 'Triage of findings and alerts.'],
    ['CC7.4', 'Incidents are responded to', [], 'Incident records.'],
    [
      'CC8.1',
      'Changes are authorised, tested and approved',
      ['unpinned-supply'],
      'What may change under its name is found; approvals are for the change system to show.',
    ],
    [
      'CC9.2',
      'Risks of vendors are managed',
      ['vulnerable-components', 'malicious-components', 'unmaintained-components'],
      'Packages and servers of others are examined.',
    ],
  ]),
};
