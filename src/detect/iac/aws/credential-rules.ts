import { type IacRule, iacRule } from '../contract/iac-rule.js';
import { hidden, literalSecret } from '../contract/literal-secret.js';
import { textOf } from '../contract/values.js';
import { literals } from '../views/aws-literals.js';
import { awsFormats } from './attribute-rule.js';

/** Keys that the documentation of AWS shows. */
const DOCUMENTED = /(?:^|[^A-Z0-9])(?:A(?:KIA|SIA)[A-Z0-9]{9}EXAMPLE|[A-Za-z0-9/+]{20,}EXAMPLEKEY)\b/;

/** Ids of access keys, whatever their check says: nothing else is written so. */
const ACCESS_KEY = /(?:^|[^A-Z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Z0-9])/;

/** Rules about credentials that stand in the code. */
export const credentialRules: readonly IacRule[] = [
  iacRule({
    id: 'aws-literal-credential',
    title: 'Literal credential in provider, user data, function or database',
    severity: 'critical',
    confidence: 'high',
    rationale:
      'Whoever reads the repository, the state or the description of the resource has the credential; programs find pushed keys within minutes.',
    fix: 'Take it out, revoke it, and let the program read it: `data "aws_secretsmanager_secret_version" "db" { secret_id = "db" }`, or `{{resolve:secretsmanager:db:SecretString:password}}`.',
    references: ['CWE-798', 'https://docs.aws.amazon.com/secretsmanager/latest/userguide/hardcoded.html'],
    formats: awsFormats,
    swallowedBy: ['ai-provider-key-literal'],
    view: literals,
    check({ name, value, at, isOfService }) {
      const text = textOf(value);
      if (text === undefined || text.startsWith('arn:') || text.includes('{{resolve:')) return undefined;
      const evidence = name === undefined ? 'a key' : hidden(name);
      if (DOCUMENTED.test(text)) return { verdict: 'fail', at, evidence, severity: 'low', part: name ?? '' };
      if (!ACCESS_KEY.test(text) && literalSecret(name, text) !== 'secret') return { verdict: 'pass' };
      return { verdict: 'fail', at, evidence, part: name ?? '', ...(isOfService && !ACCESS_KEY.test(text) && { severity: 'high' }) };
    },
  }),
];
