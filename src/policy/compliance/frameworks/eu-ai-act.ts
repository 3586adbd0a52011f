import { controlsOf, type Framework } from '../framework.js';

/** Regulation (EU) 2024/1689, articles that scans and inventory bear on. What class a system has is for its provider to say. */
export const euAiAct: Framework = {
  id: 'eu-ai-act',
  title: 'EU AI Act',
  version: 'Regulation (EU) 2024/1689',
  reference: 'https://eur-lex.europa.eu/eli/reg/2024/1689/oj',
  controls: controlsOf([
    ['Art. 4', 'People who work with AI are literate in it', [], 'Training records.'],
    ['Art. 5', 'Prohibited practices are not used', [], 'A legal review of every use.'],
    [
      'Art. 9',
      'Risks are managed over the life cycle',
      ['vulnerable-components', 'malicious-components', 'prompt-injection'],
      'Findings with triage, exceptions and resolution.',
    ],
    [
      'Art. 10',
      'Data is governed',
      ['memory-poisoning'],
      'What writes into memory is examined; data sets are for their owner to document.',
    ],
    ['Art. 11', 'Technical documentation is kept', [], 'Inventory, SBOM and reports of this program are a part of it.'],
    ['Art. 12', 'Events are recorded', [], 'Runtime audit of the relay or gateway.'],
    ['Art. 13', 'Deployers are informed', [], 'Instructions for use.'],
    ['Art. 14', 'People oversee the system', ['weak-oversight', 'excess-rights'], 'Approval settings of agents are read.'],
    [
      'Art. 15',
      'Accuracy, robustness and cybersecurity',
      ['vulnerable-components', 'model-integrity', 'prompt-injection', 'code-execution', 'exposed-secrets', 'misconfiguration'],
      'Every check of this program bears on it; accuracy needs evaluations.',
    ],
    ['Art. 17', 'Quality is managed', [], 'The quality management system.'],
    ['Art. 19', 'Logs are kept', [], 'Retention of the runtime audit.'],
    [
      'Art. 25',
      'Duties along the value chain',
      ['unpinned-supply', 'unmaintained-components', 'licences'],
      'Suppliers of servers, packages and models are in the inventory.',
    ],
    ['Art. 26', 'Deployers monitor and keep logs', [], 'Repeated scans and the runtime audit.'],
    ['Art. 50', 'People know that they deal with AI', [], 'A review of the user interface.'],
    ['Art. 53', 'Providers of general-purpose models document them', [], 'Documentation of the provider.'],
    ['Art. 55', 'Models with systemic risk are secured', ['model-integrity'], 'Model files and signatures are examined.'],
    ['Art. 73', 'Serious incidents are reported', [], 'Incident records.'],
  ]),
};
