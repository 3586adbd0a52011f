import type { IacResource } from '../../model/iac.js';
import type { IacEstate } from './contract/estate.js';
import type { IacRule } from './contract/iac-rule.js';
import { member, textOf } from './contract/values.js';

/** What modules of the registries make, by the words of their names, and the rules that ask about it. */
const MADE: readonly (readonly [provider: string, words: RegExp, rules: RegExp])[] = [
  ['aws', /^s3/, /^aws-s3-/],
  ['aws', /^(?:sns|sqs)/, /^aws-queue-topic-/],
  ['aws', /^ec2|^autoscaling/, /^aws-(?:ec2-|ebs-|literal-credential)/],
  ['aws', /^rds/, /^aws-rds-/],
  ['aws', /^security-group/, /^aws-sg-/],
  ['aws', /^vpc/, /^aws-(?:vpc-|default-sg-)/],
  ['aws', /^[an]lb|^elb/, /^aws-lb-/],
  ['aws', /^lambda/, /^aws-lambda-/],
  ['aws', /^apigateway/, /^aws-apigw-/],
  ['aws', /^eks/, /^aws-eks-/],
  ['aws', /^ecs/, /^aws-ecs-/],
  ['aws', /^ecr/, /^aws-ecr-/],
  ['aws', /^kms/, /^aws-kms-/],
  ['aws', /^cloudfront/, /^aws-cloudfront-/],
  ['aws', /^elasticache/, /^aws-elasticache-/],
  ['aws', /^opensearch/, /^aws-opensearch-/],
  ['aws', /^redshift/, /^aws-redshift-/],
  ['aws', /^msk|^mq/, /^aws-broker-/],
  ['aws', /^iam/, /^iam-/],
  ['azurerm', /storage/, /^azure-storage-/],
  ['azurerm', /network-security|nsg/, /^azure-nsg-/],
  ['azurerm', /aks/, /^azure-aks-/],
  ['azurerm', /key-?vault/, /^azure-keyvault-/],
  ['google', /storage/, /^gcp-storage-/],
  ['google', /kubernetes/, /^gcp-gke-/],
  ['google', /sql/, /^gcp-sql-/],
  ['google', /kms/, /^gcp-kms-/],
  ['google', /bigquery/, /^gcp-bigquery-/],
  ['google', /network|firewall/, /^gcp-firewall-/],
  ['google', /iam/, /^gcp-iam-/],
];

/** Calls of registries' modules that make what the rule asks about: nobody can tell from the tree whether they are right. */
export function* absentModules({ id }: IacRule, estate: IacEstate): Iterable<{ resource: IacResource; source: string }> {
  for (const resource of estate.ofType('module')) {
    const source = textOf(member(resource.body, 'source'));
    const [, name = '', provider] = /^(?:[\w.-]+\/)?[\w-]+\/([\w-]+)\/([\w-]+)(?:\/\/.*)?$/.exec(source ?? '') ?? [];
    const asked = MADE.some(([of, words, rules]) => of === provider && words.test(name) && rules.test(id));
    if (source !== undefined && asked) yield { resource, source };
  }
}
