import type { IacResource, IacValue, SourcePlace } from '../../model/iac.js';
import { compareText } from '../../support/compare-text.js';
import { namesCredential } from '../../support/credential-names.js';
import { REDACTED, redact } from '../../support/redact.js';
import { hasSecretShape } from '../../support/secret-value.js';

/** A value as JSON: what is unknown is `{"$unknown": expression}`, and what may be added to a list or map is `$more`. */
export type ShownValue = string | number | boolean | null | ShownValue[] | { [key: string]: ShownValue };

/** Where an attribute was set, and by way of what: `main.tf:3`. */
export interface ShownOrigin {
  at: string;
  via?: string[];
}

export interface ShownResource {
  type: string;
  format: string;
  at: string;
  calls?: string[];
  versions?: Readonly<Record<string, string>>;
  attributes: ShownValue;
  /** By the way to the attribute: `ingress[0].cidr_blocks`. */
  origins: Record<string, ShownOrigin>;
}

/** What was evaluated: root, address, resource. Where two resources have one address, the second one has its place behind it. */
export function shownRoots(resources: readonly IacResource[]): Record<string, { resources: Record<string, ShownResource> }> {
  const roots = new Map<string, Map<string, ShownResource>>();
  for (const resource of resources) {
    const known = roots.get(resource.root) ?? new Map<string, ShownResource>();
    roots.set(resource.root, known);
    const address = known.has(resource.address) ? `${resource.address} (${placeText(resource.at)})` : resource.address;
    known.set(address, shownResource(resource));
  }
  return Object.fromEntries(
    [...roots].sort(([a], [b]) => compareText(a, b)).map(([root, known]) => [root, { resources: Object.fromEntries(known) }]),
  );
}

function shownResource({ type, format, at, calls, versions, body }: IacResource): ShownResource {
  const origins: Record<string, ShownOrigin> = {};
  const attributes = shown(body, '', origins, '');
  return {
    type,
    format,
    at: placeText(at),
    ...(calls.length > 0 && { calls: calls.map(placeText) }),
    ...(Object.keys(versions).length > 0 && { versions }),
    attributes,
    origins,
  };
}

function shown(value: IacValue, way: string, origins: Record<string, ShownOrigin>, name: string): ShownValue {
  if (value.sensitive && value.kind !== 'unknown') return leaf(value, way, origins, REDACTED);
  switch (value.kind) {
    case 'scalar':
      return leaf(value, way, origins, typeof value.value === 'string' ? safeText(value.value, name) : value.value);
    case 'unknown':
      return leaf(value, way, origins, { $unknown: redact(value.expression) });
    case 'list': {
      const holdsBlocks = value.items.some((item) => item.kind === 'map' || item.kind === 'list');
      if (!holdsBlocks && way !== '') leaf(value, way, origins, null);
      const items = value.items.map((item, at) => {
        const isToldApart = holdsBlocks || comesAnotherWay(item, value);
        return shown(item, `${way}[${at}]`, isToldApart ? origins : {}, name);
      });
      return value.rest === undefined ? items : [...items, { $more: redact(value.rest) }];
    }
    case 'map': {
      const entries = [...value.entries].map(
        ([key, entry]) => [key, shown(entry, way === '' ? key : `${way}.${key}`, origins, key)] as const,
      );
      return { ...Object.fromEntries(entries), ...(value.rest !== undefined && { $more: redact(value.rest) }) };
    }
  }
}

/** Plain items stand where their list does. */
function comesAnotherWay({ via = [] }: IacValue, list: IacValue): boolean {
  return via.some((place) => !list.via?.some((known) => placeText(known) === placeText(place)));
}

function leaf<T extends ShownValue>({ at, via }: IacValue, way: string, origins: Record<string, ShownOrigin>, result: T): T {
  origins[way] = { at: placeText(at), ...(via && { via: via.map(placeText) }) };
  return result;
}

/** Values of credentials, and all that has the shape of one, are hidden. */
function safeText(text: string, name: string): string {
  return text !== '' && (namesCredential(name) || hasSecretShape(text)) ? REDACTED : redact(text);
}

function placeText({ path, line }: SourcePlace): string {
  return `${path}:${line}`;
}
