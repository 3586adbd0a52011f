import type { z } from 'zod';
import type { DocumentFormat } from '../../../api/documents.js';
import type { sourceScopes } from '../../../api/source-scope.js';
import type { FieldSpec, Specs } from '../../parts/spec-fields.js';
import type { SourceKind } from '../../words/source-kinds.js';

type Scope<K extends SourceKind> = z.input<(typeof sourceScopes)[K]>;

/** One of the ways in which the scope of a kind can be said. */
type Way<S> = S extends unknown ? { label: string; specs: Specs<S> } : never;

export interface ScopeWay {
  label: string;
  specs: Readonly<Record<string, FieldSpec>>;
}

const exclude: FieldSpec = {
  label: 'Leave out',
  hint: 'Patterns as in .gitignore, one a line',
  placeholder: 'docs/**',
  lines: true,
  optional: true,
};
const path: FieldSpec = {
  label: 'Folder',
  hint: 'Absolute, below a folder that the server was started with (--scan-roots)',
  placeholder: '/srv/projects/shop',
};
const address: FieldSpec = {
  label: 'Address of the repository',
  hint: 'https, ssh or git@host:path, without a password; the server clones it with the keys of its own user',
  placeholder: 'https://github.com/acme/shop.git',
};
const history: FieldSpec = {
  label: 'Search its history for secrets',
  hint: 'Also what was committed once and removed; it takes longer',
  flag: true,
  optional: true,
};
const ref: FieldSpec = { label: 'Branch, tag or commit', placeholder: 'main', optional: true };
const connection: FieldSpec = {
  label: 'Cloud connection',
  hint: 'Its id, from Connections; only one that was verified is read',
  placeholder: 'con_…',
};

const formats: Readonly<Record<DocumentFormat, string>> = {
  cyclonedx: 'CycloneDX',
  spdx: 'SPDX',
  castellan: 'Report of castellan (JSON)',
  sarif: 'SARIF (pushed only)',
};

const pushedTo: readonly [{ label: string; specs: Record<never, never> }] = [{ label: 'Pushed', specs: {} }];

/** The forms of the scope, by kind. They follow the schemas of the API: a field too many or too few does not compile. */
const forms: { readonly [K in SourceKind]: readonly Way<Scope<K>>[] } = {
  'scan.repo': [
    { label: 'A git repository', specs: { url: address, ref, exclude, history } },
    { label: 'A folder of the server', specs: { path, exclude, history } },
  ],
  'scan.image': [
    {
      label: 'Image',
      specs: {
        ref: { label: 'Image', hint: 'As docker writes it, with a tag or a digest', placeholder: 'ghcr.io/acme/app:1.2' },
        platform: { label: 'Platform', hint: 'Where the name leads to several', placeholder: 'linux/arm64', optional: true },
      },
    },
  ],
  'scan.iac': [
    { label: 'A git repository', specs: { repo_url: address, ref, exclude } },
    { label: 'A folder of the server', specs: { path, exclude } },
  ],
  'scan.cloud': [{ label: 'Account', specs: { connection_id: connection } }],
  'scan.mcp_config': [
    {
      label: 'Files',
      specs: {
        paths: { label: 'Files', hint: 'Absolute paths on the server, one a line', placeholder: '/srv/config/mcp.json', lines: true },
      },
    },
  ],
  'connector.cloud_read_only': [{ label: 'Service', specs: { connection_id: { ...connection, optional: true } } }],
  'connector.registry': [
    {
      label: 'Repositories',
      specs: {
        repository: {
          label: 'Repository',
          hint: 'With its registry, * for any text; empty: all that the registries list',
          placeholder: 'ghcr.io/acme/*',
          optional: true,
        },
      },
    },
  ],
  'connector.warehouse': [
    {
      label: 'Warehouse',
      specs: {
        dataset: { label: 'Database', hint: 'One database, as SQL names it; empty: all', optional: true },
        connection_id: { ...connection, hint: 'Needed where several connections have a warehouse', optional: true },
      },
    },
  ],
  'ingest.fleet_sync': [
    {
      label: 'Devices',
      specs: {
        devices: { label: 'Devices', hint: 'Names of the machines that may report, one a line; empty: any', lines: true, optional: true },
      },
    },
  ],
  'ingest.trace_push': pushedTo,
  'ingest.result_push': pushedTo,
  'ingest.artifact_import': [
    {
      label: 'Document',
      specs: {
        format: { label: 'Format', choices: Object.entries(formats).map(([value, label]) => ({ value, label })) },
        path: {
          ...path,
          label: 'File',
          hint: 'Absolute, below a scan root; empty: the document is pushed',
          placeholder: '/srv/sboms/shop.cdx.json',
          optional: true,
        },
      },
    },
  ],
  'runtime.proxy': pushedTo,
  'runtime.gateway': pushedTo,
};

/** The ways in which the scope of a kind can be said, the usual one first. */
export function scopeWays(kind: SourceKind): readonly ScopeWay[] {
  return forms[kind];
}

/** The way that a stored scope was said in. */
export function wayOf(kind: SourceKind, scope: Readonly<Record<string, unknown>>): number {
  const names = Object.keys(scope);
  const found = scopeWays(kind).findIndex(({ specs }) => names.every((name) => name in specs));
  return Math.max(found, 0);
}
