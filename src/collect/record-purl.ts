import type { Ecosystem } from '../ecosystems/ecosystem.js';
import { ecosystemOf } from '../ecosystems/registry.js';
import type { ComponentSource } from '../model/component.js';
import { formatPurl } from '../model/purl.js';
import type { PackageRecord } from './reader.js';

/** The distribution of a package that its ecosystem does not tell: `amzn` and `amzn-2023`. */
export interface PurlVendor {
  namespace: string;
  distro?: string;
}

/** The identity of a package: its purl, with qualifiers when it does not come from its ecosystem's public registry. */
export function recordPurl(ecosystemName: string, record: PackageRecord, vendor?: PurlVendor): string {
  const ecosystem = ecosystemOf(ecosystemName);
  const parts = ecosystem?.purlParts(record.name) ?? { name: record.name };
  const namespace = vendor?.namespace ?? ecosystem?.purlNamespace ?? parts.namespace;
  const type = ecosystem?.purlType ?? 'generic';
  const { version, epoch } = type === 'rpm' ? withoutEpoch(record.version) : { version: record.version, epoch: undefined };
  const qualifiers = {
    ...sourceQualifiers(record.source),
    ...distributionQualifiers(vendor ?? vendorOf(ecosystem, ecosystemName), record),
    ...(epoch !== undefined && { epoch }),
  };
  return formatPurl({
    type,
    ...(namespace !== undefined && { namespace }),
    name: parts.name,
    ...(version !== null && { version }),
    ...(hasKeys(qualifiers) && { qualifiers }),
  });
}

function hasKeys(object: object): boolean {
  for (const _ in object) return true;
  return false;
}

const NO_QUALIFIERS: Readonly<Record<string, string>> = {};

function sourceQualifiers(source: ComponentSource | undefined): Readonly<Record<string, string>> {
  if (!source?.url) return source?.commit ? { vcs_url: `git@${source.commit}` } : NO_QUALIFIERS;
  switch (source.kind) {
    case 'git':
      return { vcs_url: source.commit && !source.url.endsWith(source.commit) ? `${source.url}@${source.commit}` : source.url };
    case 'registry':
      return { repository_url: source.url };
    default:
      return { download_url: source.url };
  }
}

function vendorOf(ecosystem: Ecosystem | undefined, name: string): PurlVendor | undefined {
  const namespace = ecosystem?.purlNamespace;
  if (ecosystem === undefined || namespace === undefined) return undefined;
  const release = name.slice(ecosystem.name.length + 1);
  return { namespace, ...(release && { distro: `${namespace}-${release}` }) };
}

function distributionQualifiers(vendor: PurlVendor | undefined, { arch, origin, module }: PackageRecord): Readonly<Record<string, string>> {
  if (vendor === undefined) return NO_QUALIFIERS;
  return {
    ...(arch && { arch }),
    ...(vendor.distro !== undefined && { distro: vendor.distro }),
    ...(module && { rpmmod: module }),
    ...(origin && { upstream: origin.version === undefined ? origin.name : `${origin.name}@${origin.version}` }),
  };
}

/** The purl specification keeps rpm's epoch apart: `1:3.0.7-27` is version `3.0.7-27` of epoch 1. */
function withoutEpoch(version: string | null): { version: string | null; epoch: string | undefined } {
  const [, epoch, rest] = /^(\d{1,9}):(.+)$/.exec(version ?? '') ?? [];
  return epoch === undefined || rest === undefined
    ? { version, epoch: undefined }
    : { version: rest, epoch: Number(epoch) === 0 ? undefined : epoch };
}
