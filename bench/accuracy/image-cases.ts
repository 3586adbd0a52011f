import { parsePurl } from '../../src/model/purl.js';

/** A package that a case says is there. */
export interface ExpectedPackage {
  purl: string;
  layer: number;
  /** Null: any. */
  path: string | null;
  inner?: string;
  also?: { path: string }[];
}

export interface ExpectedFinding {
  rule: string;
  where: string;
  layer?: number;
  deleted?: boolean;
}

export interface ExpectedIssue {
  about?: string;
  path?: string;
  kind?: string;
  kind_any?: string[];
}

/** One case of the reference data; its README says what each field means. */
export interface ImageCase {
  id: string;
  path: string;
  what: string;
  args?: string[];
  digest?: string;
  config_digest?: string;
  platform?: string;
  images?: number;
  layers?: { diff_id: string; digest?: string; created_by: string | null }[];
  os?: { id: string; version: string | null; codename?: string; eol?: string } | null;
  base?: { name?: string; digest?: string; layers?: number };
  packages: ExpectedPackage[];
  may?: string[];
  must_not?: string[];
  must_not_types_under?: Readonly<Record<string, string>>;
  by_name?: { name: string; version: string; path: string }[];
  any_path?: boolean;
  may_path?: string[];
  findings?: ExpectedFinding[];
  must_not_rules?: string[];
  ai?: {
    servers?: { name: string; path: string; layer?: number }[];
    skills?: { path: string }[];
    models?: { path: string; finding?: boolean }[];
  };
  outcome?: string;
  any_of?: string[];
  issues?: ExpectedIssue[];
  hostile?: boolean;
  must_not_text?: string[];
  max_seconds?: number;
  max_mb?: number;
}

const SYSTEM = new Set(['deb', 'apk', 'rpm']);

/** What two purls must agree in: type, namespace of languages, name, version, architecture and epoch. */
export function identityOfPurl(text: string): string {
  const { type, namespace = '', name, version: written = '', qualifiers = {} } = parsePurl(text);
  const version = type === 'golang' ? written.replace(/^v/, '') : written;
  const isSystem = SYSTEM.has(type);
  return [type, isSystem ? '' : namespace, name, version, isSystem ? (qualifiers['arch'] ?? '') : '', qualifiers['epoch'] ?? '']
    .join(' ')
    .trim();
}
