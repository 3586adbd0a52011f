import { join } from 'node:path';
import type { RunnableScope } from '../../../api/source-scope.js';
import { gateSettings } from '../../../config/gate-settings.js';
import type { ProjectFile } from '../../../config/project-file.js';
import { resolveSettings, type SettingSources } from '../../../config/resolve.js';
import { settings as allSettings, type SettingKey } from '../../../config/settings.js';
import type { Issue } from '../../../model/outcome.js';
import type { GateOptions, ScanRequest } from '../../../model/request.js';
import { type NamedText, projectConfigIn } from '../../../scan/project-config.js';
import { buildRequest } from '../../../scan/request.js';
import { CastellanError, UsageError } from '../../../support/errors.js';
import { confinedFiles } from '../../../system/confined-files.js';
import { diskFiles, type Files } from '../../../system/files.js';
import type { Found } from './locate.js';

const MAX_BYTES = 64 * 2 ** 20;

/** A job's scan, and notes about castellan.yaml for its report. */
export interface PlannedScan {
  request: ScanRequest;
  notes: Issue[];
}

/**
 * The scan that `castellan scan` would run in the project's folder with the project's castellan.yaml. Options of the
 * job and of this service override the file, as flags do. Throws UsageError for an invalid file, and for one that names
 * paths outside the project.
 */
export async function planScan(found: Found, options: RunnableScope['options'], offline: boolean): Promise<PlannedScan> {
  const files = confinedFiles(diskFiles, found.project === undefined ? [] : [found.project]);
  const read = (path: string) => textOf(files, found.project ?? '/', path);
  const config = projectConfigIn(['.'], (path) => found.project !== undefined && files.info(join(found.project, path)) !== undefined, read);
  const file = config ? (await import('../../../config/project-file.js')).parseProjectFile(config.text, config.path).values : {};
  const flags = {
    ...(found.exclude.length > 0 && { exclude: [...found.exclude] }),
    ...(options?.include_dev !== undefined && { dev: options.include_dev }),
    ...(options?.vulnerabilities !== undefined && { vulnerabilities: options.vulnerabilities }),
    ...(offline && { offline }),
  };
  const settings = resolveSettings({ flags, environment: {}, file });
  const { targets, cwd } = found;
  const request = await buildRequest({ settings, targets, cwd, ignoreFiles: config ? [config] : [], read });
  return { request, notes: config ? notesOf(config, { file, flags, gates: request.gates }) : [] };
}

function textOf(files: Files, project: string, path: string): string {
  try {
    return Buffer.from(files.read(join(project, path), MAX_BYTES))
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  } catch (cause) {
    if (!(cause instanceof CastellanError)) throw cause;
    throw new UsageError({ where: path, message: `cannot be read in the project: ${cause.message}`, cause });
  }
}

/** Settings that mark findings; they count for the job's verdict and for the report. */
const MARKS: ReadonlySet<SettingKey> = new Set(['baseline', 'vex']);

interface Applied {
  file: ProjectFile['values'];
  flags: SettingSources['flags'];
  gates: GateOptions;
}

/** Notes about settings of castellan.yaml that this service overrides. */
function notesOf({ path }: NamedText, { file, flags, gates: all }: Applied): Issue[] {
  const named = Object.keys(file) as SettingKey[];
  const overridden = named.filter((key) => flags[key] !== undefined && String(flags[key]) !== String(file[key]?.value));
  const gates = named.filter((key) => (key in gateSettings || key in all) && !MARKS.has(key));
  const note = (keys: readonly SettingKey[], reason: string): Issue[] => {
    const line = Number(file[keys[0] ?? 'exclude']?.where.split(':').at(-1));
    const names = keys.map((key) => ('yaml' in allSettings[key] ? allSettings[key].yaml : key)).join(', ');
    return keys.length === 0
      ? []
      : [{ collector: 'configuration', path, line, kind: 'skipped', reason: `${names}: ${reason}`, note: true }];
  };
  return [
    ...note(overridden, 'not applied, the job or this service sets it'),
    ...note(gates, 'decides this report; the job is judged by the gates of this service'),
  ];
}
