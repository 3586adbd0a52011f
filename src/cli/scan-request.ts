import type { Settings } from '../config/settings.js';
import type { ScanRequest, ScanTarget } from '../model/request.js';
import type { NamedText } from '../scan/project-config.js';
import { buildRequest } from '../scan/request.js';
import { UsageError } from '../support/errors.js';
import { namedLimits } from './image-access.js';
import { readNamedFile } from './named-file.js';

/** The request that settings and operands ask for. */
export async function scanRequest(
  settings: Settings,
  operands: readonly string[],
  config: NamedText | undefined,
  cwd: string,
): Promise<ScanRequest> {
  const named =
    settings.ignoreFile === undefined ? undefined : { path: settings.ignoreFile, text: readNamedFile(settings.ignoreFile, cwd) };
  // Unknown keys are refused, because a misspelled key would silently drop ignores. castellan.yaml has already been read in the same way.
  if (named) (await import('../config/project-file.js')).parseProjectFile(named.text, named.path);
  const ignoreFiles = [config, named].filter((file) => file !== undefined);
  const request = await buildRequest({
    settings,
    targets: targetsOf(settings, operands),
    cwd,
    ignoreFiles,
    read: (path) => readNamedFile(path, cwd),
  });
  if (settings.imageLimit.length > 0) request.imageLimits = namedLimits(settings.imageLimit);
  if (settings.platform !== undefined) request.platform = await namedPlatform(settings.platform);
  if (settings.cloud === undefined) return request;
  if (settings.offline) throw new UsageError({ where: '--cloud', message: 'means to open connections, which --offline forbids' });
  const { cloudConnectionOf } = await import('./cloud-connection.js');
  return { ...request, cloud: [await cloudConnectionOf(settings.cloud, settings, settings.cloud !== 'aws')] };
}

/** Throws UsageError for a text that is none: it would fit no image, which would look like a fault of the image. */
async function namedPlatform(text: string): Promise<string> {
  const { parsePlatform } = await import('../collect/images/sources/platform.js');
  try {
    parsePlatform(text);
    return text;
  } catch (cause) {
    throw new UsageError({ where: '--platform', message: 'expected OS/ARCHITECTURE[/VARIANT], such as linux/arm64', cause });
  }
}

function targetsOf(settings: Settings, operands: readonly string[]): ScanTarget[] {
  const sboms = settings.sbom.map((value): ScanTarget => ({ kind: 'sbom', value }));
  const paths = operands.map((value): ScanTarget => ({ kind: 'path', value }));
  const named = (values: readonly string[], kind: ScanTarget['kind']) => values.map((value): ScanTarget => ({ kind, value }));
  const targets = [
    ...paths,
    ...sboms,
    ...named(settings.image, 'image'),
    ...named(settings.iac, 'iac'),
    ...named(settings.skills, 'skills'),
    ...named(settings.models, 'models'),
    ...named(settings.mcpConfig, 'mcp_config'),
    ...named(settings.inventory, 'inventory'),
  ];
  const elsewhere =
    settings.demo ||
    settings.home !== undefined ||
    settings.project.length > 0 ||
    settings.mcpTools.length > 0 ||
    settings.cloud !== undefined;
  return targets.length > 0 || elsewhere ? targets : [{ kind: 'path', value: '.' }];
}
