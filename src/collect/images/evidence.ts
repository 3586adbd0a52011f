import type { ImageEvidence, ImageSecret } from '../../model/image-evidence.js';
import { isObject, type JsonObject } from '../../support/json.js';
import { secretsOf } from '../secrets/scan-text.js';
import { endOfBase } from './base-image.js';
import { fileModes } from './checks/file-modes.js';
import type { ImageReading } from './collect.js';
import { historyOf, instructionOf } from './history.js';
import { textsOf } from './sources/manifests.js';

export interface EvidenceOptions {
  /** Keyed by a key of this run. Absent: nobody asks for secrets. */
  hashOf?: (value: string) => string;
  /** Milliseconds since the epoch. */
  now: number;
}

const DEFAULT_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** What rules judge of an image: its configuration, its history and the rights in its file system. */
export function imageEvidence({ image, tree, config, installed, owned }: ImageReading, { hashOf, now }: EvidenceOptions): ImageEvidence {
  const whole = isObject(config) ? config : {};
  const inner = isObject(whole['config']) ? whole['config'] : {};
  const env = envOf(inner);
  const searched = (env.find(({ name }) => name === 'PATH')?.value ?? DEFAULT_PATH).split(':');
  const isOwned = (path: string) => owned.lists(path);
  const end = endOfBase(whole, image.layers?.length ?? 0);
  const system = installed.filter(({ reader }) => reader.kind === 'system');
  return {
    reference: image.reference,
    user: typeof inner['User'] === 'string' ? inner['User'] : '',
    rootNames: rootNames(textOf(tree.file('etc/passwd'))),
    hasHealthcheck: hasHealthcheck(inner['Healthcheck']),
    ports: isObject(inner['ExposedPorts']) ? Object.keys(inner['ExposedPorts']).slice(0, 1000).sort() : [],
    env,
    steps: stepsOf(whole, image.layers?.length ?? 0),
    ...(end && { baseSteps: end.steps }),
    ...fileModes(tree, { searched, isOwned }),
    secrets: hashOf ? [...secretsIn(whole, inner, env, hashOf, image.layers?.length ?? 0)] : [],
    systemPackages: [...new Set(system.flatMap(({ packages }) => packages.map(({ name }) => name)))].sort(),
    system: image.os ?? null,
    ...(image.base?.name !== undefined && { baseName: image.base.name }),
    today: new Date(now).toISOString().slice(0, 10),
  };
}

function envOf(inner: JsonObject): { name: string; value: string }[] {
  const lines = Array.isArray(inner['Env']) ? inner['Env'].filter((line): line is string => typeof line === 'string') : [];
  return lines.slice(0, 10_000).map((line) => {
    const equals = line.indexOf('=');
    return equals === -1 ? { name: line, value: '' } : { name: line.slice(0, equals), value: line.slice(equals + 1) };
  });
}

function hasHealthcheck(value: unknown): boolean {
  const test = isObject(value) ? value['Test'] : undefined;
  return Array.isArray(test) && test.length > 0 && test[0] !== 'NONE';
}

function textOf(file: { bytes(): Uint8Array } | undefined): string {
  try {
    return file ? Buffer.from(file.bytes()).toString('utf8') : '';
  } catch {
    // A file that was too large to keep says nothing here; that is an issue already.
    return '';
  }
}

/** Names of a passwd file whose number is 0. */
function rootNames(passwd: string): string[] {
  return passwd.split('\n').flatMap((line) => {
    const [name = '', , number] = line.split(':');
    return name !== '' && number === '0' ? [name] : [];
  });
}

/** The steps of the history; each that made a layer has its number, where they fit. */
function stepsOf(config: unknown, layers: number): ImageEvidence['steps'] {
  const history = historyOf(config);
  const fits = history.filter(({ isEmpty }) => !isEmpty).length === layers;
  let layer = 0;
  return history.map(({ createdBy, isEmpty }) => {
    const instruction = instructionOf(createdBy);
    return fits && !isEmpty ? { instruction, layer: layer++ } : { instruction };
  });
}

function* secretsIn(
  whole: JsonObject,
  inner: JsonObject,
  env: readonly { name: string; value: string }[],
  hashOf: (value: string) => string,
  layers: number,
): Generator<ImageSecret> {
  const search = (text: string, path: string) => secretsOf(Buffer.from(text), path, hashOf);
  for (const { name, value } of env)
    for (const sighting of search(`${name}=${JSON.stringify(value)}\n`, '.env'))
      yield { place: 'env', where: `config.Env.${name}`, sighting };
  for (const [name, value] of Object.entries(textsOf(inner['Labels'])))
    for (const sighting of search(`${name}=${JSON.stringify(value)}\n`, '.env'))
      yield { place: 'label', where: `config.Labels.${name}`, sighting };
  for (const part of ['Cmd', 'Entrypoint'] as const) {
    const words = Array.isArray(inner[part]) ? inner[part].filter((word) => typeof word === 'string') : [];
    for (const sighting of search(`${words.join(' ')}\n`, 'command.sh')) yield { place: 'env', where: `config.${part}`, sighting };
  }
  const steps = stepsOf(whole, layers);
  for (const [index, { createdBy }] of historyOf(whole).entries()) {
    const layer = steps[index]?.layer;
    for (const sighting of search(`${withAssignments(createdBy)}\n`, '.env'))
      yield { place: 'history', where: `history.${index}`, sighting, ...(layer !== undefined && { layer }) };
  }
}

/** Each assignment of a step stands on a line of its own: build arguments, ENV, ARG, and those in its commands. */
function withAssignments(createdBy: string): string {
  const assigned = createdBy
    .slice(0, 100_000)
    .matchAll(/(?:^|[\s;&|"'])(?:export\s+|--?)?([A-Za-z_][\w.-]{1,80})[= ]("[^"]*"|'[^']*'|[^\s;&|"']+)/g);
  return `${[...assigned].map(([, name = '', value = '']) => `${name}=${value}`).join('\n')}\n${createdBy}`;
}
