import type { IacRule } from '../contract/iac-rule.js';
import { isTrueWord, textOf, unknown } from '../contract/values.js';
import { brokers, caches, databases, kafkas, memoryStores, searches, warehouses } from '../views/aws-data.js';
import { joined } from '../views/joined.js';
import { majorsOf } from '../views/provider-version.js';
import { attributeRule } from './attribute-rule.js';

const RDS = 'https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/';

const BROKER = {
  id: 'aws-broker-public',
  title: 'Message broker or migration instance public',
  severity: 'high',
  confidence: 'high',
  rationale: 'Its console and its protocols are open to the internet; brokers have been taken over that way within days of an advisory.',
  references: ['CWE-284', 'https://docs.aws.amazon.com/amazon-mq/latest/developer-guide/using-amazon-mq-securely.html'],
} as const;

const CACHE = {
  id: 'aws-elasticache-plaintext',
  title: 'Cache traffic not encrypted',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Sessions and tokens cross the network in clear.',
  references: ['CWE-319', 'https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/in-transit-encryption.html'],
} as const;

/** Rules about databases, caches, search and brokers. */
export const dataRules: readonly IacRule[] = [
  attributeRule({
    id: 'aws-rds-public',
    title: 'Database instance public',
    severity: 'critical',
    confidence: 'high',
    rationale: 'The database has an address on the internet, and nothing but a password and its security group stands before it.',
    references: ['CWE-284', `${RDS}USER_VPC.WorkingWithRDSInstanceinaVPC.html#USER_VPC.Hiding`],
    fixes: { terraform: 'publicly_accessible = false', cloudformation: 'PubliclyAccessible: false' },
    view: databases,
    field: 'public',
    faulty: isTrueWord,
    absent: ({ syntax }) => (syntax === 'terraform' ? 'right' : { unknown: 'PubliclyAccessible, which the subnet group decides' }),
  }),
  attributeRule({
    id: 'aws-rds-unencrypted',
    title: 'Database storage not encrypted',
    severity: 'high',
    confidence: 'high',
    rationale: 'Storage, snapshots and replicas are readable to whoever gets a copy, and encryption cannot be switched on later.',
    references: ['CWE-311', `${RDS}Overview.Encryption.html`],
    fixes: { terraform: 'storage_encrypted = true', cloudformation: 'StorageEncrypted: true' },
    view: databases,
    field: 'encrypted',
    faulty: (value) => !isTrueWord(value),
    absent: 'faulty',
    unless: (database) => {
      const { at } = database;
      if (database.get('cluster') !== undefined || textOf(database.get('engineMode')) === 'serverless') return { is: 'no', at };
      const source = database.get('replicaOf') ?? database.get('snapshot') ?? database.get('restore');
      if (source && database.get('encrypted') === undefined)
        return unknown({ expression: 'the encryption of what it is restored from', at: source.at });
      return undefined;
    },
  }),
  attributeRule({
    id: 'aws-rds-backup',
    title: 'No backups kept',
    severity: 'medium',
    confidence: 'high',
    rationale: 'After an error or ransomware there is no point in time to go back to.',
    references: ['CWE-1053', `${RDS}USER_WorkingWithAutomatedBackups.html`],
    fixes: { terraform: 'backup_retention_period = 7', cloudformation: 'BackupRetentionPeriod: 7' },
    view: databases,
    field: 'backup',
    faulty: (value) => Number(value) === 0,
    absent: ({ resource }) => (resource.type === 'aws_db_instance' ? 'faulty' : 'right'),
    unless: (database) => {
      const isOther = (['replicaOf', 'cluster'] as const).some((field) => database.get(field) !== undefined);
      const restored = database.get('backup') === undefined && (database.get('snapshot') ?? database.get('restore'));
      if (restored) return unknown({ expression: 'the retention of what it is restored from', at: restored.at });
      return isOther ? { is: 'no', at: database.at } : undefined;
    },
  }),
  attributeRule({
    id: 'aws-redshift-public',
    title: 'Warehouse public',
    severity: 'critical',
    confidence: 'high',
    rationale: 'The warehouse has an address on the internet, and nothing but a password and its security group stands before it.',
    references: ['CWE-284', 'https://docs.aws.amazon.com/redshift/latest/mgmt/managing-clusters-vpc.html'],
    fixes: { terraform: 'publicly_accessible = false', cloudformation: 'PubliclyAccessible: false' },
    view: warehouses,
    field: 'public',
    faulty: isTrueWord,
    absent: ({ resource }) => {
      if (resource.type.includes('erverless')) return 'right';
      const majors = majorsOf(resource.versions.aws);
      if (majors && majors.most < 6) return 'faulty';
      return majors && majors.least >= 6 ? 'right' : { unknown: 'publicly_accessible, whose default changed with provider 6' };
    },
  }),
  joined(
    attributeRule({
      ...BROKER,
      fixes: { terraform: 'publicly_accessible = false', cloudformation: 'PubliclyAccessible: false' },
      view: brokers,
      field: 'public',
      faulty: isTrueWord,
      absent: ({ resource }) =>
        resource.type === 'AWS::DMS::ReplicationInstance'
          ? { unknown: 'PubliclyAccessible, whose default is true in the service' }
          : 'right',
    }),
    attributeRule({
      ...BROKER,
      fixes: {
        terraform: 'connectivity_info {\n  public_access {\n    type = "DISABLED"\n  }\n}',
        cloudformation: 'ConnectivityInfo:\n  PublicAccess:\n    Type: DISABLED',
      },
      view: kafkas,
      field: 'access',
      faulty: (value) => String(value).toUpperCase() !== 'DISABLED',
      absent: 'right',
    }),
  ),
  attributeRule({
    id: 'aws-opensearch-https',
    title: 'Search domain without HTTPS',
    severity: 'medium',
    confidence: 'high',
    rationale: 'Documents and credentials of queries cross the network in clear.',
    references: ['CWE-319', 'https://docs.aws.amazon.com/opensearch-service/latest/developerguide/createupdatedomains.html'],
    fixes: {
      terraform: 'domain_endpoint_options {\n  enforce_https       = true\n  tls_security_policy = "Policy-Min-TLS-1-2-PFS-2023-10"\n}',
      cloudformation: 'DomainEndpointOptions:\n  EnforceHTTPS: true\n  TLSSecurityPolicy: Policy-Min-TLS-1-2-PFS-2023-10',
    },
    view: searches,
    field: 'https',
    faulty: (value) => !isTrueWord(value),
    // The provider's default of the attribute is true, that of the service without the block is false.
    absent: (domain) => (domain.syntax === 'terraform' && domain.get('options') !== undefined ? 'right' : 'faulty'),
  }),
  joined(
    attributeRule({
      ...CACHE,
      fixes: { terraform: 'transit_encryption_enabled = true', cloudformation: 'TransitEncryptionEnabled: true' },
      view: caches,
      field: 'transit',
      faulty: (value) => !isTrueWord(value),
      absent: 'faulty',
    }),
    attributeRule({
      ...CACHE,
      fixes: { terraform: 'tls_enabled = true', cloudformation: 'TLSEnabled: true' },
      view: memoryStores,
      field: 'transit',
      faulty: (value) => !isTrueWord(value),
      absent: 'right',
    }),
  ),
];
