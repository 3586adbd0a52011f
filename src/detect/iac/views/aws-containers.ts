import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { itemsOf, member } from '../contract/values.js';
import { encodedIn } from './json-text.js';
import { type Syntax, syntaxOf, thingsOf } from './typed.js';

export const repositories = thingsOf<'mutability'>('aws-repositories', {
  aws_ecr_repository: { mutability: 'image_tag_mutability' },
  'AWS::ECR::Repository': { mutability: 'ImageTagMutability' },
});

export const clusters = thingsOf<'public' | 'ranges' | 'encryption' | 'version' | 'logs'>('aws-clusters', {
  aws_eks_cluster: {
    public: 'vpc_config.endpoint_public_access',
    ranges: 'vpc_config.public_access_cidrs',
    encryption: 'encryption_config',
    version: 'version',
    logs: 'enabled_cluster_log_types',
  },
  'AWS::EKS::Cluster': {
    public: 'ResourcesVpcConfig.EndpointPublicAccess',
    ranges: 'ResourcesVpcConfig.PublicAccessCidrs',
    encryption: 'EncryptionConfig',
    version: 'Version',
    logs: 'Logging.ClusterLogging.EnabledTypes',
  },
});

/** One container of a task of ECS. */
export interface TaskContainer {
  syntax: Syntax;
  at: SourcePlace;
  body: IacValue;
  isFargate: boolean;
}

export interface Task {
  syntax: Syntax;
  at: SourcePlace;
  containers: readonly TaskContainer[];
  /** The definitions where they are not known. */
  open?: IacValue;
  roles: readonly IacValue[];
}

export const tasks: IacView<Task> = {
  id: 'aws-tasks',
  *of(resource) {
    const { type, body, at } = resource;
    if (type === 'aws_batch_job_definition' || type === 'AWS::Batch::JobDefinition') yield* batchJob(resource);
    if (type !== 'aws_ecs_task_definition' && type !== 'AWS::ECS::TaskDefinition') return;
    const written = member(body, 'container_definitions') ?? member(body, 'ContainerDefinitions');
    const definitions = written?.kind === 'list' ? written : encodedIn(written);
    const compatibilities = itemsOf(member(body, 'requires_compatibilities') ?? member(body, 'RequiresCompatibilities')).items;
    const isFargate = compatibilities.length > 0 && compatibilities.every((value) => value.kind === 'scalar' && value.value === 'FARGATE');
    const syntax = syntaxOf(resource);
    const containers = itemsOf(definitions).items.filter((item) => item.kind === 'map');
    const roles = [member(body, 'task_role_arn'), member(body, 'TaskRoleArn')].filter((role) => role !== undefined);
    yield {
      syntax,
      at,
      containers: containers.map((item) => ({ syntax, at: item.at, body: item, isFargate })),
      ...(written && !definitions && { open: written }),
      roles,
    };
  },
};

/** A job of Batch, which runs as a task of one container. */
function* batchJob(resource: IacResource): Iterable<Task> {
  const { body, at } = resource;
  const written = member(body, 'container_properties') ?? member(body, 'ContainerProperties');
  const container = written?.kind === 'map' ? written : encodedIn(written);
  if (!written) return;
  const capabilities = itemsOf(member(body, 'platform_capabilities') ?? member(body, 'PlatformCapabilities')).items;
  const isFargate = capabilities.length > 0 && capabilities.every((value) => value.kind === 'scalar' && value.value === 'FARGATE');
  const syntax = syntaxOf(resource);
  const role = member(container, 'jobRoleArn') ?? member(container, 'JobRoleArn');
  yield {
    syntax,
    at,
    containers: container?.kind === 'map' ? [{ syntax, at: container.at, body: container, isFargate }] : [],
    ...(!container && { open: written }),
    roles: role ? [role] : [],
  };
}
