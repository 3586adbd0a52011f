import { tmpdir } from 'node:os';
import { placesOf } from '../../../collect/images/registry/mirrors.js';
import { imageReference } from '../../../collect/images/registry/reference.js';
import type { MirroredRegistry, RegistryAccount } from '../../../model/registry-account.js';
import type { ScanReport } from '../../../model/report.js';
import type { ScanEvent } from '../../../model/request.js';
import { openScanContext } from '../../../scan/open-context.js';
import { runScan } from '../../../scan/run.js';
import { makeClock } from '../../../system/clock.js';
import { confinedFiles } from '../../../system/confined-files.js';
import { diskFiles } from '../../../system/files.js';
import { silentLog } from '../../../system/log.js';
import { systemProcesses } from '../../../system/processes.js';
import { registryFetch } from '../../connectors/registries.js';
import type { WorkerSettings } from '../worker-contract.js';
import { onlineOf } from './online.js';
import { planScan } from './scan-request.js';

/** Images to read, and with which accounts of the server: nobody signs in to a registry without one. */
export interface ImageOrder {
  references: readonly string[];
  platform?: string | undefined;
  accounts: readonly RegistryAccount[];
}

interface Reading {
  settings: WorkerSettings;
  emit(event: ScanEvent): void;
  signal: AbortSignal;
}

/**
 * Scans images of registries, as `castellan scan --image` does. Only a registry that the server's configuration names, and a mirror of
 * one of these images, may stand inside of the deployment's own network; docker's files of the server's user are not read.
 */
export async function scanImages(order: ImageOrder, { settings, emit, signal }: Reading): Promise<ScanReport> {
  const { references, platform } = order;
  const { environment = {}, mirrors = [] } = settings.registries ?? {};
  const elsewhere = mirrorHosts(references, mirrors);
  const accounts = withMirrors(order.accounts, elsewhere, settings.registries?.mirrorAccounts ?? []);
  const trusted = [...accounts, ...elsewhere.map((host) => ({ host }))];
  const { request } = await planScan({ targets: [], cwd: settings.folder, exclude: [], readable: [] }, undefined, settings.offline);
  const context = openScanContext({
    files: confinedFiles(diskFiles, [settings.folder]),
    database: settings.advisoryDatabase,
    lookUp: true,
    images: {
      fetch: registryFetch(trusted, environment, settings.outboundAllow),
      processes: systemProcesses,
      files: accounts.length > 0 ? diskFiles : confinedFiles(diskFiles, []),
      environment,
      home: tmpdir(),
      accounts,
      ...(mirrors.length > 0 && { mirrors: async () => mirrors }),
    },
    online: onlineOf(settings, settings.offline),
    clock: makeClock(process.env.SOURCE_DATE_EPOCH),
    log: silentLog,
    emit,
    signal,
  });
  try {
    const targets = references.map((value) => ({ kind: 'image' as const, value }));
    return await runScan({ ...request, targets, ...(platform !== undefined && { platform }) }, context, settings.version);
  } finally {
    context.advisories.source?.close();
  }
}

/** Hosts besides those that the images name themselves: whoever names a mirror in a source gets no more than of any other host. */
function mirrorHosts(references: readonly string[], mirrors: readonly MirroredRegistry[]): string[] {
  const hosts = references.flatMap((reference) => {
    const image = imageReference(reference);
    const places = image && placesOf(image, mirrors);
    return places?.flatMap(({ host }) => (host === image?.host ? [] : [host])) ?? [];
  });
  return [...new Set(hosts)];
}

function withMirrors(own: readonly RegistryAccount[], hosts: readonly string[], known: readonly RegistryAccount[]): RegistryAccount[] {
  return [...own, ...known.filter(({ host }) => hosts.includes(host) && !own.some((one) => one.host === host))];
}
