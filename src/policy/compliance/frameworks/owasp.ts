import { controlsOf, type Framework } from '../framework.js';

/** OWASP Top 10 for applications of large language models. */
export const owaspLlm: Framework = {
  id: 'owasp-llm',
  title: 'OWASP Top 10 for LLM Applications',
  version: '2025',
  reference: 'https://genai.owasp.org/llm-top-10/',
  controls: controlsOf(
    [
      ['LLM01', 'Prompt injection', ['prompt-injection'], 'Tool definitions and skills are read for instructions that steer the model.'],
      [
        'LLM02',
        'Disclosure of sensitive information',
        ['data-leak', 'exposed-secrets'],
        'Configurations and skills are read for secrets and ways out.',
      ],
      [
        'LLM03',
        'Supply chain',
        ['vulnerable-components', 'malicious-components', 'unpinned-supply', 'model-integrity'],
        'Packages are matched with advisories; models and server sources are examined.',
      ],
      [
        'LLM04',
        'Poisoned data and models',
        ['memory-poisoning', 'model-integrity'],
        'Model files and what skills write into memory are examined; training data is for its owner to vouch for.',
      ],
      [
        'LLM05',
        'Output used without care',
        ['code-execution'],
        'Configurations and tool definitions are read for output that becomes commands; your own code needs a review.',
      ],
      [
        'LLM06',
        'Too much agency',
        ['excess-rights', 'weak-oversight'],
        'Rights, approvals and tools of agents are read from their configuration.',
      ],
      [
        'LLM07',
        'Leaked system prompt',
        ['exposed-secrets'],
        'Skills and instruction files are read for secrets and for requests to reveal them.',
      ],
      [
        'LLM08',
        'Weak vectors and embeddings',
        [],
        'A review of the retrieval store: who may write, who may read, how tenants are kept apart.',
      ],
      ['LLM09', 'Misinformation', [], 'Evaluations of the application and a notice to its users.'],
      [
        'LLM10',
        'Consumption without bounds',
        ['exhausted-resources'],
        'Limits of containers and model files are examined; quotas of the model service are for its operator to show.',
      ],
    ],
    (id) => `OWASP ${id}`,
  ),
};

/** OWASP MCP Top 10. */
export const owaspMcp: Framework = {
  id: 'owasp-mcp',
  title: 'OWASP MCP Top 10',
  version: '2025',
  reference: 'https://owasp.org/www-project-mcp-top-10/',
  controls: controlsOf(
    [
      [
        'MCP01',
        'Mishandled tokens and exposed secrets',
        ['exposed-secrets'],
        'Server configurations are read for values that should be references.',
      ],
      [
        'MCP02',
        'Rights that grow with scope',
        ['excess-rights'],
        'Mounts, privileges and approvals of servers are read from their configuration.',
      ],
      ['MCP03', 'Poisoned tools', ['prompt-injection'], 'Tool definitions are read, and compared with those that were approved.'],
      [
        'MCP04',
        'Supply chain of servers',
        ['vulnerable-components', 'malicious-components', 'unpinned-supply', 'unmaintained-components'],
        'Packages and images of servers are matched with advisories and examined for pins.',
      ],
      [
        'MCP05',
        'Injected and executed commands',
        ['code-execution'],
        'Commands of servers and what tools do with their input are examined.',
      ],
      ['MCP06', 'Prompts hidden in context', ['prompt-injection'], 'Tool definitions and skills are read for concealed text.'],
      [
        'MCP07',
        'Weak authentication',
        ['missing-authentication', 'plain-transport'],
        'Addresses and headers of remote servers are examined.',
      ],
      ['MCP08', 'No audit, no telemetry', [], 'Runtime audit of the relay or gateway for every server in use.'],
      [
        'MCP09',
        'Shadow servers',
        ['impersonation'],
        'Servers found on endpoints are compared with those that are governed, and their names with known ones.',
      ],
      ['MCP10', 'Context that is shared too widely', ['data-leak'], 'Mounts, permissions and combinations of tools are examined.'],
    ],
    (id) => `OWASP ${id}`,
  ),
};

/** OWASP Top 10 for agentic applications. */
export const owaspAgentic: Framework = {
  id: 'owasp-agentic',
  title: 'OWASP Top 10 for Agentic Applications',
  version: '2026',
  reference: 'https://genai.owasp.org/resource/owasp-top-10-for-agentic-applications-for-2026/',
  controls: controlsOf(
    [
      ['ASI01', 'Hijacked goals', ['prompt-injection'], 'Skills and tool definitions are read for orders that replace the user’s.'],
      ['ASI02', 'Misused tools', ['excess-rights', 'data-leak'], 'Approvals and combinations of tools are examined.'],
      [
        'ASI03',
        'Abused identity and privilege',
        ['exposed-secrets', 'excess-rights'],
        'Credentials that agents and servers hold are listed by name.',
      ],
      [
        'ASI04',
        'Agentic supply chain',
        ['vulnerable-components', 'malicious-components', 'unpinned-supply'],
        'Servers, skills and packages are matched and examined for pins.',
      ],
      ['ASI05', 'Unexpected execution of code', ['code-execution'], 'Hooks, tasks, commands and scripts are examined.'],
      ['ASI06', 'Poisoned memory and context', ['memory-poisoning'], 'Skills are examined for writes into memory and instruction files.'],
      [
        'ASI07',
        'Unsafe talk between agents',
        ['plain-transport', 'missing-authentication'],
        'Transport and authentication of remote servers are examined.',
      ],
      ['ASI08', 'Failures that cascade', [], 'Tests of limits, circuit breakers and roll-back of the agents in use.'],
      ['ASI09', 'Abused trust of people', ['weak-oversight', 'impersonation'], 'Approval settings and names are examined.'],
      ['ASI10', 'Rogue agents', ['malicious-components'], 'Skills are examined for ways to stay; agents at large come from the fleet.'],
    ],
    (id) => `OWASP ${id}`,
  ),
};
