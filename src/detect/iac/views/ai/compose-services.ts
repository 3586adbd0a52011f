import type { IacResource, IacUnknown, IacValue, SourcePlace } from '../../../../model/iac.js';
import { entriesOf, itemsOf, member, textOf } from '../../contract/values.js';
import type { AiContainer, CommandWord, HostPath, Publication, Reach, Variable } from './ai-container.js';
import { wordsOfText } from './words.js';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost)$/;
const PRIVATE = /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[?f[cd])/i;

/** The services of a compose project. */
export function* composeServices(resource: IacResource): Iterable<AiContainer> {
  if (resource.type !== 'service') return;
  const { body, name, at } = resource;
  const variables = variablesOf(member(body, 'environment'));
  const environmentFile = member(body, 'env_file');
  yield {
    resource,
    name,
    at,
    image: textOf(member(body, 'image')),
    words: [...wordsOf(member(body, 'entrypoint')), ...wordsOf(member(body, 'command'))],
    variables: variables.known,
    ...(variables.rest !== undefined && { openVariables: variables.rest }),
    ...(environmentFile && variables.rest === undefined && { openVariables: 'env_file' }),
    labels: namesOf(member(body, 'labels')),
    publications: publicationsOf(body),
    hostPaths: hostPathsOf(member(body, 'volumes')),
    rights: rightsOf(body),
  };
}

/** Both forms: a mapping, and a list of `NAME=value`. */
function variablesOf(value: IacValue | undefined): { known: Variable[]; rest?: string } {
  const { entries, rest } = entriesOf(value);
  if (value?.kind === 'map') return { known: entries.map(([name, of]) => ({ name, at: of.at, value: presentOf(of) })), ...restOf(rest) };
  const listed = itemsOf(value);
  const known = listed.items.flatMap((item): Variable[] => {
    const text = textOf(item) ?? leading(item);
    const equals = text?.indexOf('=') ?? -1;
    if (text === undefined) return [];
    if (equals === -1) return [{ name: text, at: item.at, value: undefined }];
    const rest = text.slice(equals + 1);
    return [
      { name: text.slice(0, equals), at: item.at, value: item.kind === 'scalar' ? { kind: 'scalar', at: item.at, value: rest } : item },
    ];
  });
  return { known, ...restOf(listed.rest) };
}

/** `NAME:` without a value takes it from whoever starts the project. */
function presentOf(value: IacValue): IacValue | undefined {
  return value.kind === 'scalar' && value.value === null ? undefined : value;
}

function restOf(rest: IacUnknown | undefined): { rest?: string } {
  return rest ? { rest: rest.expression } : {};
}

/** The known beginning of a text that is known in part. */
function leading(value: IacValue): string | undefined {
  return value.kind === 'unknown' ? (value.pieces?.[0] ?? undefined) : undefined;
}

function wordsOf(value: IacValue | undefined): CommandWord[] {
  return itemsOf(value).items.flatMap((item) => wordsOfText(textOf(item), item.at));
}

function namesOf(value: IacValue | undefined): string[] {
  if (value?.kind === 'map') return [...value.entries.keys()];
  return itemsOf(value).items.flatMap((item) => textOf(item)?.split('=', 1)[0] ?? []);
}

function publicationsOf(body: IacValue): Publication[] {
  const network = member(body, 'network_mode');
  if (textOf(network) === 'none') return [];
  if (network && textOf(network) === 'host') return [{ at: network.at, evidence: 'network_mode: host', reach: 'everywhere' }];
  const { items, rest } = itemsOf(member(body, 'ports'));
  const unknown = rest ? [{ at: rest.at, evidence: 'ports', reach: 'unknown' as const, expression: rest.expression }] : [];
  return [...items.flatMap(publicationOf), ...unknown];
}

function publicationOf(port: IacValue): Publication[] {
  if (port.kind === 'map') {
    const host = member(port, 'host_ip');
    const published = textOf(member(port, 'published'));
    const target = textOf(member(port, 'target'));
    const evidence = `${published ?? ''}:${target ?? ''}`;
    if (host?.kind === 'unknown') return [{ at: host.at, evidence, reach: 'unknown', expression: host.expression }];
    return [{ at: port.at, evidence, reach: reachOf(textOf(host)), port: numberIn(target) }];
  }
  const text = textOf(port);
  if (text !== undefined) return [shortForm(text, port.at)];
  if (port.kind !== 'unknown') return [];
  // `${PORT}:8000` has no address, whatever the port is; `${BIND}:8000:8000` may have any.
  const pieces = port.pieces ?? [];
  const known = pieces.map((piece) => piece ?? '0').join('');
  if (pieces.length > 0 && pieces[0] !== null) return [shortForm(known, port.at)];
  if (pieces.length > 0 && known.split(':').length === 2) return [shortForm(known, port.at)];
  return [
    { at: port.at, evidence: port.expression, reach: 'unknown', expression: port.expression, port: numberIn(known.split(':').at(-1)) },
  ];
}

/** `[[host:]published:]target[/protocol]` (compose specification, "ports"). */
function shortForm(text: string, at: SourcePlace): Publication {
  const parts = text.replace(/\/\w+$/, '').match(/\[[^\]]*\]|[^:]+/g) ?? [];
  const host = parts.length > 2 ? parts[0] : undefined;
  return { at, evidence: text, reach: reachOf(host), port: numberIn(parts.at(-1)) };
}

function reachOf(host: string | undefined): Reach {
  if (host === undefined || host === '') return 'everywhere';
  if (LOOPBACK.test(host)) return 'loopback';
  return PRIVATE.test(host) ? 'internal' : 'everywhere';
}

function numberIn(text: string | undefined): number | undefined {
  const number = Number(text?.split('-', 1)[0]);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}

/** Binds of both forms; named volumes and relative folders show nothing of the host. */
function hostPathsOf(value: IacValue | undefined): HostPath[] {
  return itemsOf(value).items.flatMap((volume): HostPath[] => {
    if (volume.kind === 'map') {
      const source = textOf(member(volume, 'source')) ?? ofHome(member(volume, 'source'));
      const isBind = textOf(member(volume, 'type')) === 'bind' || isPath(source);
      return source !== undefined && isBind
        ? [{ at: volume.at, path: source, readOnly: textOf(member(volume, 'read_only')) === 'true' }]
        : [];
    }
    const text = textOf(volume) ?? ofHome(volume) ?? '';
    const [source, , mode] = text.split(':');
    return source !== undefined && isPath(source) && source !== text
      ? [{ at: volume.at, path: source, readOnly: /(?:^|,)ro(?:,|$)/.test(mode ?? '') }]
      : [];
  });
}

/** Below the home of whoever starts the project, whoever that is. */
function ofHome(value: IacValue | undefined): string | undefined {
  const found = value?.kind === 'unknown' ? /^\$(?:\{HOME\}|HOME\b)(?=[/:]|$)/.exec(value.expression) : null;
  return found && value?.kind === 'unknown' ? `~${value.expression.slice(found[0].length)}` : undefined;
}

function isPath(source: string | undefined): boolean {
  return source !== undefined && /^(?:\/|~)/.test(source);
}

function rightsOf(body: IacValue): { at: SourcePlace; evidence: string }[] {
  const plain = [
    ['privileged', 'true'],
    ['network_mode', 'host'],
    ['pid', 'host'],
  ] as const;
  const found = plain.flatMap(([key, wanted]) => {
    const value = member(body, key);
    return value && textOf(value)?.toLowerCase() === wanted ? [{ at: value.at, evidence: `${key}: ${wanted}` }] : [];
  });
  const lists = [
    ['cap_add', /^(?:CAP_)?(?:SYS_ADMIN|ALL)$/i],
    ['security_opt', /^(?:seccomp|apparmor)[:=]unconfined$/i],
  ] as const;
  for (const [key, pattern] of lists)
    for (const item of itemsOf(member(body, key)).items)
      if (pattern.test(textOf(item) ?? '')) found.push({ at: item.at, evidence: `${key}: ${textOf(item)}` });
  return found;
}
