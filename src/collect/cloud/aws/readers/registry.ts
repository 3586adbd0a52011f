import { apiGatewaysReader } from './api-gateways.js';
import { bedrockReader } from './bedrock.js';
import { bedrockAgentsReader } from './bedrock-agents.js';
import { cloudtrailReader } from './cloudtrail.js';
import { ecrReader } from './ecr.js';
import { ecsReader } from './ecs.js';
import { eksReader } from './eks.js';
import { iamReader } from './iam.js';
import { knowledgeBasesReader } from './knowledge-bases.js';
import { lambdaReader } from './lambda.js';
import { loadBalancersReader } from './load-balancers.js';
import type { AwsReader } from './reader.js';
import { s3Reader } from './s3.js';
import { sagemakerReader } from './sagemaker.js';
import { secretsReader } from './secrets.js';

/** What is read of an account, in this order. A service of AWS is one file here and one line in this list. */
export const awsReaders: readonly AwsReader[] = [
  iamReader,
  bedrockAgentsReader,
  bedrockReader,
  knowledgeBasesReader,
  sagemakerReader,
  lambdaReader,
  ecsReader,
  eksReader,
  ecrReader,
  s3Reader,
  secretsReader,
  loadBalancersReader,
  apiGatewaysReader,
  cloudtrailReader,
];
