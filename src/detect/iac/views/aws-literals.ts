import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacView } from '../contract/estate.js';
import { entriesOf, itemsOf, member, textOf } from '../contract/values.js';
import { valuesAt } from './aws-compute.js';
import { tasks } from './aws-containers.js';
import { encodedIn } from './json-text.js';

/** A text beside a name where people leave credentials. */
export interface Literal {
  name?: string;
  value: IacValue;
  at: SourcePlace;
  /** It opens one service, not an account. */
  isOfService?: true;
}

/** Maps from names to values. */
const MAPS: Readonly<Record<string, readonly string[]>> = {
  aws_lambda_function: ['environment', 'variables'],
  'AWS::Lambda::Function': ['Environment', 'Variables'],
};

/** Lists of pairs. */
const PAIRS: Readonly<Record<string, readonly string[]>> = {
  aws_codebuild_project: ['environment', 'environment_variable'],
  'AWS::CodeBuild::Project': ['Environment', 'EnvironmentVariables'],
};

const PARAMETERS: Readonly<Record<string, { name: string; value: string }>> = {
  aws_ssm_parameter: { name: 'name', value: 'value' },
  'AWS::SSM::Parameter': { name: 'Name', value: 'Value' },
};

/** Passwords of databases, caches, brokers and people. */
const PASSWORDS: Readonly<Record<string, readonly string[]>> = {
  aws_db_instance: ['password'],
  aws_rds_cluster: ['master_password'],
  aws_docdb_cluster: ['master_password'],
  aws_redshift_cluster: ['master_password'],
  aws_redshiftserverless_namespace: ['admin_user_password'],
  aws_elasticache_replication_group: ['auth_token'],
  aws_dms_endpoint: ['password'],
  aws_directory_service_directory: ['password'],
  aws_mq_broker: ['user', '[]', 'password'],
  aws_opensearch_domain: ['advanced_security_options', '[]', 'master_user_options', '[]', 'master_user_password'],
  aws_elasticsearch_domain: ['advanced_security_options', '[]', 'master_user_options', '[]', 'master_user_password'],
  'AWS::RDS::DBInstance': ['MasterUserPassword'],
  'AWS::RDS::DBCluster': ['MasterUserPassword'],
  'AWS::DocDB::DBCluster': ['MasterUserPassword'],
  'AWS::Redshift::Cluster': ['MasterUserPassword'],
  'AWS::RedshiftServerless::Namespace': ['AdminUserPassword'],
  'AWS::ElastiCache::ReplicationGroup': ['AuthToken'],
  'AWS::DMS::Endpoint': ['Password'],
  'AWS::DirectoryService::MicrosoftAD': ['Password'],
  'AWS::AmazonMQ::Broker': ['Users', '[]', 'Password'],
  'AWS::IAM::User': ['LoginProfile', 'Password'],
};

/** What is kept as a secret, and stands in the code all the same. */
const KEPT: Readonly<Record<string, string>> = {
  aws_secretsmanager_secret_version: 'secret_string',
  'AWS::SecretsManager::Secret': 'SecretString',
};

const PROVIDER = ['access_key', 'secret_key', 'token'];

const SCRIPTS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  aws_instance: [['user_data'], ['user_data_base64']],
  aws_spot_instance_request: [['user_data'], ['user_data_base64']],
  aws_launch_configuration: [['user_data'], ['user_data_base64']],
  aws_launch_template: [['user_data']],
  'AWS::EC2::Instance': [['UserData']],
  'AWS::EC2::LaunchTemplate': [['LaunchTemplateData', 'UserData']],
  'AWS::AutoScaling::LaunchConfiguration': [['UserData']],
};

/** Texts with names: variables of functions, builds and tasks, parameters, keys of providers, and lines of scripts that machines start with. */
export const literals: IacView<Literal> = {
  id: 'aws-literals',
  *of(resource, estate) {
    const { type, body } = resource;
    const map = own(MAPS, type);
    if (map) for (const [name, value] of entriesOf(member(body, ...map)).entries) yield { name, value, at: value.at };
    const pairs = own(PAIRS, type);
    if (pairs) yield* namedPairs(member(body, ...pairs));
    const parameter = own(PARAMETERS, type);
    const value = parameter && member(body, parameter.value);
    if (parameter && value) yield { name: lastPart(textOf(member(body, parameter.name)) ?? resource.name), value, at: value.at };
    const password = own(PASSWORDS, type);
    for (const secret of password ? valuesAt(body, password) : [])
      yield { name: password?.at(-1) ?? '', value: secret, at: secret.at, isOfService: true };
    const kept = own(KEPT, type);
    if (kept !== undefined) yield* keptSecrets(member(body, kept));
    if (type === 'provider' && resource.name.startsWith('aws')) yield* providerKeys(resource);
    if (type === 'Parameter') yield* parameterDefault(resource);
    for (const way of own(SCRIPTS, type) ?? []) for (const script of valuesAt(body, way)) yield* scriptLines(script);
    for (const task of tasks.of(resource, estate))
      for (const container of task.containers)
        yield* namedPairs(member(container.body, 'environment') ?? member(container.body, 'Environment'));
  },
};

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/** `/prod/db/password` is named by its last part. */
function lastPart(path: string): string {
  return path.split('/').at(-1) ?? path;
}

function* namedPairs(list: IacValue | undefined): Iterable<Literal> {
  for (const pair of itemsOf(list).items) {
    const name = textOf(member(pair, 'name') ?? member(pair, 'Name'));
    const value = member(pair, 'value') ?? member(pair, 'Value');
    const kind = textOf(member(pair, 'type') ?? member(pair, 'Type'));
    // Of other kinds the value is the name of a parameter or a secret.
    if (value && (kind === undefined || kind === 'PLAINTEXT')) yield { ...(name !== undefined && { name }), value, at: value.at };
  }
}

/** One text, or names with values in JSON. */
function* keptSecrets(kept: IacValue | undefined): Iterable<Literal> {
  const pairs = entriesOf(encodedIn(kept)).entries;
  if (pairs.length > 0) for (const [name, value] of pairs) yield { name, value, at: value.at, isOfService: true };
  else if (kept) yield { name: 'secret', value: kept, at: kept.at, isOfService: true };
}

function* providerKeys({ body }: IacResource): Iterable<Literal> {
  for (const name of PROVIDER) {
    const value = member(body, name);
    if (value) yield { name, value, at: value.at };
  }
}

function* parameterDefault({ name, body }: IacResource): Iterable<Literal> {
  const value = member(body, 'Default');
  const isReference = /^(?:AWS::SSM::|List<|CommaDelimitedList)/.test(textOf(member(body, 'Type')) ?? '');
  if (value && !isReference) yield { name, value, at: value.at };
}

const ASSIGNMENT =
  /(?:^|[\s;"'])(?:export\s+|set\s+)?["']?([A-Za-z_][\w.-]{0,80})["']?\s{0,3}(?:=|:\s)\s{0,3}("[^"\n]{0,400}"|'[^'\n]{0,400}'|[^\s"';#]{1,400})/g;
const FLAG = /--?((?:[a-z]+-)?(?:password|passwd|token|secret))[= ]("[^"\n]{0,200}"|'[^'\n]{0,200}'|[^\s"';#-][^\s"';#]{0,200})/gi;

/** Each assignment of a script, and each line, which may hold a key without a name. */
function* scriptLines(script: IacValue): Iterable<Literal> {
  const text = scriptText(script);
  if (text === undefined) return;
  const lines = decoded(text).split('\n');
  const isWritten = decoded(text) === text && lines.length > 1;
  for (const [index, line] of lines.entries()) {
    const at = isWritten ? { ...script.at, line: script.at.line + index + 1 } : script.at;
    const literal = (value: string): IacValue => ({ kind: 'scalar', value, at });
    // An argument of a command, or the first line of a key, has no name.
    yield { value: literal(line), at };
    for (const pattern of [ASSIGNMENT, FLAG])
      for (const [, name = '', quoted = ''] of line.matchAll(pattern))
        yield { name, value: literal(quoted.replace(/^(["'])(.*)\1$/, '$2')), at };
  }
}

/** What is known of a script; what is not known stays a reference. */
function scriptText(script: IacValue): string | undefined {
  if (script.kind === 'scalar') return textOf(script);
  return script.kind === 'unknown' ? script.pieces?.map((piece) => piece ?? '${unknown}').join('') : undefined;
}

/** Scripts are often written in base 64, as the service takes them. */
function decoded(text: string): string {
  const bare = text.replace(/\s/g, '');
  if (bare.length < 16 || !/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) return text;
  const plain = Buffer.from(bare, 'base64').toString('utf8');
  return /^[\t\r\n\x20-\x7e]+$/.test(plain) ? plain : text;
}
