import type { CloudFacts, CloudResourceKind } from '../../../model/cloud.js';

/** What runs: its kind, the attribute with the role that it acts in, or with the profile that has one, and that with its variables. */
export interface Running {
  readonly kind: CloudResourceKind;
  readonly role: string;
  readonly variables?: string;
}

/** Types of Terraform and CloudFormation, with the ways to their attributes. */
export const awsRunning: Readonly<Record<string, Running>> = {
  aws_lambda_function: { kind: 'service', role: 'role', variables: 'environment.variables' },
  'AWS::Lambda::Function': { kind: 'service', role: 'Role', variables: 'Environment.Variables' },
  'AWS::Serverless::Function': { kind: 'service', role: 'Role', variables: 'Environment.Variables' },
  aws_ecs_task_definition: { kind: 'service', role: 'task_role_arn' },
  'AWS::ECS::TaskDefinition': { kind: 'service', role: 'TaskRoleArn' },
  aws_instance: { kind: 'service', role: 'iam_instance_profile' },
  'AWS::EC2::Instance': { kind: 'service', role: 'IamInstanceProfile' },
  aws_bedrockagent_agent: { kind: 'agent', role: 'agent_resource_role_arn' },
  'AWS::Bedrock::Agent': { kind: 'agent', role: 'AgentResourceRoleArn' },
  aws_bedrockagentcore_agent_runtime: { kind: 'agent', role: 'role_arn', variables: 'environment_variables' },
  'AWS::BedrockAgentCore::Runtime': { kind: 'agent', role: 'RoleArn', variables: 'EnvironmentVariables' },
  aws_sagemaker_notebook_instance: { kind: 'service', role: 'role_arn' },
  'AWS::SageMaker::NotebookInstance': { kind: 'service', role: 'RoleArn' },
  aws_sagemaker_model: { kind: 'model', role: 'execution_role_arn' },
  'AWS::SageMaker::Model': { kind: 'model', role: 'ExecutionRoleArn' },
};

/** What hands a role on: the attribute with it. */
export const awsProfiles: Readonly<Record<string, string>> = {
  aws_iam_instance_profile: 'role',
  'AWS::IAM::InstanceProfile': 'Roles',
};

/** What keeps data: the prefixes of the actions that reach it, and the attribute with its name in ARNs. */
export interface Store {
  readonly services: readonly string[];
  readonly name: string;
  readonly facts?: CloudFacts;
}

const SECRETS = { holds_secrets: true } as const;
const KNOWLEDGE = { holds_knowledge: true } as const;

export const awsStores: Readonly<Record<string, Store>> = {
  aws_s3_bucket: { services: ['s3'], name: 'bucket' },
  'AWS::S3::Bucket': { services: ['s3'], name: 'BucketName' },
  aws_dynamodb_table: { services: ['dynamodb'], name: 'name' },
  'AWS::DynamoDB::Table': { services: ['dynamodb'], name: 'TableName' },
  aws_secretsmanager_secret: { services: ['secretsmanager'], name: 'name', facts: SECRETS },
  'AWS::SecretsManager::Secret': { services: ['secretsmanager'], name: 'Name', facts: SECRETS },
  aws_ssm_parameter: { services: ['ssm'], name: 'name' },
  'AWS::SSM::Parameter': { services: ['ssm'], name: 'Name' },
  aws_rds_cluster: { services: ['rds-data', 'rds-db'], name: 'cluster_identifier' },
  'AWS::RDS::DBCluster': { services: ['rds-data', 'rds-db'], name: 'DBClusterIdentifier' },
  aws_db_instance: { services: ['rds-db'], name: 'identifier' },
  'AWS::RDS::DBInstance': { services: ['rds-db'], name: 'DBInstanceIdentifier' },
  aws_redshift_cluster: { services: ['redshift', 'redshift-data'], name: 'cluster_identifier' },
  'AWS::Redshift::Cluster': { services: ['redshift', 'redshift-data'], name: 'ClusterIdentifier' },
  aws_neptune_cluster: { services: ['neptune-db'], name: 'cluster_identifier' },
  'AWS::Neptune::DBCluster': { services: ['neptune-db'], name: 'DBClusterIdentifier' },
  aws_opensearch_domain: { services: ['es'], name: 'domain_name' },
  'AWS::OpenSearchService::Domain': { services: ['es'], name: 'DomainName' },
  aws_opensearchserverless_collection: { services: ['aoss'], name: 'name' },
  'AWS::OpenSearchServerless::Collection': { services: ['aoss'], name: 'Name' },
  aws_elasticache_replication_group: { services: ['elasticache'], name: 'replication_group_id' },
  'AWS::ElastiCache::ReplicationGroup': { services: ['elasticache'], name: 'ReplicationGroupId' },
  aws_efs_file_system: { services: ['elasticfilesystem'], name: 'creation_token' },
  'AWS::EFS::FileSystem': { services: ['elasticfilesystem'], name: 'FileSystemId' },
  aws_bedrockagent_knowledge_base: { services: ['bedrock'], name: 'name', facts: KNOWLEDGE },
  'AWS::Bedrock::KnowledgeBase': { services: ['bedrock'], name: 'Name', facts: KNOWLEDGE },
};

/** Function addresses: the attribute with the function, and that which says whether callers sign in. */
export const awsFunctionUrls: Readonly<Record<string, { target: string; authorization: string }>> = {
  aws_lambda_function_url: { target: 'function_name', authorization: 'authorization_type' },
  'AWS::Lambda::Url': { target: 'TargetFunctionArn', authorization: 'AuthType' },
};
