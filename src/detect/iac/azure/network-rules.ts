import type { IacMap, IacResource, SourcePlace } from '../../../model/iac.js';
import type { IacEstate } from '../contract/estate.js';
import type { IacJudgement, IacRule } from '../contract/iac-rule.js';
import { type Answer, all, any, ask, failIf, isOneOf, member, not, numberOf, textOf, unknown } from '../contract/values.js';
import { attachedTo } from '../views/references.js';
import { blocksOf, hasPort, isInternet, typeRule } from '../views/terraform.js';

const INTERNET = new Set(['*', 'internet', 'any', '0.0.0.0', '::', '/0']);
const GROUP = 'azurerm_network_security_group';
const RULE = 'azurerm_network_security_rule';

interface PortRule {
  id: string;
  title: string;
  rationale: string;
  port: number;
  protocols: readonly string[];
}

/** A rule about one port of network security groups. */
function portRule({ id, title, rationale, port, protocols }: PortRule): IacRule {
  return typeRule({
    id,
    title,
    rationale,
    severity: 'high',
    confidence: 'high',
    fix: `source_address_prefix = "10.0.0.0/8" # or reach port ${port} through Azure Bastion`,
    references: ['CWE-284', 'https://learn.microsoft.com/azure/security/fundamentals/network-best-practices'],
    types: [GROUP, RULE],
    *check(resource, estate) {
      const { blocks, rest } = resource.type === GROUP ? blocksOf(resource.body, 'security_rule') : { blocks: [resource.body] };
      const scope = rulesOfGroup(resource, estate);
      for (const rule of blocks) yield judged(rule, { port, protocols, scope });
      if (rest) yield { verdict: 'unknown', at: rest.at, expression: rest.expression };
    },
  });
}

interface Asked {
  port: number;
  protocols: readonly string[];
  scope: readonly IacMap[];
}

function judged(rule: IacMap, asked: Asked): IacJudgement {
  const { at } = rule;
  const sources = ['source_address_prefix', 'source_address_prefixes'].map((name) => member(rule, name));
  const open = all([applies(rule, 'Allow', asked), isInternet(sources, INTERNET, at), not(isDeniedBefore(rule, asked))], at);
  const source = isInternet(sources, INTERNET, at);
  return failIf(open, {
    at: source.is === 'yes' ? source.at : at,
    part: `port ${asked.port}`,
    evidence: `${textOf(member(rule, 'name')) ?? 'a rule'} allows port ${asked.port} from ${sources.map((value) => textOf(value) ?? '').find((text) => text !== '') ?? 'the internet'}`,
    fix: 'source_address_prefix = "10.0.0.0/8"',
  });
}

/** Does the rule allow or deny inbound traffic to the port? */
function applies(rule: IacMap, access: string, { port, protocols }: Asked): Answer {
  const { at } = rule;
  const ports = ['destination_port_range', 'destination_port_ranges'].map((name) => member(rule, name));
  const said = (name: string, words: readonly string[]): Answer => ask(member(rule, name), isOneOf(words), { is: false, at });
  return all(
    [said('direction', ['Inbound']), said('access', [access]), said('protocol', ['*', ...protocols]), hasPort(ports, port, at)],
    at,
  );
}

/** A rule with a smaller number comes first, and one that denies all sources leaves nothing to those behind it. */
function isDeniedBefore(rule: IacMap, asked: Asked): Answer {
  const own = numberOf(member(rule, 'priority'));
  const { at } = rule;
  const denials = asked.scope
    .filter((other) => other !== rule && own !== undefined && (numberOf(member(other, 'priority')) ?? Number.POSITIVE_INFINITY) < own)
    .map((other) => {
      const sources = ['source_address_prefix', 'source_address_prefixes'].map((name) => member(other, name));
      return all([applies(other, 'Deny', asked), isInternet(sources, INTERNET, at)], at);
    });
  // A denial that nobody can tell does not make the opening unknown: what is written opens the port.
  return denials.some(({ is }) => is === 'yes') ? { is: 'yes', at } : { is: 'no', at };
}

/** Rules of the same group: its blocks, and the resources that name it. */
function rulesOfGroup(resource: IacResource, estate: IacEstate): readonly IacMap[] {
  const group = resource.type === GROUP ? resource : groupOf(resource, estate);
  const blocks = group ? blocksOf(group.body, 'security_rule').blocks : [];
  const beside = group ? rulesBeside(group, estate) : rulesNamingTheSame(resource, estate);
  return [...blocks, ...beside.map(({ body }) => body)];
}

const GROUP_NAME = 'network_security_group_name';

function rulesBeside(group: IacResource, estate: IacEstate): IacResource[] {
  return attachedTo(group, estate, { [RULE]: GROUP_NAME }, 'name');
}

/** Rules of a group that is not in the tree. */
function rulesNamingTheSame({ root, body }: IacResource, estate: IacEstate): readonly IacResource[] {
  const name = textOf(member(body, GROUP_NAME));
  if (name === undefined) return [];
  return estate.withKey(
    'rules by group',
    `${root}\n${name}`,
    () => estate.ofType(RULE),
    (rule) => {
      const own = textOf(member(rule.body, GROUP_NAME));
      return own === undefined ? [] : [`${rule.root}\n${own}`];
    },
  );
}

function groupOf(rule: IacResource, estate: IacEstate): IacResource | undefined {
  const groups = estate.once('groups of rules', () => {
    const found = new Map<IacResource, IacResource>();
    for (const group of estate.ofType(GROUP)) for (const one of rulesBeside(group, estate)) if (!found.has(one)) found.set(one, group);
    return found;
  });
  return groups.get(rule);
}

const FIREWALL_TYPES = [
  'azurerm_sql_firewall_rule',
  'azurerm_mssql_firewall_rule',
  'azurerm_postgresql_firewall_rule',
  'azurerm_postgresql_flexible_server_firewall_rule',
  'azurerm_mysql_firewall_rule',
  'azurerm_mysql_flexible_server_firewall_rule',
  'azurerm_mariadb_firewall_rule',
];

const MOST_ADDRESSES = 65_536;

const sqlFirewallOpen = typeRule({
  id: 'azure-sql-firewall-open',
  title: 'Database firewall open to the internet',
  severity: 'high',
  confidence: 'high',
  rationale: 'Anybody may try passwords on the database.',
  fix: 'start_ip_address and end_ip_address of one known network, or a private endpoint',
  references: ['CWE-284', 'https://learn.microsoft.com/azure/azure-sql/database/firewall-configure'],
  types: FIREWALL_TYPES,
  check({ body, at }) {
    const [start, end] = [member(body, 'start_ip_address'), member(body, 'end_ip_address')];
    const [first, last] = [start, end].map((value) => addressOf(textOf(value)));
    if (first === undefined || last === undefined) return openRange(start, end, at);
    const evidence = `${textOf(start)} to ${textOf(end)}`;
    const place = end?.at.line !== undefined && start ? start.at : at;
    if (first === 0 && last === 0)
      return { verdict: 'fail', at: place, evidence: `${evidence}: every service in Azure, of any customer`, severity: 'medium' };
    const wide = last - first + 1 > MOST_ADDRESSES && !isPrivate(first) && !isPrivate(last);
    return failIf({ is: wide ? 'yes' : 'no', at: place }, { evidence });
  },
});

function openRange(...[start, end, at]: [ReturnType<typeof member>, ReturnType<typeof member>, SourcePlace]): IacJudgement | undefined {
  const open = [start, end].find((value) => value?.kind === 'unknown');
  if (open?.kind === 'unknown') return failIf(any([unknown(open)], at), { evidence: '' });
  return undefined;
}

function addressOf(text: string | undefined): number | undefined {
  const octets = text?.trim().split('.') ?? [];
  if (octets.length !== 4 || octets.some((octet) => !/^\d{1,3}$/.test(octet) || Number(octet) > 255)) return undefined;
  return octets.reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

const PRIVATE = [
  [0x0a000000, 0x0affffff],
  [0xac100000, 0xac1fffff],
  [0xc0a80000, 0xc0a8ffff],
] as const;

function isPrivate(address: number): boolean {
  return PRIVATE.some(([low, high]) => address >= low && address <= high);
}

/** Rules about who reaches what over the network. */
export const networkRules: readonly IacRule[] = [
  portRule({
    id: 'azure-nsg-ssh-open',
    title: 'SSH open to the internet',
    rationale: 'Everybody may guess passwords and use the next flaw of the daemon.',
    port: 22,
    protocols: ['Tcp'],
  }),
  portRule({
    id: 'azure-nsg-rdp-open',
    title: 'RDP open to the internet',
    rationale: 'Open remote desktops are the most common way in for ransomware.',
    port: 3389,
    protocols: ['Tcp', 'Udp'],
  }),
  sqlFirewallOpen,
];
