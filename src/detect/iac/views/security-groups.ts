import type { IacResource, IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacEstate, IacView } from '../contract/estate.js';
import { type Answer, all, any, askText, itemsOf, member, numberOf, textOf, unknown } from '../contract/values.js';
import { isWholeInternet, rangeOf } from './ip-ranges.js';

/** One rule of a security group that lets traffic in. */
export interface IngressRule {
  at: SourcePlace;
  protocol?: IacValue;
  from?: IacValue;
  to?: IacValue;
  /** Ranges of IPv4 and IPv6. */
  sources: readonly IacValue[];
  /** Named lists of ranges. */
  lists?: readonly IacValue[];
}

/** Rules that one resource holds. Together they may open what none of them opens alone. */
export interface Ingress {
  rules: readonly IngressRule[];
  /** Set when there may be further rules. */
  rest?: Answer;
}

/** Names of the parts of a rule in one place of one format. */
interface RuleNames {
  protocol: string;
  from: string;
  to: string;
  sources: readonly string[];
  lists: string;
}

const PORTS = { from: 'from_port', to: 'to_port' };
const BLOCK: RuleNames = { ...PORTS, protocol: 'protocol', sources: ['cidr_blocks', 'ipv6_cidr_blocks'], lists: 'prefix_list_ids' };
const SINGLE: RuleNames = { ...PORTS, protocol: 'ip_protocol', sources: ['cidr_ipv4', 'cidr_ipv6'], lists: 'prefix_list_id' };
const PROPERTY: RuleNames = {
  protocol: 'IpProtocol',
  from: 'FromPort',
  to: 'ToPort',
  sources: ['CidrIp', 'CidrIpv6'],
  lists: 'SourcePrefixListId',
};

/** Where resources hold rules; without a name the resource is one itself. */
const HOLDERS: Readonly<Record<string, { names: RuleNames; list?: string }>> = {
  aws_security_group: { names: BLOCK, list: 'ingress' },
  aws_default_security_group: { names: BLOCK, list: 'ingress' },
  aws_security_group_rule: { names: BLOCK },
  aws_vpc_security_group_ingress_rule: { names: SINGLE },
  'AWS::EC2::SecurityGroup': { names: PROPERTY, list: 'SecurityGroupIngress' },
  'AWS::EC2::SecurityGroupIngress': { names: PROPERTY },
};

export const securityGroups: IacView<Ingress> = {
  id: 'aws-security-groups',
  *of(resource: IacResource, estate: IacEstate) {
    const holder = Object.hasOwn(HOLDERS, resource.type) ? HOLDERS[resource.type] : undefined;
    if (!holder) return;
    const ingress =
      holder.list !== undefined
        ? listedRules(member(resource.body, holder.list), holder.names)
        : { rules: [ruleOf(resource.body, holder.names, resource.at)] };
    if (resource.type === 'aws_security_group_rule' && !isIngress(resource)) return;
    yield { ...ingress, rules: ingress.rules.map((rule) => withPrefixLists(rule, resource, estate)) };
  },
};

/** A rule with the ranges of the lists of the tree that it names. */
function withPrefixLists({ lists, ...rule }: IngressRule, { root }: IacResource, estate: IacEstate): IngressRule {
  if (!lists) return rule;
  const named = lists.flatMap((list) => [list, ...itemsOf(list).items]).flatMap(({ refersTo = [] }) => refersTo);
  const found = [...new Set(named)].flatMap((address) => estate.at(root, address) ?? []);
  const ranges = found.flatMap(({ type, body }) => {
    const entries = type === 'aws_ec2_managed_prefix_list' ? member(body, 'entry') : undefined;
    return itemsOf(type === 'AWS::EC2::PrefixList' ? member(body, 'Entries') : entries).items.flatMap(
      (entry) => member(entry, 'cidr') ?? member(entry, 'Cidr') ?? [],
    );
  });
  return { ...rule, sources: [...rule.sources, ...ranges] };
}

/** Rules for the same group in the same root that are written as resources of their own, without those of other groups. */
function isIngress({ body }: IacResource): boolean {
  return textOf(member(body, 'type'))?.toLowerCase() !== 'egress';
}

function listedRules(value: IacValue | undefined, names: RuleNames): Ingress {
  const { items, rest } = itemsOf(value);
  const known = items.flatMap(sidesOf);
  const rules = known.filter((item) => item.kind === 'map').map((item) => ruleOf(item, names, item.at));
  const open = rest ?? items.find((item) => item.kind === 'unknown');
  return { rules, ...(open?.kind === 'unknown' && { rest: unknown(open) }) };
}

/** A rule on an unknown condition is open as a whole; it is then named by `rest`. */
function sidesOf(item: IacValue): IacValue[] {
  return item.kind === 'unknown' ? [] : [item];
}

function ruleOf(body: IacValue, names: RuleNames, at: SourcePlace): IngressRule {
  const [protocol, from, to] = [names.protocol, names.from, names.to].map((name) => member(body, name));
  const sources = names.sources.map((name) => member(body, name)).filter((value) => value !== undefined);
  const list = member(body, names.lists);
  return { at, ...(protocol && { protocol }), ...(from && { from }), ...(to && { to }), sources, ...(list && { lists: [list] }) };
}

/** Whether the sources are everybody. A range that another resource has is one of a network, never everybody. */
export function isOpenToAll(rules: readonly IngressRule[]): Answer {
  const sources = rules.flatMap((rule) => rule.sources);
  const [first] = sources;
  const at = sources.find((value) => holdsAll(value)) ?? first;
  const place = at?.at ?? rules[0]?.at ?? { path: '', line: 1 };
  const items = sources.map((value) => itemsOf(value));
  const known = items.flatMap((list) => list.items);
  if (isWholeInternet(known.map(textOf).filter((text) => text !== undefined))) return { is: 'yes', at: place };
  const opens = [...known.filter((item) => item.kind === 'unknown'), ...items.flatMap(({ rest }) => (rest ? [rest] : []))];
  return any(opens.map(maybeAll), place);
}

function holdsAll(value: IacValue): boolean {
  return isWholeInternet(
    itemsOf(value)
      .items.map(textOf)
      .filter((text) => text !== undefined),
  );
}

function maybeAll(value: IacValue): Answer {
  if (value.kind === 'unknown' && !value.oneOf && !value.pieces && value.refersTo?.length) return { is: 'no', at: value.at };
  return askText(value, { whole: (text) => isWholeInternet([text]), part: partOfRange }, { is: false, at: value.at });
}

/** `${ip}/32` is one address, whatever it is. */
function partOfRange(pieces: readonly (string | null)[]): boolean | undefined {
  const length = /\/(\d+)$/.exec(pieces.at(-1) ?? '')?.[1];
  if (length !== undefined && Number(length) > 0) return false;
  const start = /^\d+\./.test(pieces[0] ?? '') && rangeOf(`${pieces[0]}`) === undefined;
  return start && length === undefined ? undefined : undefined;
}

const TCP = /^(?:tcp|6)$/i;
const EVERYTHING = /^(?:-1|all)$/i;

/** Whether the rule lets traffic to a port of TCP pass. */
export function coversPort(rule: IngressRule, port: number): Answer {
  const every = isEveryProtocol(rule);
  const tcp = askText(rule.protocol, { whole: (text) => TCP.test(text) }, { is: true, at: rule.at });
  const ports = all(
    [bound(rule.from, (from) => from <= port, rule), bound(rule.to ?? rule.from, (to) => to === -1 || to >= port, rule)],
    rule.at,
  );
  return any([every, all([tcp, ports], rule.at)], rule.at);
}

export function isEveryProtocol({ protocol, at }: IngressRule): Answer {
  return askText(protocol, { whole: (text) => EVERYTHING.test(text) }, { is: false, at });
}

/** Every port of TCP or of UDP. */
export function coversEveryPort(rule: IngressRule): Answer {
  const wide = askText(rule.protocol, { whole: (text) => TCP.test(text) || /^(?:udp|17)$/i.test(text) }, { is: true, at: rule.at });
  const ports = all([bound(rule.from, (from) => from <= 1, rule), bound(rule.to, (to) => to === -1 || to >= 65535, rule)], rule.at);
  return any([isEveryProtocol(rule), all([wide, ports], rule.at)], rule.at);
}

function bound(value: IacValue | undefined, test: (port: number) => boolean, { at }: IngressRule): Answer {
  const number = numberOf(value);
  if (number !== undefined) return { is: test(number) ? 'yes' : 'no', at };
  return value?.kind === 'unknown' ? unknown(value) : { is: 'no', at };
}
