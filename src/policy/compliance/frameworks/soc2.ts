import { controlsOf, type Framework, part, people, scans } from './framework.js';

/** SOC 2, the trust services criteria (common criteria) for which scans and inventory are evidence. */
export const soc2: Framework = {
  id: 'soc2',
  title: 'SOC 2 Trust Services Criteria',
  version: '2017, points of focus 2022',
  publisher: 'AICPA',
  reference: 'https://www.aicpa-cima.com/topic/audit-assurance/audit-and-assurance-greater-than-soc-2',
  titles: 'paraphrased',
  confirmed_with: 'several public copies of the common criteria',
  controls: controlsOf([
    ['CC1.3', 'Structures, authorities and responsibilities are established', people, 'Owners of sources and agents.'],
    ['CC3.2', 'Risks are identified and analysed', people, 'Findings with their triage, and the risk register.'],
    [
      'CC5.2',
      'General controls over technology are selected and developed',
      part('broken-policy'),
      'Policies of the gateway and gates in force.',
    ],
    [
      'CC6.1',
      'Logical access to information assets is secured',
      part('missing-authentication', 'excess-rights', 'exposed-secrets', 'impersonation', 'unencrypted-stores'),
      'Configurations of servers and agents are read; other systems are for their operator to show.',
    ],
    [
      'CC6.2',
      'Users are registered and authorised before credentials are issued',
      part('exposed-secrets'),
      'Secrets in files are found; registration is for the identity provider to show.',
    ],
    [
      'CC6.3',
      'Access follows roles, least privilege and separation of duties',
      part('excess-rights', 'weak-oversight', 'weak-isolation'),
      'Rights and approvals of agents are read; roles are for the identity provider to show.',
    ],
    [
      'CC6.6',
      'Access is secured against threats from outside the boundary',
      part('missing-authentication', 'prompt-injection', 'infrastructure', 'open-networks'),
      'Addresses that servers listen on, and texts from outside, are examined; the boundary is for its operator to show.',
    ],
    [
      'CC6.7',
      'Transmission, movement and removal of information are restricted',
      part('plain-transport', 'data-leak'),
      'Transports and ways out are examined; networks and devices are for their operator to show.',
    ],
    [
      'CC6.8',
      'Unauthorised and malicious software is prevented, or found and acted on',
      part('malicious-components', 'unpinned-supply', 'model-integrity', 'code-execution', 'unsafe-skills', 'memory-poisoning'),
      'Packages, skills and models are examined; machines need protection of their own.',
    ],
    [
      'CC7.1',
      'Changed configurations and new vulnerabilities are detected',
      scans('vulnerable-components', 'misconfiguration', 'unsafe-tools'),
      'Repeated scans of the sources.',
    ],
    [
      'CC7.2',
      'Components are monitored for anomalies',
      part('destructive-actions', 'missing-logs'),
      'Logs that infrastructure code leaves out are found; runtime audit and alerts.',
    ],
    ['CC7.3', 'Security events are evaluated', people, 'Triage of findings and alerts.'],
    ['CC7.4', 'Incidents are responded to', people, 'Incident records.'],
    [
      'CC8.1',
      'Changes are authorised, designed, tested and approved',
      part('unpinned-supply', 'changeable-configuration'),
      'What may change under its name is found; approvals are for the change system to show.',
    ],
    [
      'CC9.2',
      'Risks of vendors and business partners are managed',
      part('vulnerable-components', 'malicious-components', 'unmaintained-components', 'licences'),
      'Packages and servers of others are examined; vendors themselves need a review.',
    ],
    [
      'A1.1',
      'Capacity and use of components are maintained and monitored',
      part('exhausted-resources'),
      'Limits of containers and model files are examined; capacity is for the operator to show.',
    ],
    [
      'A1.2',
      'Backups and recovery are planned and maintained',
      part('missing-backups'),
      'Backups that infrastructure code switches off are found; recovery is for the operator to show.',
    ],
  ]),
};
