import { thingsOf } from './typed.js';

/** Databases and clusters of RDS, Neptune and DocumentDB. */
export const databases = thingsOf<'public' | 'encrypted' | 'backup' | 'replicaOf' | 'snapshot' | 'restore' | 'cluster' | 'engineMode'>(
  'aws-databases',
  {
    aws_db_instance: {
      public: 'publicly_accessible',
      encrypted: 'storage_encrypted',
      backup: 'backup_retention_period',
      replicaOf: 'replicate_source_db',
      snapshot: 'snapshot_identifier',
      restore: 'restore_to_point_in_time',
    },
    aws_rds_cluster_instance: { public: 'publicly_accessible' },
    aws_neptune_cluster_instance: { public: 'publicly_accessible' },
    aws_neptune_cluster: { encrypted: 'storage_encrypted', replicaOf: 'replication_source_identifier', snapshot: 'snapshot_identifier' },
    aws_docdb_cluster: { encrypted: 'storage_encrypted', snapshot: 'snapshot_identifier', restore: 'restore_to_point_in_time' },
    aws_rds_global_cluster: { encrypted: 'storage_encrypted', replicaOf: 'source_db_cluster_identifier' },
    aws_docdb_global_cluster: { encrypted: 'storage_encrypted', replicaOf: 'source_db_cluster_identifier' },
    'AWS::Neptune::DBCluster': { encrypted: 'StorageEncrypted', snapshot: 'SnapshotIdentifier', restore: 'SourceDBClusterIdentifier' },
    'AWS::DocDB::DBCluster': { encrypted: 'StorageEncrypted', snapshot: 'SnapshotIdentifier', restore: 'SourceDBClusterIdentifier' },
    'AWS::RDS::GlobalCluster': { encrypted: 'StorageEncrypted', replicaOf: 'SourceDBClusterIdentifier' },
    aws_rds_cluster: {
      encrypted: 'storage_encrypted',
      backup: 'backup_retention_period',
      replicaOf: 'replication_source_identifier',
      snapshot: 'snapshot_identifier',
      restore: 'restore_to_point_in_time',
      engineMode: 'engine_mode',
    },
    'AWS::RDS::DBInstance': {
      public: 'PubliclyAccessible',
      encrypted: 'StorageEncrypted',
      backup: 'BackupRetentionPeriod',
      replicaOf: 'SourceDBInstanceIdentifier',
      snapshot: 'DBSnapshotIdentifier',
      cluster: 'DBClusterIdentifier',
    },
    'AWS::RDS::DBCluster': {
      encrypted: 'StorageEncrypted',
      backup: 'BackupRetentionPeriod',
      replicaOf: 'ReplicationSourceIdentifier',
      snapshot: 'SnapshotIdentifier',
      restore: 'SourceDBClusterIdentifier',
      engineMode: 'EngineMode',
    },
  },
);

export const warehouses = thingsOf<'public'>('aws-warehouses', {
  aws_redshift_cluster: { public: 'publicly_accessible' },
  aws_redshiftserverless_workgroup: { public: 'publicly_accessible' },
  'AWS::RedshiftServerless::Workgroup': { public: 'PubliclyAccessible' },
  'AWS::Redshift::Cluster': { public: 'PubliclyAccessible' },
});

/** Clusters of Kafka, which are opened by a word instead of a switch. */
export const kafkas = thingsOf<'access'>('aws-kafkas', {
  aws_msk_cluster: { access: 'broker_node_group_info.connectivity_info.public_access.type' },
  'AWS::MSK::Cluster': { access: 'BrokerNodeGroupInfo.ConnectivityInfo.PublicAccess.Type' },
});

export const brokers = thingsOf<'public'>('aws-brokers', {
  aws_mq_broker: { public: 'publicly_accessible' },
  aws_dms_replication_instance: { public: 'publicly_accessible' },
  'AWS::AmazonMQ::Broker': { public: 'PubliclyAccessible' },
  'AWS::DMS::ReplicationInstance': { public: 'PubliclyAccessible' },
});

export const searches = thingsOf<'https' | 'options'>('aws-searches', {
  aws_opensearch_domain: { https: 'domain_endpoint_options.enforce_https', options: 'domain_endpoint_options' },
  aws_elasticsearch_domain: { https: 'domain_endpoint_options.enforce_https', options: 'domain_endpoint_options' },
  'AWS::OpenSearchService::Domain': { https: 'DomainEndpointOptions.EnforceHTTPS', options: 'DomainEndpointOptions' },
  'AWS::Elasticsearch::Domain': { https: 'DomainEndpointOptions.EnforceHTTPS', options: 'DomainEndpointOptions' },
});

/** Their traffic is encrypted unless somebody says otherwise. */
export const memoryStores = thingsOf<'transit'>('aws-memory-stores', {
  aws_memorydb_cluster: { transit: 'tls_enabled' },
  'AWS::MemoryDB::Cluster': { transit: 'TLSEnabled' },
});

export const caches = thingsOf<'transit'>('aws-caches', {
  aws_elasticache_replication_group: { transit: 'transit_encryption_enabled' },
  'AWS::ElastiCache::ReplicationGroup': { transit: 'TransitEncryptionEnabled' },
});
