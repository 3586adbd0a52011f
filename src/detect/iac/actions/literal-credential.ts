import { hasSecretShape, isPlaceholder, mayHoldSecret, namesSecret } from '../../../support/secret-value.js';
import { iacRule } from '../contract/iac-rule.js';
import { entriesOf, member, textOf } from '../contract/values.js';
import { workflowJobs } from '../views/actions.js';

export const literalCredential = iacRule({
  id: 'gha-literal-credential',
  formats: ['actions'],
  title: 'Literal password for a container or in env',
  severity: 'high',
  confidence: 'high',
  rationale: 'Whoever can read the repository reads the value.',
  fix: 'Revoke the value, and write `${{ secrets.NAME }}` in its place.',
  references: ['CWE-798', 'https://docs.github.com/en/actions/reference/security/secure-use'],
  swallowedBy: ['ai-provider-key-literal'],
  view: workflowJobs,
  *check(job) {
    const services = entriesOf(job.get('services')).entries.map(([, service]) => service);
    for (const container of [job.get('container'), ...services]) {
      const password = member(container, 'credentials', 'password');
      const text = textOf(password);
      if (password && text && !text.includes('${{'))
        yield { verdict: 'fail', at: password.at, evidence: 'password: <redacted>', part: String(password.at.line) };
    }
    const given = [
      job.workflow.get('env'),
      job.get('env'),
      ...job.steps.flatMap((step) => [step.get('env'), step.get('with')]),
      ...services.map((service) => member(service, 'env')),
    ];
    for (const [name, value] of given.flatMap((map) => entriesOf(map).entries)) {
      if (isToken(name, textOf(value) ?? ''))
        yield { verdict: 'fail', at: value.at, evidence: `${name}: <redacted>`, part: String(value.at.line) };
    }
  },
});

/** A text with the shape of a provider's token. A wrong checksum is made up for by a name that says what it is. */
function isToken(name: string, text: string): boolean {
  return hasSecretShape(text) || (namesSecret(name) && mayHoldSecret(text) && !isPlaceholder(text));
}
