import { controlsOf, type Framework } from '../framework.js';

/** MITRE ATLAS: techniques that findings here show to be possible. */
export const mitreAtlas: Framework = {
  id: 'mitre-atlas',
  title: 'MITRE ATLAS',
  version: '2025',
  reference: 'https://atlas.mitre.org/',
  controls: controlsOf(
    [
      [
        'AML.T0010',
        'Compromise of the supply chain',
        ['malicious-components', 'model-integrity', 'vulnerable-components'],
        'Packages, models and their signatures are examined.',
      ],
      [
        'AML.T0011',
        'Execution by the user',
        ['model-integrity', 'malicious-components'],
        'Model files and skills are examined for code that runs when they are opened.',
      ],
      ['AML.T0018', 'Manipulated model', ['model-integrity'], 'Model files are examined for backdoors and programs.'],
      ['AML.T0020', 'Poisoned training data', [], 'Provenance of data sets, kept by who trains.'],
      ['AML.T0029', 'Denial of the service', ['exhausted-resources'], 'Limits in configurations and model files are examined.'],
      ['AML.T0040', 'Access to the inference interface', [], 'Access records of the model service.'],
      ['AML.T0043', 'Crafted adversarial data', [], 'Robustness tests of the model.'],
      ['AML.T0048', 'Harm outside the system', [], 'Incident records and impact assessments.'],
      ['AML.T0051', 'Prompt injection', ['prompt-injection'], 'Tool definitions, skills and instruction files are read.'],
      [
        'AML.T0053',
        'Compromise of plug-ins and tools',
        ['prompt-injection', 'excess-rights'],
        'Tool definitions and their drift are examined.',
      ],
      ['AML.T0054', 'Jailbreak', ['prompt-injection'], 'Skills and tool definitions are read for attempts.'],
      ['AML.T0055', 'Unsecured credentials', ['exposed-secrets'], 'Configurations and skills are read for secrets.'],
      ['AML.T0056', 'Extraction of the system prompt', ['data-leak'], 'Skills are read for requests to reveal it.'],
      ['AML.T0057', 'Leak of data by the model', ['data-leak'], 'Tools and skills are examined for ways out.'],
      ['AML.T0061', 'Prompt that replicates itself', ['prompt-injection'], 'Skills are read for orders to spread.'],
      ['AML.T0067', 'Manipulated trusted output', ['weak-oversight'], 'Skills are read for concealment from the user.'],
      ['AML.T0068', 'Obfuscated prompt', ['prompt-injection'], 'Texts are decoded and read for what is hidden.'],
      ['AML.T0073', 'Impersonation', ['impersonation'], 'Names of servers and packages are compared with known ones.'],
      ['AML.T0074', 'Masquerading', ['impersonation', 'model-integrity'], 'File types are read from content, not from names.'],
      ['AML.T0080', 'Poisoned context of an agent', ['memory-poisoning'], 'Skills are examined for writes into memory.'],
      ['AML.T0081', 'Changed configuration of an agent', ['misconfiguration'], 'Configurations of agents are read.'],
      ['AML.T0086', 'Data taken out by a tool', ['data-leak'], 'Combinations of tools are examined.'],
    ],
    (id) => `MITRE ATLAS ${id}`,
  ),
};
