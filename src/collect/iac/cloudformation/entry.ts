import type { IacReaderEntry } from '../contract/iac-reader.js';

const SECTION = /^\s*["']?(?:AWSTemplateFormatVersion|Transform)["']?\s*:/m;
const RESOURCE = /["']?Type["']?\s*:\s*["']?(?:AWS|Alexa|Custom)::/;
/** A template whose resources begin after the first 4 KiB. */
const PARAMETERS = /^\s{0,4}["']?(?:Parameters|Mappings|Conditions)["']?\s*:/m;
const PARAMETER = /["']?Type["']?\s*:\s*["']?(?:String|Number|CommaDelimitedList|List<|AWS::)/;

export const cloudformationEntry: IacReaderEntry = {
  id: 'cloudformation',
  formats: ['cloudformation'],
  title: 'CloudFormation and SAM templates (`*.yaml`, `*.yml`, `*.json`, `*.template`, `*.cfn`)',
  matches: (path) => /\.(?:ya?ml|json|template|cfn)$/.test(path),
  sniff: (head) => SECTION.test(head) || RESOURCE.test(head) || (PARAMETERS.test(head) && PARAMETER.test(head)),
  load: async () => (await import('./reader.js')).cloudformation,
};
