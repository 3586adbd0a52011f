import { controlsOf, type Framework, part, people } from './framework.js';

/**
 * EU AI Act: the articles whose duties findings may violate, or for which records of this program are evidence. Scans pass none of
 * them: each is a duty of people, and a lawyer has to say which of them apply.
 */
export const euAiAct: Framework = {
  id: 'eu-ai-act',
  title: 'EU AI Act',
  version: 'Regulation (EU) 2024/1689',
  publisher: 'European Union',
  reference: 'https://eur-lex.europa.eu/eli/reg/2024/1689/oj',
  titles: 'official',
  confirmed_with: 'a public list of the articles’ titles, made from the consolidated text',
  controls: controlsOf([
    ['Art. 4', 'AI literacy', people, 'Training records.'],
    ['Art. 5', 'Prohibited AI practices', people, 'A legal review of every use.'],
    [
      'Art. 9',
      'Risk management system',
      part('vulnerable-components', 'malicious-components', 'prompt-injection', 'broken-policy'),
      'Findings with triage, exceptions and resolution; the system itself is the provider’s.',
    ],
    [
      'Art. 10',
      'Data and data governance',
      part('memory-poisoning'),
      'What writes into memory is examined; data sets are for their owner to document.',
    ],
    ['Art. 11', 'Technical documentation', people, 'Inventory, SBOM and reports of this program are a part of it.'],
    [
      'Art. 12',
      'Record-keeping',
      part('destructive-actions', 'missing-logs'),
      'Logs that infrastructure code leaves out are found; runtime audit of the relay or gateway.',
    ],
    ['Art. 13', 'Transparency and provision of information to deployers', people, 'Instructions for use.'],
    [
      'Art. 14',
      'Human oversight',
      part('weak-oversight', 'excess-rights'),
      'Approval settings and rights of agents are read; who oversees is the deployer’s.',
    ],
    [
      'Art. 15',
      'Accuracy, robustness and cybersecurity',
      part(
        'vulnerable-components',
        'malicious-components',
        'model-integrity',
        'misconfiguration',
        'unsafe-tools',
        'unsafe-skills',
        'infrastructure',
        'exposed-secrets',
      ),
      'Every check of this program bears on it; accuracy and robustness need evaluations.',
    ],
    ['Art. 17', 'Quality management system', people, 'The quality management system.'],
    ['Art. 19', 'Automatically generated logs', people, 'Retention of the runtime audit.'],
    [
      'Art. 25',
      'Responsibilities along the AI value chain',
      part('unpinned-supply', 'unmaintained-components', 'licences'),
      'Suppliers of servers, packages and models are in the inventory; agreements with them are the provider’s.',
    ],
    ['Art. 26', 'Obligations of deployers of high-risk AI systems', people, 'Repeated scans and the runtime audit.'],
    ['Art. 50', 'Transparency obligations for providers and deployers of certain AI systems', people, 'A review of the user interface.'],
    ['Art. 53', 'Obligations for providers of general-purpose AI models', people, 'Documentation of the provider.'],
    [
      'Art. 55',
      'Obligations of providers of general-purpose AI models with systemic risk',
      part('model-integrity'),
      'Model files and signatures are examined; evaluations are the provider’s.',
    ],
    [
      'Art. 72',
      'Post-market monitoring by providers and post-market monitoring plan for high-risk AI systems',
      people,
      'The plan; repeated scans and the runtime audit feed it.',
    ],
    ['Art. 73', 'Reporting of serious incidents', people, 'Incident records.'],
  ]),
};
