import { rulesOf } from './rule-row.js';

/** Text that people do not see and agents do, and text that is encoded. */
export const hiddenRules = rulesOf({
  'HID-01': [
    'high',
    'Invisible tag characters',
    'Unicode tag characters show nothing on screen, and a model reads them as letters.',
    'Remove the characters.',
    'OWASP LLM01, MITRE ATLAS AML.T0068, CWE-1007, CWE-176',
  ],
  'HID-02': [
    'high',
    'Words broken by invisible characters',
    'Invisible characters inside words hide an order from filters and reviewers.',
    'Remove the characters.',
    'MITRE ATLAS AML.T0068, CWE-1007',
  ],
  'HID-03': [
    'high',
    'Bidirectional override',
    'The text is shown in another order than it is read, so reviewers see something else.',
    'Remove the override characters.',
    'CWE-1007',
  ],
  'HID-04': [
    'high',
    'Order in a comment or hidden style',
    'People who look at the rendered page do not see it; the agent reads and may obey it.',
    'Remove the order or write it where people see it.',
    'OWASP LLM01, MITRE ATLAS AML.T0051.001',
  ],
  'HID-05': [
    'high',
    'Order far outside the view',
    'Long blank space pushes an order out of sight of reviewers.',
    'Remove the blank space and judge the order in the open.',
    'MITRE ATLAS AML.T0068',
  ],
  'HID-06': [
    'high',
    'Payload in variation selectors',
    'Runs of variation selectors carry bytes that nobody sees.',
    'Remove the characters.',
    'MITRE ATLAS AML.T0068',
  ],
  'HID-07': [
    'medium',
    'Look-alike letters of another script',
    'Letters of another script make a word look like one it is not.',
    'Write the word in one script.',
    'CWE-1007',
    'medium',
  ],
  'HID-08': [
    'medium',
    'Order in alternative text, title or metadata',
    'A caption or title is not where instructions belong; people rarely see it.',
    'Remove the order.',
    'MITRE ATLAS AML.T0051.001',
  ],
  'ENC-01': [
    'high',
    'Encoded order',
    'An order is written in an encoding, so that people do not read it and the agent does.',
    'Remove the encoded text or write it in the clear.',
    'MITRE ATLAS AML.T0068, CWE-506',
  ],
  'ENC-02': [
    'critical',
    'Decode and execute',
    'Text is decoded and run in one step, so nobody sees what runs.',
    'Ship the script in the clear.',
    'OWASP ASI05, CWE-506, CWE-94',
  ],
  'ENC-03': [
    'high',
    'Order to decode and follow',
    'The agent is told to decode text and obey it, which hides the orders from review.',
    'Write the orders in the clear.',
    'MITRE ATLAS AML.T0068',
  ],
});
