import { InputError, OperationalError } from '../../../support/errors.js';
import { isObject } from '../../../support/json.js';
import type { Files } from '../../../system/files.js';
import type { SocketAnswer, SocketGet } from '../../../system/socket-http.js';
import type { Chunks } from '../../archives/decompress.js';

export type EngineName = 'docker' | 'podman';

/** An image of an engine on this machine. */
export interface EngineImage {
  engine: EngineName;
  /** As the engine's own program takes it: a reference or an identifier. */
  name: string;
}

export interface EngineAccess {
  files: Files;
  get: SocketGet;
  /** The variables that name the socket. */
  environment: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

/** `docker:alpine:3.20`, `podman:localhost/app`. Undefined for a text without such a prefix. */
export function engineImage(text: string): EngineImage | undefined {
  const [, engine, name] = /^(docker|podman):(.+)$/.exec(text) ?? [];
  return name === undefined ? undefined : { engine: engine === 'podman' ? 'podman' : 'docker', name };
}

/**
 * An image as the archive that the engine makes of it, while it makes it. The engine neither pulls nor starts anything. Rejects with
 * InputError where it has no such image, and with OperationalError where no engine answers.
 */
export async function exportImage({ engine, name }: EngineImage, access: EngineAccess): Promise<Chunks> {
  const { status, body } = await ask(engine, `/images/${wholeName(name)}/get`, access);
  if (status === 200) return uncut(body, engine);
  const said = await messageOf(body);
  if (status === 404)
    throw new InputError({ where: name, issue: 'missing_include', message: `${engine} has no such image`, hint: `${engine} pull ${name}` });
  throw new OperationalError({ where: name, message: `${engine} answered with status ${status}${said}` });
}

const IDENTIFIER = /^(?:sha256:)?[0-9a-f]{12,64}$/;

/** With its tag: an engine exports every tag of a name without one. */
function wholeName(name: string): string {
  const hasTag = name.includes('@') || name.lastIndexOf(':') > name.lastIndexOf('/');
  return hasTag || IDENTIFIER.test(name) ? name : `${name}:latest`;
}

async function ask(engine: EngineName, path: string, { files, get, environment, signal }: EngineAccess): Promise<SocketAnswer> {
  const sockets = socketsOf(engine, environment);
  let refused: unknown;
  for (const socket of sockets.filter((one) => files.info(one, true) !== undefined)) {
    try {
      return await get(socket, path, signal);
    } catch (cause) {
      signal.throwIfAborted();
      refused ??= cause;
    }
  }
  const why = refused instanceof Error ? `refuses: ${refused.message}` : `is not running: no socket at ${sockets.join(', ')}`;
  throw new OperationalError({
    message: `${engine} ${why}`,
    hint: `\`${engine} save\` writes an archive that can be scanned`,
    cause: refused,
  });
}

/** Where an engine listens: where its variable says, else where it does by itself. */
function socketsOf(engine: EngineName, environment: EngineAccess['environment']): string[] {
  const variable = engine === 'docker' ? 'DOCKER_HOST' : 'CONTAINER_HOST';
  const named = environment[variable];
  if (named) {
    if (named.startsWith('unix://')) return [named.slice('unix://'.length)];
    throw new OperationalError({ message: `${variable} names no Unix socket, and ${engine} is not asked over a network` });
  }
  const own = environment['XDG_RUNTIME_DIR'];
  return engine === 'docker'
    ? ['/var/run/docker.sock', ...(own ? [`${own}/docker.sock`] : [])]
    : [...(own ? [`${own}/podman/podman.sock`] : []), '/run/podman/podman.sock'];
}

async function* uncut(body: AsyncIterable<Uint8Array>, engine: EngineName): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (cause) {
    throw new OperationalError({ message: `${engine} broke off the image before its end`, cause });
  }
}

const MAX_MESSAGE = 64 * 1024;

/** What the engine says of an error, in one line. */
async function messageOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_MESSAGE) return '';
    chunks.push(chunk);
  }
  try {
    const answer: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const message = isObject(answer) ? (answer['message'] ?? answer['cause']) : undefined;
    return typeof message === 'string' ? `: ${message.replace(/\s+/g, ' ').trim().slice(0, 200)}` : '';
  } catch {
    return '';
  }
}
