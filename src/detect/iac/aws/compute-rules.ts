import type { IacResource, IacValue } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import { type IacJudgement, type IacRule, iacRule } from '../contract/iac-rule.js';
import { type Answer, any, ask, isFalseWord, isOneOf, isTrueWord, member, type Test, textOf, unknown } from '../contract/values.js';
import { type BlockDevice, blockDevices, keys, type MachineField, machines, networkInterfaces, trails } from '../views/aws-compute.js';
import type { Thing } from '../views/typed.js';
import { attributeRule, awsFormats, type Fixes, failWith } from './attribute-rule.js';

const ENCRYPTED: Fixes = { terraform: 'encrypted = true', cloudformation: 'Encrypted: true' };
const PRIVATE_ADDRESS: Fixes = { terraform: 'associate_public_ip_address = false', cloudformation: 'AssociatePublicIpAddress: false' };
const isNotRequired: Test = (value) => String(value).toLowerCase() !== 'required';
const SYMMETRIC = isOneOf(['SYMMETRIC_DEFAULT']);

/** Rules about machines, their disks and keys, and the trail of what is done. */
export const computeRules: readonly IacRule[] = [
  attributeRule({
    id: 'aws-ec2-imdsv1',
    title: 'Instance metadata without session token',
    severity: 'high',
    confidence: 'high',
    rationale: 'Whoever makes a program on the machine fetch an address gets the credentials of its role, as in the case of Capital One.',
    references: ['CWE-918', 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html'],
    fixes: {
      terraform: 'metadata_options {\n  http_tokens   = "required"\n  http_endpoint = "enabled"\n}',
      cloudformation: 'MetadataOptions:\n  HttpTokens: required\n  HttpEndpoint: enabled',
    },
    view: machines,
    field: 'tokens',
    faulty: isNotRequired,
    absent: 'faulty',
    unless: metadataElsewhere,
  }),
  iacRule({
    id: 'aws-ec2-public-ip',
    title: 'Instance with public address',
    severity: 'low',
    confidence: 'high',
    rationale: 'The machine is on the internet, and nothing but its security group stands before it.',
    fix: PRIVATE_ADDRESS.terraform,
    references: ['CWE-668', 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-instance-addressing.html'],
    formats: awsFormats,
    view: networkInterfaces,
    check(machine) {
      const { addresses, rest } = machine;
      const answer = any(
        [...addresses.map((value) => ask(value, isTrueWord, { is: false, at: value.at })), ...(rest ? [rest] : [])],
        machine.at,
      );
      const absent: Answer = unknown({ expression: 'the public address, which the subnet decides', at: machine.at });
      return failWith(addresses.length === 0 && !rest ? absent : answer, machine, { evidence: 'a public address', fixes: PRIVATE_ADDRESS });
    },
  }),
  iacRule({
    id: 'aws-ebs-unencrypted',
    title: 'Volume not encrypted',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Snapshots of the volume get shared and copied, and are readable to whoever has them.',
    fix: ENCRYPTED.terraform,
    references: ['CWE-311', 'https://docs.aws.amazon.com/ebs/latest/userguide/ebs-encryption.html'],
    formats: awsFormats,
    view: blockDevices,
    check: (device, resource, estate) => unencrypted(device, resource, estate),
  }),
  attributeRule({
    id: 'aws-kms-rotation',
    title: 'Key without rotation',
    severity: 'low',
    confidence: 'high',
    rationale: 'Rotation limits what one leaked key opens.',
    references: ['CWE-320', 'https://docs.aws.amazon.com/kms/latest/developerguide/rotate-keys.html'],
    fixes: { terraform: 'enable_key_rotation = true', cloudformation: 'EnableKeyRotation: true' },
    view: keys,
    field: 'rotation',
    faulty: (value) => !isTrueWord(value),
    absent: 'faulty',
    unless: cannotRotate,
  }),
  attributeRule({
    id: 'aws-cloudtrail-multi-region',
    title: 'Trail covers one region',
    severity: 'medium',
    confidence: 'high',
    rationale: 'What is done in regions that nobody uses stays unseen.',
    references: [
      'CWE-778',
      'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/receive-cloudtrail-log-files-from-multiple-regions.html',
    ],
    fixes: { terraform: 'is_multi_region_trail = true', cloudformation: 'IsMultiRegionTrail: true' },
    view: trails,
    field: 'regions',
    faulty: (value) => !isTrueWord(value),
    absent: 'faulty',
    unless: (trail, estate) =>
      others(trail, estate).some((other) => isOn(other.get('organization'))) ? { is: 'no', at: trail.at } : undefined,
    failure: (trail, estate) => (others(trail, estate).some((other) => isOn(other.get('regions'))) ? { severity: 'low' } : {}),
  }),
  attributeRule({
    id: 'aws-cloudtrail-log-validation',
    title: 'Trail files not validated',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Whoever gets at the log files can change them, and nobody can tell.',
    references: ['CWE-353', 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-log-file-validation-intro.html'],
    fixes: { terraform: 'enable_log_file_validation = true', cloudformation: 'EnableLogFileValidation: true' },
    view: trails,
    field: 'validation',
    faulty: (value) => !isTrueWord(value),
    absent: 'faulty',
  }),
];

function isOn(value: IacValue | undefined): boolean {
  return value?.kind === 'scalar' && isTrueWord(value.value);
}

function others<Field extends string>(trail: Thing<Field>, estate: IacEstate) {
  return estate
    .view(trails)
    .filter(({ resource }) => resource.root === trail.resource.root && resource !== trail.resource)
    .map(({ subject }) => subject);
}

/** The service of metadata is off, or a launch template says how it answers. */
function metadataElsewhere(machine: Thing<MachineField>, estate: IacEstate): Answer | undefined {
  const { at, resource } = machine;
  if (isWithoutEndpoint(machine)) return { is: 'no', at };
  if (machine.get('tokens') !== undefined) return undefined;
  const byDefault = estate.ofType('aws_ec2_instance_metadata_defaults').find(({ root }) => root === resource.root);
  const defaultTokens = byDefault && member(byDefault.body, 'http_tokens');
  if (defaultTokens && !machine.get('template')) return ask(defaultTokens, isNotRequired, { is: true, at });
  const template = machine.get('template');
  if (template) return ofTemplate(template, resource, estate);
  const image = machine.get('image');
  const own = (image?.refersTo ?? []).map((address) => estate.at(resource.root, address)).find((one) => one?.type === 'aws_ami');
  return own && textOf(member(own.body, 'imds_support')) === 'v2.0'
    ? unknown({ expression: 'the support of sessions by the image', at })
    : undefined;
}

function isWithoutEndpoint(machine: Thing<MachineField>): boolean {
  return textOf(machine.get('endpoint'))?.toLowerCase() === 'disabled';
}

function ofTemplate(template: IacValue, { root }: IacResource, estate: IacEstate): Answer | undefined {
  const named = referencesOf(template).flatMap((address) => estate.at(root, address) ?? []);
  const [found] = estate.view(machines).filter(({ resource }) => named.includes(resource));
  if (!found) return unknown({ expression: 'its launch template', at: template.at });
  if (isWithoutEndpoint(found.subject)) return { is: 'no', at: template.at };
  return ask(found.subject.get('tokens'), isNotRequired, { is: true, at: template.at });
}

function referencesOf(value: IacValue): string[] {
  const inner = value.kind === 'list' ? value.items : value.kind === 'map' ? [...value.entries.values()] : [];
  return [...(value.refersTo ?? []), ...inner.flatMap(referencesOf)];
}

/** Keys of which the service makes no new versions: asymmetric ones, those for HMAC, and those that come from elsewhere. */
function cannotRotate(key: Thing<'rotation' | 'spec' | 'usage' | 'origin' | 'store'>): Answer | undefined {
  const { at } = key;
  const spec = key.get('spec');
  if (spec?.kind === 'unknown' && key.get('rotation') === undefined) return unknown(spec);
  const symmetric = ask(spec, SYMMETRIC, { is: true, at });
  const isOther = textOf(key.get('usage')) !== undefined && textOf(key.get('usage')) !== 'ENCRYPT_DECRYPT';
  const origin = textOf(key.get('origin'));
  const elsewhere = key.get('store') !== undefined || (origin !== undefined && origin !== 'AWS_KMS');
  return symmetric.is === 'no' || isOther || elsewhere ? { is: 'no', at } : undefined;
}

function unencrypted(device: BlockDevice, resource: IacResource, estate: IacEstate): IacJudgement {
  const { encrypted, snapshot, at } = device;
  const said = {
    evidence: `encrypted of ${resource.name}: ${textOf(encrypted) ?? 'not set'}`,
    fixes: ENCRYPTED,
    part: `device at ${at.line}`,
  };
  const byDefault = estate.ofType('aws_ebs_encryption_by_default').find(({ root }) => root === resource.root);
  const defaultOn = byDefault && !isOff(member(byDefault.body, 'enabled'));
  if (defaultOn) return { verdict: 'pass' };
  if (encrypted === undefined && snapshot)
    return failWith(unknown({ expression: 'the encryption of its snapshot', at: snapshot.at }), device, said);
  return failWith(
    ask(encrypted, (value) => !isTrueWord(value), { is: true, at }),
    device,
    said,
  );
}

function isOff(value: IacValue | undefined): boolean {
  return value?.kind === 'scalar' && isFalseWord(value.value);
}
