import type { Ecosystem } from '../ecosystems/ecosystem.js';
import { ecosystemOf } from '../ecosystems/registry.js';
import type { ComponentSource } from '../model/component.js';
import { formatPurl } from '../model/purl.js';
import type { PackageRecord } from './reader.js';

/** The identity of a package: its purl, with qualifiers when it does not come from its ecosystem's public registry. */
export function recordPurl(ecosystemName: string, record: PackageRecord): string {
  const ecosystem = ecosystemOf(ecosystemName);
  const parts = ecosystem?.purlParts(record.name) ?? { name: record.name };
  const namespace = ecosystem?.purlNamespace ?? parts.namespace;
  const qualifiers = { ...sourceQualifiers(record.source), ...distributionQualifiers(ecosystem, ecosystemName, record) };
  return formatPurl({
    type: ecosystem?.purlType ?? 'generic',
    ...(namespace !== undefined && { namespace }),
    name: parts.name,
    ...(record.version !== null && { version: record.version }),
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

function distributionQualifiers(ecosystem: Ecosystem | undefined, name: string, record: PackageRecord): Readonly<Record<string, string>> {
  if (ecosystem?.purlNamespace === undefined) return NO_QUALIFIERS;
  const release = name.slice(ecosystem.name.length + 1);
  const { arch, origin } = record;
  return {
    ...(arch && { arch }),
    ...(release && { distro: `${ecosystem.purlNamespace}-${release}` }),
    ...(origin && { upstream: origin.version === undefined ? origin.name : `${origin.name}@${origin.version}` }),
  };
}
