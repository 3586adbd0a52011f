import type { IacRule } from '../contract/iac-rule.js';
import { isPublic } from '../views/iam-questions.js';
import { statementRule } from '../views/statement-rule.js';

const BOUND = '"Condition": {"StringEquals": {"aws:PrincipalOrgID": "o-…"}}';

/** Rules about policies of things that let everybody in. */
export const policyRules: readonly IacRule[] = [
  statementRule({
    id: 'aws-kms-public',
    title: 'Key policy allows everybody',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Anybody with an account of AWS uses the key, and with it decrypts what it protects.',
    fix: `Name who uses the key: "Principal": {"AWS": "arn:aws:iam::123456789012:root"}, or bind it: "Condition": {"StringEquals": {"kms:CallerAccount": "123456789012"}}.`,
    references: ['CWE-732', 'https://docs.aws.amazon.com/kms/latest/developerguide/key-policies.html'],
    purposes: ['kms'],
    faulty: isPublic,
  }),
  statementRule({
    id: 'aws-ecr-public',
    title: 'Repository policy allows everybody',
    severity: 'high',
    confidence: 'high',
    rationale: 'Anybody with an account of AWS pulls or pushes images, and reads the secrets in them.',
    fix: `Name who pulls: "Principal": {"AWS": "arn:aws:iam::123456789012:root"}, or bind it: ${BOUND}.`,
    references: ['CWE-732', 'https://docs.aws.amazon.com/AmazonECR/latest/userguide/repository-policies.html'],
    purposes: ['ecr', 'ecr-public'],
    faulty: isPublic,
    failure: (_statement, { type }) => (/ecrpublic|PublicRepository/.test(type) ? { severity: 'none' } : {}),
  }),
  statementRule({
    id: 'aws-queue-topic-public',
    title: 'Queue or topic open to everybody',
    severity: 'critical',
    confidence: 'high',
    rationale: 'Anybody with an account of AWS reads the messages, or puts some of their own among them.',
    fix: 'Bind the statement to its source: "Condition": {"ArnEquals": {"aws:SourceArn": "<ARN of the bucket or rule>"}}.',
    references: ['CWE-732', 'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-security-best-practices.html'],
    purposes: ['sns', 'sqs'],
    faulty: isPublic,
  }),
];
