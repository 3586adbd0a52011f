import { ecosystemOf } from '../../ecosystems/registry.js';
import type { Component } from '../../model/component.js';
import { formatPurl } from '../../model/purl.js';

/** Files of the sample estate, by the short name its components are listed under. */
const FILES = {
  design: 'tools/design/package-lock.json',
  crm: 'tools/crm/package-lock.json',
  files: 'tools/files/package-lock.json',
  cluster: 'tools/cluster/package-lock.json',
  git: 'tools/git/uv.lock',
  research: 'servers/research/poetry.lock',
  tickets: 'servers/tickets/gradle.lockfile',
} as const;

type Place = keyof typeof FILES;

/** One package: `name@version`, what it depends on by name, the files that list it and the line in the first of them. */
interface Package {
  id: string;
  needs?: string[];
  in: Place[];
  line: number;
  licence: string;
}

const npm: readonly Package[] = [
  { id: '@kubernetes/client-node@1.3.0', needs: ['js-yaml'], in: ['cluster'], line: 12, licence: 'Apache-2.0' },
  { id: '@modelcontextprotocol/sdk@1.10.2', needs: ['zod'], in: ['design', 'crm', 'files', 'cluster'], line: 14, licence: 'MIT' },
  {
    id: '@modelcontextprotocol/server-filesystem@0.6.2',
    needs: ['@modelcontextprotocol/sdk', 'diff', 'zod-to-json-schema'],
    in: ['files'],
    line: 22,
    licence: 'MIT',
  },
  { id: 'diff@8.0.3', in: ['files'], line: 34, licence: 'BSD-3-Clause' },
  { id: 'express@4.19.1', needs: ['path-to-regexp'], in: ['design'], line: 27, licence: 'MIT' },
  { id: 'figma-developer-mcp@0.6.2', needs: ['@modelcontextprotocol/sdk', 'express', 'js-yaml'], in: ['design'], line: 33, licence: 'MIT' },
  { id: 'js-yaml@4.1.1', in: ['cluster', 'design'], line: 41, licence: 'MIT' },
  { id: 'mcp-remote@0.1.15', needs: ['@modelcontextprotocol/sdk', 'open'], in: ['crm'], line: 26, licence: 'MIT' },
  {
    id: 'mcp-server-kubernetes@2.9.7',
    needs: ['@kubernetes/client-node', '@modelcontextprotocol/sdk', 'js-yaml'],
    in: ['cluster'],
    line: 48,
    licence: 'MIT',
  },
  { id: 'open@10.2.0', in: ['crm'], line: 39, licence: 'MIT' },
  { id: 'path-to-regexp@0.1.7', in: ['design'], line: 52, licence: 'MIT' },
  { id: 'zod@3.25.76', in: ['design', 'crm', 'files', 'cluster'], line: 61, licence: 'MIT' },
  { id: 'zod-to-json-schema@3.24.6', needs: ['zod'], in: ['files'], line: 58, licence: 'ISC' },
];

const pypi: readonly Package[] = [
  { id: 'aiohttp@3.13.3', in: ['research'], line: 3, licence: 'Apache-2.0' },
  { id: 'click@8.2.1', in: ['git'], line: 7, licence: 'BSD-3-Clause' },
  { id: 'gitpython@3.1.45', in: ['git'], line: 16, licence: 'BSD-3-Clause' },
  { id: 'langchain@0.0.232', needs: ['aiohttp', 'requests', 'tenacity'], in: ['research'], line: 21, licence: 'MIT' },
  { id: 'mcp@1.9.3', needs: ['starlette'], in: ['git', 'research'], line: 28, licence: 'MIT' },
  { id: 'mcp-server-git@2025.7.1', needs: ['click', 'gitpython', 'mcp'], in: ['git'], line: 44, licence: 'MIT' },
  { id: 'requests@2.30.0', in: ['research'], line: 60, licence: 'Apache-2.0' },
  { id: 'requesuts@1.0.0', in: ['research'], line: 72, licence: 'MIT' },
  { id: 'starlette@0.49.3', in: ['git', 'research'], line: 59, licence: 'BSD-3-Clause' },
  { id: 'tenacity@8.5.0', in: ['research'], line: 80, licence: 'Apache-2.0' },
];

const maven: readonly Package[] = [
  { id: 'com.fasterxml.jackson.core:jackson-databind@2.19.2', in: ['tickets'], line: 4, licence: 'Apache-2.0' },
  { id: 'org.slf4j:slf4j-api@2.0.17', in: ['tickets'], line: 9, licence: 'MIT' },
  { id: 'org.springframework:spring-beans@5.3.17', needs: ['org.slf4j:slf4j-api'], in: ['tickets'], line: 11, licence: 'Apache-2.0' },
];

/** What servers, or the projects they are, ask for themselves. */
const DIRECT = new Set([
  '@modelcontextprotocol/server-filesystem',
  'com.fasterxml.jackson.core:jackson-databind',
  'figma-developer-mcp',
  'langchain',
  'mcp-remote',
  'mcp-server-git',
  'mcp-server-kubernetes',
  'org.springframework:spring-beans',
  'requesuts',
]);

/** The packages of the sample estate, sorted by ref. */
export function demoComponents(): Component[] {
  const all = [...componentsOf('npm', npm), ...componentsOf('PyPI', pypi), ...componentsOf('Maven', maven)];
  return all.sort((a, b) => (a.ref < b.ref ? -1 : 1));
}

function componentsOf(ecosystem: string, packages: readonly Package[]): Component[] {
  const refs = new Map(packages.map(({ id }) => [nameOf(id), refOf(ecosystem, id)]));
  return packages.map((entry) => {
    const ref = refOf(ecosystem, entry.id);
    const name = nameOf(entry.id);
    return {
      ref,
      purl: ref,
      ecosystem,
      name,
      version: versionOf(entry.id),
      scope: 'prod',
      direct: DIRECT.has(name),
      resolved: true,
      locations: entry.in
        .map((place, at) => ({ path: FILES[place], line: entry.line + 6 * at }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
      dependencies: (entry.needs ?? []).flatMap((needed) => refs.get(needed) ?? []).sort(),
      licenses: [entry.licence],
    };
  });
}

/** The purl of `name@version`. Throws RangeError for an ecosystem we have no names for: the lists above are wrong then. */
export function refOf(ecosystem: string, id: string): string {
  const known = ecosystemOf(ecosystem);
  if (!known) throw new RangeError(`no ecosystem ${ecosystem}`);
  return formatPurl({ type: known.purlType, ...known.purlParts(nameOf(id)), version: versionOf(id) });
}

function nameOf(id: string): string {
  return id.slice(0, id.lastIndexOf('@'));
}

function versionOf(id: string): string {
  return id.slice(id.lastIndexOf('@') + 1);
}
