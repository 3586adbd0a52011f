import { controlsOf, type Framework, part, people, scans } from './framework.js';

/**
 * OWASP Top 10 for applications of large language models. Rules name the entries of the 2025 edition; the 2026 edition numbers them
 * differently.
 */
export const owaspLlm: Framework = {
  id: 'owasp-llm',
  title: 'OWASP Top 10 for LLM Applications',
  version: '2025',
  publisher: 'OWASP GenAI Security Project',
  reference: 'https://genai.owasp.org/llm-top-10/',
  titles: 'official',
  confirmed_with: 'the project’s repository of the 2025 edition',
  controls: controlsOf(
    [
      [
        'LLM01',
        'Prompt Injection',
        scans('prompt-injection'),
        'Tool definitions, skills and chat templates are read for instructions that steer the model; what users type is for tests of the application.',
      ],
      [
        'LLM02',
        'Sensitive Information Disclosure',
        part('data-leak', 'exposed-secrets'),
        'Files, images, tools and skills are read for secrets and ways out; what the model gives away is for tests of the application.',
      ],
      [
        'LLM03',
        'Supply Chain',
        scans('vulnerable-components', 'malicious-components', 'unpinned-supply', 'unmaintained-components', 'model-integrity'),
        'Packages are matched with advisories; server sources and model files are examined.',
      ],
      [
        'LLM04',
        'Data and Model Poisoning',
        part('memory-poisoning'),
        'Model files and what skills write into memory are examined; training data is for its owner to vouch for.',
      ],
      [
        'LLM05',
        'Improper Output Handling',
        part('code-execution'),
        'Configurations, tools and skills are read for output that becomes commands; your own code needs a review.',
      ],
      [
        'LLM06',
        'Excessive Agency',
        scans('excess-rights', 'weak-oversight', 'destructive-actions'),
        'Rights, approvals and tools of agents are read from their configuration, definitions and skills.',
      ],
      [
        'LLM07',
        'System Prompt Leakage',
        part(),
        'Skills are read for requests to reveal what the model was told; what your own system prompts hold needs a review.',
      ],
      [
        'LLM08',
        'Vector and Embedding Weaknesses',
        part(),
        'Vector databases in infrastructure code are examined for who reaches them; how tenants are kept apart needs a review.',
      ],
      [
        'LLM09',
        'Misinformation',
        part(),
        'Skills are read for orders to misinform; evaluations of the application, a notice to its users.',
      ],
      [
        'LLM10',
        'Unbounded Consumption',
        part('exhausted-resources'),
        'Limits of containers and model files are examined; quotas of the model service are for its operator to show.',
      ],
    ],
    (id) => `OWASP ${id}`,
  ),
};

/** OWASP MCP Top 10, the list of the beta phase. */
export const owaspMcp: Framework = {
  id: 'owasp-mcp',
  title: 'OWASP MCP Top 10',
  version: '2025 (v0.1)',
  publisher: 'OWASP Foundation',
  reference: 'https://owasp.org/www-project-mcp-top-10/',
  titles: 'official',
  confirmed_with: 'the project’s repository',
  controls: controlsOf(
    [
      [
        'MCP01',
        'Token Mismanagement & Secret Exposure',
        scans('exposed-secrets'),
        'Files, images, configurations and skills are searched for values that should be references; life times of tokens are for who issues them to show.',
      ],
      [
        'MCP02',
        'Privilege Escalation via Scope Creep',
        scans('excess-rights'),
        'Mounts, privileges and approvals of servers are read from their configuration, capabilities from their tools.',
      ],
      [
        'MCP03',
        'Tool Poisoning',
        scans('prompt-injection', 'unsafe-tools'),
        'Tool definitions are read, and compared with those that were approved.',
      ],
      [
        'MCP04',
        'Software Supply Chain Attacks & Dependency Tampering',
        scans('vulnerable-components', 'malicious-components', 'unpinned-supply', 'unmaintained-components'),
        'Packages and images of servers are matched with advisories and examined for pins.',
      ],
      [
        'MCP05',
        'Command Injection & Execution',
        scans('code-execution'),
        'Commands of servers and what tools do with their input are examined; the code of servers needs a review.',
      ],
      [
        'MCP06',
        'Intent Flow Subversion',
        scans('prompt-injection'),
        'Tool definitions and skills are read for concealed instructions; what servers answer is for the runtime audit.',
      ],
      [
        'MCP07',
        'Insufficient Authentication & Authorization',
        part('missing-authentication', 'plain-transport'),
        'Addresses and headers of remote servers, and entrances in infrastructure code, are examined; whether a server checks them is for its operator to show.',
      ],
      ['MCP08', 'Lack of Audit and Telemetry', people, 'Runtime audit of the relay or gateway for every server in use.'],
      [
        'MCP09',
        'Shadow MCP Servers',
        part('impersonation'),
        'Names of servers are compared with known ones; the governance report lists servers that no policy speaks of.',
      ],
      [
        'MCP10',
        'Context Injection & Over-Sharing',
        part('data-leak', 'memory-poisoning'),
        'Mounts, permissions and combinations of tools are examined; what sessions share is for the client’s vendor to show.',
      ],
    ],
    (id) => `OWASP ${id}`,
  ),
};

/** OWASP Top 10 for agentic applications: the list of the Agentic Security Initiative. */
export const owaspAgentic: Framework = {
  id: 'owasp-agentic',
  title: 'OWASP Top 10 for Agentic Applications',
  version: '2026',
  publisher: 'OWASP GenAI Security Project',
  reference: 'https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/',
  titles: 'official',
  confirmed_with: 'several public copies of the list',
  controls: controlsOf(
    [
      [
        'ASI01',
        'Agent Goal Hijack',
        scans('prompt-injection'),
        'Skills, tool definitions and chat templates are read for orders that replace the user’s.',
      ],
      [
        'ASI02',
        'Tool Misuse and Exploitation',
        scans('excess-rights', 'data-leak', 'destructive-actions'),
        'Approvals and combinations of tools are examined, and what skills do with them.',
      ],
      [
        'ASI03',
        'Identity and Privilege Abuse',
        scans('exposed-secrets', 'excess-rights'),
        'Credentials that agents and servers hold are listed by name, their rights examined.',
      ],
      [
        'ASI04',
        'Agentic Supply Chain Vulnerabilities',
        scans('vulnerable-components', 'malicious-components', 'unpinned-supply', 'unmaintained-components'),
        'Servers, skills and packages are matched and examined for pins.',
      ],
      [
        'ASI05',
        'Unexpected Code Execution (RCE)',
        scans('code-execution', 'weak-isolation', 'model-integrity'),
        'Hooks, tasks, commands, scripts and model files are examined.',
      ],
      [
        'ASI06',
        'Memory & Context Poisoning',
        part('memory-poisoning'),
        'Skills are examined for writes into memory and instruction files; what memory holds needs a review.',
      ],
      [
        'ASI07',
        'Insecure Inter-Agent Communication',
        part('plain-transport', 'missing-authentication'),
        'Transport and authentication of remote servers are examined; messages between agents need a review.',
      ],
      ['ASI08', 'Cascading Failures', part(), 'Skills are read for orders to spread; tests of limits, circuit breakers and roll-back.'],
      [
        'ASI09',
        'Human-Agent Trust Exploitation',
        part('weak-oversight', 'impersonation'),
        'Approval settings and names are examined, skills read for concealment; people need training.',
      ],
      [
        'ASI10',
        'Rogue Agents',
        part('malicious-components'),
        'Skills are examined for ways to stay; how agents behave is for the runtime audit.',
      ],
    ],
    (id) => `OWASP ${id}`,
  ),
};
