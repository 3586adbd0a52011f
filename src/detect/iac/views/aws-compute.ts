import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { type Answer, itemsOf, member, unknown } from '../contract/values.js';
import { type Syntax, syntaxOf, thingsOf } from './typed.js';

export type MachineField = 'tokens' | 'endpoint' | 'template' | 'image';

const TERRAFORM_MACHINE = { tokens: 'metadata_options.http_tokens', endpoint: 'metadata_options.http_endpoint', image: 'ami' } as const;

/** Instances and what instances are made from. */
export const machines = thingsOf<MachineField>('aws-machines', {
  aws_instance: { ...TERRAFORM_MACHINE, template: 'launch_template' },
  aws_spot_instance_request: { ...TERRAFORM_MACHINE, template: 'launch_template' },
  aws_launch_template: { ...TERRAFORM_MACHINE, image: 'image_id' },
  aws_launch_configuration: { ...TERRAFORM_MACHINE, image: 'image_id' },
  'AWS::EC2::Instance': {
    tokens: 'MetadataOptions.HttpTokens',
    endpoint: 'MetadataOptions.HttpEndpoint',
    template: 'LaunchTemplate',
    image: 'ImageId',
  },
  'AWS::EC2::LaunchTemplate': {
    tokens: 'LaunchTemplateData.MetadataOptions.HttpTokens',
    endpoint: 'LaunchTemplateData.MetadataOptions.HttpEndpoint',
    image: 'LaunchTemplateData.ImageId',
  },
  'AWS::AutoScaling::LaunchConfiguration': {
    tokens: 'MetadataOptions.HttpTokens',
    endpoint: 'MetadataOptions.HttpEndpoint',
    image: 'ImageId',
  },
});

/** What a machine says of a public address. */
export interface Interfaces {
  syntax: Syntax;
  at: SourcePlace;
  addresses: readonly IacValue[];
  rest?: Answer;
}

/** Ways to public addresses; `[]` goes through each item of a list. */
const ADDRESSES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  aws_instance: [['associate_public_ip_address']],
  aws_spot_instance_request: [['associate_public_ip_address']],
  aws_launch_configuration: [['associate_public_ip_address']],
  aws_launch_template: [['network_interfaces', '[]', 'associate_public_ip_address']],
  'AWS::EC2::Instance': [['NetworkInterfaces', '[]', 'AssociatePublicIpAddress']],
  'AWS::EC2::LaunchTemplate': [['LaunchTemplateData', 'NetworkInterfaces', '[]', 'AssociatePublicIpAddress']],
  'AWS::AutoScaling::LaunchConfiguration': [['AssociatePublicIpAddress']],
};

export const networkInterfaces: IacView<Interfaces> = {
  id: 'aws-network-interfaces',
  *of(resource) {
    const ways = Object.hasOwn(ADDRESSES, resource.type) ? ADDRESSES[resource.type] : undefined;
    if (!ways) return;
    const addresses = ways.flatMap((way) => [...valuesAt(resource.body, way)]);
    const open = ways.map((way) => openAt(resource.body, way)).find((rest) => rest !== undefined);
    yield { syntax: syntaxOf(resource), at: resource.at, addresses, ...(open && { rest: open }) };
  },
};

/** The values at the end of a way. */
export function* valuesAt(value: IacValue | undefined, [key, ...rest]: readonly string[]): Iterable<IacValue> {
  if (value === undefined) return;
  if (key === undefined) yield value;
  else if (key === '[]') for (const item of itemsOf(value).items) yield* valuesAt(item, rest);
  else yield* valuesAt(member(value, key), rest);
}

function openAt(value: IacValue | undefined, way: readonly string[]): Answer | undefined {
  const at = way.indexOf('[]');
  const list = at === -1 ? undefined : member(value, ...way.slice(0, at));
  const rest = list && itemsOf(list).rest;
  return rest && unknown(rest);
}

/** A disk, or a device that a machine is made with. */
export interface BlockDevice {
  syntax: Syntax;
  at: SourcePlace;
  encrypted?: IacValue;
  snapshot?: IacValue;
}

const MAPPINGS = ['[]', 'Ebs'] as const;

const DEVICES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  aws_ebs_volume: [[]],
  aws_instance: [
    ['root_block_device', '[]'],
    ['ebs_block_device', '[]'],
  ],
  aws_spot_instance_request: [
    ['root_block_device', '[]'],
    ['ebs_block_device', '[]'],
  ],
  aws_launch_configuration: [
    ['root_block_device', '[]'],
    ['ebs_block_device', '[]'],
  ],
  aws_launch_template: [['block_device_mappings', '[]', 'ebs', '[]']],
  aws_ami: [['ebs_block_device', '[]']],
  aws_imagebuilder_image_recipe: [['block_device_mapping', '[]', 'ebs', '[]']],
  'AWS::EC2::Volume': [[]],
  'AWS::EC2::Instance': [['BlockDeviceMappings', ...MAPPINGS]],
  'AWS::EC2::LaunchTemplate': [['LaunchTemplateData', 'BlockDeviceMappings', ...MAPPINGS]],
  'AWS::AutoScaling::LaunchConfiguration': [['BlockDeviceMappings', ...MAPPINGS]],
};

export const blockDevices: IacView<BlockDevice> = {
  id: 'aws-block-devices',
  *of(resource) {
    const ways = Object.hasOwn(DEVICES, resource.type) ? (DEVICES[resource.type] ?? []) : [];
    for (const way of ways) for (const device of valuesAt(resource.body, way)) if (device.kind === 'map') yield deviceOf(device, resource);
  },
};

function deviceOf(device: IacValue, resource: IacResource): BlockDevice {
  const encrypted = member(device, 'encrypted') ?? member(device, 'Encrypted');
  const snapshot = member(device, 'snapshot_id') ?? member(device, 'SnapshotId');
  const at = device === resource.body ? resource.at : device.at;
  return { syntax: syntaxOf(resource), at, ...(encrypted && { encrypted }), ...(snapshot && { snapshot }) };
}

/** Keys of the customer. External ones and replicas have no rotation of their own. */
export const keys = thingsOf<'rotation' | 'spec' | 'usage' | 'origin' | 'store'>('aws-keys', {
  aws_kms_key: { rotation: 'enable_key_rotation', spec: 'customer_master_key_spec', usage: 'key_usage', store: 'custom_key_store_id' },
  'AWS::KMS::Key': { rotation: 'EnableKeyRotation', spec: 'KeySpec', usage: 'KeyUsage', origin: 'Origin' },
});

export const trails = thingsOf<'regions' | 'validation' | 'organization'>('aws-trails', {
  aws_cloudtrail: { regions: 'is_multi_region_trail', validation: 'enable_log_file_validation', organization: 'is_organization_trail' },
  'AWS::CloudTrail::Trail': { regions: 'IsMultiRegionTrail', validation: 'EnableLogFileValidation', organization: 'IsOrganizationTrail' },
});
