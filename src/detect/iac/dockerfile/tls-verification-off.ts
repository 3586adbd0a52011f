import { iacRule } from '../contract/iac-rule.js';
import { textOf } from '../contract/values.js';
import { dockerStages } from '../views/dockerfile.js';
import { callSkipsTls, variableSkipsTls } from '../views/tls-off.js';

export const tlsVerificationOff = iacRule({
  id: 'dockerfile-tls-verification-off',
  formats: ['dockerfile'],
  title: 'Certificate checks switched off',
  severity: 'high',
  confidence: 'high',
  rationale: 'Whoever is between the build and the server may answer in its place, and what is answered becomes part of the image.',
  fix: 'Add the missing certificate authority to the image, and remove the switch.',
  references: ['CWE-295'],
  view: dockerStages,
  *check(stage) {
    for (const instruction of stage.all('ENV', 'ARG')) {
      for (const { name, value, at } of instruction.pairs) {
        const text = textOf(value);
        if (text !== undefined && variableSkipsTls(name, text)) yield { verdict: 'fail', at, evidence: `${name}=${text}` };
      }
    }
    for (const instruction of stage.all('RUN', 'CMD', 'ENTRYPOINT')) {
      for (const call of instruction.calls) {
        if (!callSkipsTls(call)) continue;
        const given = call.assignments.map(({ name, value }) => `${name}=${value.text}`);
        const evidence = [...given, call.program, ...call.args.map(({ text }) => text)].join(' ').trim();
        yield { verdict: 'fail', at: call.at, evidence };
      }
    }
  },
});
