/** Actions by which an identity gives itself or another one further rights. */
export const ESCALATING: readonly string[] = [
  'iam:CreatePolicyVersion',
  'iam:SetDefaultPolicyVersion',
  'iam:AttachUserPolicy',
  'iam:AttachGroupPolicy',
  'iam:AttachRolePolicy',
  'iam:PutUserPolicy',
  'iam:PutGroupPolicy',
  'iam:PutRolePolicy',
  'iam:AddUserToGroup',
  'iam:UpdateAssumeRolePolicy',
  'iam:CreateAccessKey',
  'iam:CreateLoginProfile',
  'iam:UpdateLoginProfile',
  'lambda:UpdateFunctionCode',
];

/** Actions that raise only together: a role is passed to what then runs with it. */
export const ESCALATING_TOGETHER: readonly (readonly string[])[] = [
  ['iam:PassRole', 'ec2:RunInstances'],
  ['iam:PassRole', 'lambda:CreateFunction'],
  ['iam:PassRole', 'cloudformation:CreateStack'],
  ['iam:PassRole', 'glue:CreateDevEndpoint'],
  ['iam:PassRole', 'datapipeline:CreatePipeline'],
  ['iam:PassRole', 'sagemaker:CreateNotebookInstance'],
  ['iam:PassRole', 'ecs:RunTask'],
  ['iam:PassRole', 'codebuild:CreateProject'],
];

/** Calls whose answers are credentials. */
export const EXPOSING: readonly string[] = [
  'sts:GetFederationToken',
  'iam:CreateAccessKey',
  'iam:CreateServiceSpecificCredential',
  'iam:ResetServiceSpecificCredential',
  'rds-db:connect',
  'chime:CreateApiKey',
  'codepipeline:PollForJobs',
  'cognito-identity:GetCredentialsForIdentity',
  'connect:GetFederationToken',
  'gamelift:RequestUploadCredentials',
  'lightsail:DownloadDefaultKeyPair',
  'lightsail:GetInstanceAccessDetails',
  'lightsail:GetRelationalDatabaseMasterUserPassword',
  'mediapackage:RotateIngestEndpointCredentials',
  'redshift:GetClusterCredentials',
];

/** Calls whose answers are credentials that are worth something together with another right: a token of the registry, and pushing to it. */
export const EXPOSING_TOGETHER: readonly (readonly string[])[] = [['ecr:GetAuthorizationToken', 'ecr:PutImage']];

/** Calls whose answers are data of others. */
export const READING: readonly string[] = [
  's3:GetObject',
  'ssm:GetParameter',
  'ssm:GetParameters',
  'ssm:GetParametersByPath',
  'secretsmanager:GetSecretValue',
  'rds:CopyDBSnapshot',
  'rds:CreateDBSnapshot',
  'rds:StartExportTask',
];
