import { rulesOf } from './rule-row.js';

/** Orders in prose that send data away, fetch and run code, or destroy. */
export const dangerRules = rulesOf({
  'EXF-02': [
    'critical',
    'Order to send secrets away',
    'The agent is told to read credentials and to hand them on.',
    'Remove the order; the task must not need values of other credentials.',
    'OWASP LLM02, OWASP ASI02, OWASP MCP01, MITRE ATLAS AML.T0086, CWE-200, CWE-522',
  ],
  'EXF-03': [
    'high',
    'Order to send conversation or files away',
    'What the user says or works on leaves the machine as a side effect.',
    'Send only what the user asked to send.',
    'OWASP LLM02, MITRE ATLAS AML.T0057',
  ],
  'EXF-04': [
    'high',
    'Image or link that carries data',
    'Showing the image or link sends what stands in its address to its host.',
    'Remove the placeholder from the address.',
    'OWASP LLM05, MITRE ATLAS AML.T0067',
  ],
  'EXF-05': [
    'high',
    'Data in name look-ups',
    'Names looked up in DNS reach whoever owns the domain, past most filters.',
    'Remove the look-up.',
    'CWE-200',
  ],
  'EXF-06': [
    'high',
    'Copy to a fixed recipient',
    'Messages, payments or posts go to somebody the user did not choose.',
    'Let the user name the recipient.',
    'OWASP ASI02',
  ],
  'CRD-03': [
    'medium',
    'Asks for secrets in the chat',
    'Secrets typed into a chat stay in transcripts and reach whoever gets them.',
    'Read the secret from the environment or a secret store.',
    'OWASP LLM02, OWASP MCP01',
  ],
  'RCE-01': [
    'high',
    'Fetched script piped to a shell',
    'Whoever controls the address runs code on this machine.',
    'Download a pinned release, check its sum, then run it.',
    'OWASP ASI05, OWASP MCP05, CWE-494, CWE-829',
  ],
  'RCE-02': [
    'critical',
    'Prerequisite from an unrelated source',
    'A required download from an unrelated place is how campaigns deliver malware.',
    'Install the tool from its vendor or a package registry.',
    'OWASP ASI04, MITRE ATLAS AML.T0011, CWE-494',
  ],
  'RCE-03': ['critical', 'Reverse shell', 'The command gives a remote machine a shell here.', 'Remove the command.', 'CWE-506'],
  'RCE-05': [
    'high',
    'Command that shows one thing and runs another',
    'The printed address or text is not what is run.',
    'Remove the command.',
    'CWE-451',
  ],
  'DES-01': [
    'high',
    'Wipes without asking',
    'Home, root, backups or whole databases are removed without a question.',
    'Ask the user and name exactly what is removed.',
    'OWASP LLM06, OWASP ASI02',
  ],
  'DES-03': ['high', 'Covers tracks', 'Removing history, logs or transcripts hides what was done.', 'Remove the order.', 'CWE-778'],
  'SUP-05': [
    'high',
    'Hidden addition to what the agent writes',
    'The agent is told to slip code or text into files it writes for the user.',
    'Remove the order.',
    'OWASP ASI04, CWE-506',
  ],
});
