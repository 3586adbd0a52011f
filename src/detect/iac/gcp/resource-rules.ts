import type { IacMap, IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacJudgement, IacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, ask, failIf, isOneOf, itemsOf, member, not, textOf, unknown } from '../contract/values.js';
import { blocksOf, firstSet, hasPort, isInternet, isOn, shown, typeRule } from '../views/terraform.js';

const DOCS = 'https://cloud.google.com/';
const NO_WORDS: ReadonlySet<string> = new Set();

const bucketAcls = typeRule({
  id: 'gcp-storage-no-ubla',
  title: 'Bucket with access lists of single objects',
  severity: 'low',
  confidence: 'high',
  rationale: 'Single objects become public without anybody seeing it in the rights of the bucket.',
  fix: 'uniform_bucket_level_access = true',
  references: ['CWE-732', `${DOCS}storage/docs/uniform-bucket-level-access`],
  types: ['google_storage_bucket'],
  check(resource) {
    const uniform = firstSet(resource.body, ['uniform_bucket_level_access', 'bucket_policy_only']);
    return failIf(not(isOn(uniform, false, resource.at)), {
      evidence: shown(resource, 'uniform_bucket_level_access', uniform),
      fix: 'uniform_bucket_level_access = true',
    });
  },
});

interface PortRule {
  id: string;
  title: string;
  rationale: string;
  port: number;
  protocols: readonly string[];
}

function firewallRule({ id, title, rationale, port, protocols }: PortRule): IacRule {
  return typeRule({
    id,
    title,
    rationale,
    severity: 'high',
    confidence: 'high',
    fix: 'source_ranges = ["35.235.240.0/20"] # Identity-Aware Proxy',
    references: ['CWE-284', `${DOCS}iap/docs/using-tcp-forwarding`],
    types: ['google_compute_firewall', ...POLICY_RULES],
    check: (resource) =>
      POLICY_RULES.includes(resource.type) ? policyRuleJudged(resource, port, protocols) : firewallJudged(resource, port, protocols),
  });
}

/** Ranges and tags of sources are joined by OR: a tag beside the whole internet narrows nothing. */
function firewallJudged(resource: IacResource, port: number, protocols: readonly string[]): IacJudgement {
  const { body, at } = resource;
  const ranges = member(body, 'source_ranges');
  const narrowed = ['source_tags', 'source_service_accounts'].some((name) => member(body, name) !== undefined);
  const sources: Answer = ranges === undefined ? { is: narrowed ? 'no' : 'yes', at } : isInternet([ranges], NO_WORDS, at);
  const open = all(
    [
      ask(member(body, 'direction'), isOneOf(['INGRESS']), { is: true, at }),
      not(isOn(member(body, 'disabled'), false, at)),
      allows(body, port, protocols, at),
      sources,
    ],
    at,
  );
  return failIf(open, {
    at: ranges?.at ?? at,
    part: `port ${port}`,
    evidence: `${textOf(member(body, 'name')) ?? resource.name} allows port ${port} from the internet`,
    fix: 'source_ranges = ["35.235.240.0/20"]',
  });
}

/** Rules of the firewall policies of a network, a folder or an organisation. */
const POLICY_RULES = [
  'google_compute_firewall_policy_rule',
  'google_compute_network_firewall_policy_rule',
  'google_compute_region_network_firewall_policy_rule',
];

function policyRuleJudged(resource: IacResource, port: number, protocols: readonly string[]): IacJudgement {
  const { body, at } = resource;
  const ranges = member(body, 'match', 'src_ip_ranges');
  const narrowed = ['src_secure_tags', 'src_address_groups', 'src_fqdns', 'src_region_codes', 'src_threat_intelligences'].some(
    (name) => member(body, 'match', name) !== undefined,
  );
  const sources: Answer = ranges === undefined ? { is: narrowed ? 'no' : 'yes', at } : isInternet([ranges], NO_WORDS, at);
  const open = all(
    [
      ask(member(body, 'action'), isOneOf(['allow', 'apply_security_profile_group']), { is: false, at }),
      ask(member(body, 'direction'), isOneOf(['INGRESS']), { is: true, at }),
      not(isOn(member(body, 'disabled'), false, at)),
      allowsIn(blocksOf(body, 'match', 'layer4_configs'), 'ip_protocol', { port, protocols, at }),
      sources,
    ],
    at,
  );
  return failIf(open, {
    at: ranges?.at ?? at,
    part: `port ${port}`,
    evidence: `${resource.name} allows port ${port} from the internet`,
    fix: 'src_ip_ranges = ["35.235.240.0/20"]',
  });
}

function allows(body: IacValue, port: number, protocols: readonly string[], at: SourcePlace): Answer {
  return allowsIn(blocksOf(body, 'allow'), 'protocol', { port, protocols, at });
}

function allowsIn(
  { blocks, rest }: ReturnType<typeof blocksOf>,
  protocolName: string,
  { port, protocols, at }: { port: number; protocols: readonly string[]; at: SourcePlace },
): Answer {
  const answers = blocks.map((allow) => {
    const protocol = member(allow, protocolName);
    const ports = member(allow, 'ports');
    const every = itemsOf(ports).items.length === 0 && itemsOf(ports).rest === undefined;
    const wholly = ask(protocol, isOneOf(['all']), { is: false, at });
    const named = ask(protocol, isOneOf(protocols), { is: false, at });
    return any([wholly, all([named, every ? { is: 'yes', at } : hasPort([ports], port, at)], at)], at);
  });
  return any([...answers, ...(rest ? [unknown(rest)] : [])], at);
}

const sqlPublic = typeRule({
  id: 'gcp-sql-public',
  title: 'Cloud SQL open to the internet',
  severity: 'critical',
  confidence: 'high',
  rationale: 'Anybody may try passwords on the database.',
  fix: 'ipv4_enabled = false # and private_network, or the Cloud SQL connector without authorized_networks',
  references: ['CWE-284', `${DOCS}sql/docs/postgres/configure-ip`],
  types: ['google_sql_database_instance'],
  check(resource) {
    const { body, at } = resource;
    const config = member(body, 'settings', 'ip_configuration');
    const { blocks, rest } = blocksOf(config, 'authorized_networks');
    const networks = blocks.map((network) => isInternet([member(network, 'value')], NO_WORDS, network.at));
    const open = any([...networks, ...(rest ? [unknown(rest)] : [])], at);
    if (open.is !== 'no') return failIf(open, { evidence: 'authorized_networks holds the whole internet' });
    const address = member(config, 'ipv4_enabled');
    if (blocks.length > 0) return { verdict: 'pass' };
    return failIf(isOn(address, true, at), {
      evidence: shown(resource, 'ipv4_enabled', address),
      fix: 'ipv4_enabled = false',
      severity: 'low',
    });
  },
});

const sqlSsl = typeRule({
  id: 'gcp-sql-ssl',
  title: 'Cloud SQL accepts plain connections',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Passwords and rows pass networks in the clear.',
  fix: 'ssl_mode = "ENCRYPTED_ONLY"',
  references: ['CWE-319', `${DOCS}sql/docs/postgres/configure-ssl-instance`],
  types: ['google_sql_database_instance'],
  check(resource) {
    const { body, at } = resource;
    const config = member(body, 'settings', 'ip_configuration');
    const [required, mode] = [member(config, 'require_ssl'), member(config, 'ssl_mode')];
    const encrypted = any(
      [isOn(required, false, at), ask(mode, isOneOf(['ENCRYPTED_ONLY', 'TRUSTED_CLIENT_CERTIFICATE_REQUIRED']), { is: false, at })],
      at,
    );
    return failIf(not(encrypted), {
      at: (mode ?? required)?.at ?? at,
      evidence: shown(resource, mode ? 'ssl_mode' : 'require_ssl', mode ?? required),
      fix: 'ssl_mode = "ENCRYPTED_ONLY"',
    });
  },
});

const NETWORKS_FIX = `master_authorized_networks_config {
  cidr_blocks {
    cidr_block = "198.51.100.0/24"
  }
}`;

const gkePublic = typeRule({
  id: 'gcp-gke-public-endpoint',
  title: 'GKE control plane open to the internet',
  severity: 'medium',
  confidence: 'high',
  rationale: 'Each flaw of the API server, and each stolen credential, can be used from anywhere.',
  fix: NETWORKS_FIX,
  references: ['CWE-284', `${DOCS}kubernetes-engine/docs/how-to/authorized-networks`],
  types: ['google_container_cluster'],
  check(resource) {
    const { body, at } = resource;
    const endpoint = isOn(member(body, 'private_cluster_config', 'enable_private_endpoint'), false, at);
    const byName = member(body, 'control_plane_endpoints_config', 'ip_endpoints_config', 'enabled');
    const dnsOnly = ask(byName, (value) => value === false || value === 'false', { is: false, at });
    const { blocks, rest } = blocksOf(body, 'master_authorized_networks_config');
    const [networks] = blocks;
    const open = networks ? isOpenTo(networks) : rest ? unknown(rest) : { is: 'yes' as const, at };
    return failIf(all([not(endpoint), not(dnsOnly), open], at), {
      at: networks && open.is === 'yes' ? open.at : at,
      evidence: networks
        ? 'master_authorized_networks_config holds the whole internet'
        : shown(resource, 'master_authorized_networks_config', undefined),
      fix: NETWORKS_FIX,
    });
  },
});

/** An empty list lets in nobody but Google's own addresses. */
function isOpenTo(networks: IacMap): Answer {
  const { blocks, rest } = blocksOf(networks, 'cidr_blocks');
  const answers = blocks.map((block) => isInternet([member(block, 'cidr_block')], NO_WORDS, block.at));
  return any([...answers, ...(rest ? [unknown(rest)] : [])], networks.at);
}

const gkeAbac = typeRule({
  id: 'gcp-gke-legacy-abac',
  title: 'GKE with legacy authorization',
  severity: 'high',
  confidence: 'high',
  rationale: 'Static rights stand beside RBAC, which can no longer take any away.',
  fix: 'enable_legacy_abac = false',
  references: ['CWE-862', `${DOCS}kubernetes-engine/docs/how-to/hardening-your-cluster`],
  types: ['google_container_cluster'],
  check(resource) {
    const abac = member(resource.body, 'enable_legacy_abac');
    return failIf(isOn(abac, false, resource.at), {
      evidence: shown(resource, 'enable_legacy_abac', abac),
      fix: 'enable_legacy_abac = false',
    });
  },
});

const ACCOUNT_FIX = `service_account {
  email  = google_service_account.app.email
  scopes = ["cloud-platform"]
}`;

const defaultAccount = typeRule({
  id: 'gcp-instance-default-sa',
  title: 'Machine or node uses the default service account',
  severity: 'medium',
  confidence: 'high',
  rationale: 'The default account was Editor of the whole project for years, and every machine shares it.',
  fix: ACCOUNT_FIX,
  references: ['CWE-250', `${DOCS}compute/docs/access/service-accounts#default_service_account`],
  types: [
    'google_compute_instance',
    'google_compute_instance_template',
    'google_compute_region_instance_template',
    'google_compute_instance_from_template',
    'google_container_node_pool',
    'google_container_cluster',
  ],
  check(resource) {
    const { body, at, type } = resource;
    if (type.startsWith('google_container')) {
      const config = member(body, 'node_config');
      // A cluster that says nothing of its nodes has them in pools of their own.
      if (config === undefined && type === 'google_container_cluster') return undefined;
      return accountJudged(member(config, 'service_account'), member(config, 'oauth_scopes'), config?.at ?? at);
    }
    const { blocks, rest } = blocksOf(body, 'service_account');
    if (rest) return { verdict: 'unknown', at: rest.at, expression: rest.expression };
    const [account] = blocks;
    return account === undefined
      ? { verdict: 'pass' }
      : accountJudged(member(account, 'email'), member(account, 'scopes'), account.at ?? at);
  },
});

/** An account of the tree is one's own; one that is not set is the default. */
function accountJudged(email: IacValue | undefined, scopes: IacValue | undefined, at: SourcePlace): IacJudgement {
  const wide = itemsOf(scopes).items.some((scope) => /(?:^|\/)cloud-platform$/.test(textOf(scope) ?? ''));
  return failIf(isDefaultAccount(email, at), {
    at: email?.at ?? at,
    evidence: `service account ${textOf(email) ?? 'not named'}`,
    fix: ACCOUNT_FIX,
    ...(wide && { severity: 'high' as const }),
  });
}

function isDefaultAccount(email: IacValue | undefined, at: SourcePlace): Answer {
  if (email?.kind === 'unknown') {
    const { pieces, refersTo = [], expression } = email;
    if ((pieces?.at(-1) ?? '').endsWith('-compute@developer.gserviceaccount.com')) return { is: 'yes', at: email.at };
    const named = [...refersTo, expression].join(' ');
    if (/google_compute_default_service_account/.test(named)) return { is: 'yes', at: email.at };
    if (refersTo.some((address) => /(?:^|\.)google_service_account\./.test(address))) return { is: 'no', at: email.at };
  }
  return ask(email, (value) => value === '' || value === 'default' || /^\d+-compute@developer\.gserviceaccount\.com$/.test(String(value)), {
    is: true,
    at,
  });
}

/** Rules about buckets, networks, databases, clusters and machines. */
export const resourceRules: readonly IacRule[] = [
  bucketAcls,
  firewallRule({
    id: 'gcp-firewall-ssh-open',
    title: 'SSH open to the internet',
    rationale: 'Everybody may guess passwords and use the next flaw of the daemon.',
    port: 22,
    protocols: ['tcp', '6'],
  }),
  firewallRule({
    id: 'gcp-firewall-rdp-open',
    title: 'RDP open to the internet',
    rationale: 'Open remote desktops are the most common way in for ransomware.',
    port: 3389,
    protocols: ['tcp', '6', 'udp', '17'],
  }),
  sqlPublic,
  sqlSsl,
  gkePublic,
  gkeAbac,
  defaultAccount,
];
