import type { IacMap, IacValue } from '../../../model/iac.js';
import { InputError } from '../../../support/errors.js';
import type { ReadIssue, SourceFile } from '../../reader.js';
import { readYaml } from '../yaml/read-yaml.js';
import { tagged } from './merge.js';

/** A service as one file declares it. */
export interface ServiceBlock {
  value: IacMap;
  endLine: number;
}

/** One file of a project, before variables, extensions and overrides. */
export interface ComposeFile {
  /** Relative to the scanned folder. */
  path: string;
  /** As reports show it. */
  shown: string;
  services: ReadonlyMap<string, ServiceBlock>;
  include?: IacValue;
  /** What `volumes` of the top level declares. */
  volumes?: IacMap;
  issues: readonly ReadIssue[];
}

/** Keys of the top level that are no service of the first version of the format. */
const TOP_LEVEL = /^(?:version|name|services|networks|volumes|configs|secrets|include|models|x-.*)$/;

/** Reads one file. Throws InputError when it is no YAML or no mapping. */
export function readComposeFile(source: SourceFile, path: string): ComposeFile {
  const { documents, issues } = readYaml(source.text(), source.path, { tag: tagged });
  const [document] = documents;
  if (!document) {
    const [issue] = issues;
    if (issue)
      throw new InputError({
        where: path,
        issue: issue.kind,
        message: issue.reason,
        ...(issue.line !== undefined && { line: issue.line }),
      });
    return { path, shown: source.path, services: new Map(), issues };
  }
  const { value, endLine } = document;
  if (value.kind !== 'map')
    throw new InputError({ where: path, line: value.at.line, message: 'a compose file is a mapping with services' });
  const include = value.entries.get('include');
  const volumes = value.entries.get('volumes');
  return {
    path,
    shown: source.path,
    services: servicesOf(value, endLine),
    ...(include && { include }),
    ...(volumes?.kind === 'map' && { volumes }),
    issues,
  };
}

function servicesOf(top: IacMap, last: number): Map<string, ServiceBlock> {
  const services = top.entries.get('services') ?? firstVersion(top);
  if (services?.kind !== 'map') return new Map();
  const isOuter = services === top;
  const after = isOuter ? last : endOf(top, services.at.line, last);
  const blocks = [...services.entries].filter(([name, value]) => value.kind === 'map' && !(isOuter && TOP_LEVEL.test(name)));
  return new Map(
    blocks.flatMap(([name, value]) =>
      value.kind === 'map' ? [[name, { value, endLine: endOf(services, value.at.line, after) }] as const] : [],
    ),
  );
}

/** Before version 2 the services stood at the top. */
function firstVersion(top: IacMap): IacMap | undefined {
  const values = [...top.entries].filter(([name]) => !TOP_LEVEL.test(name)).map(([, value]) => value);
  const isService = (value: IacValue) => value.kind === 'map' && (value.entries.has('image') || value.entries.has('build'));
  return values.length > 0 && values.every(isService) ? top : undefined;
}

/** The line before the next entry, or the last line of the whole. */
function endOf(map: IacMap, line: number, last: number): number {
  const next = [...map.entries.values()].map(({ at }) => at.line).filter((other) => other > line);
  return next.length === 0 ? last : Math.min(...next) - 1;
}
