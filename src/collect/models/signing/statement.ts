import { createHash } from 'node:crypto';
import { InputError } from '../../../support/errors.js';
import { isObject, type JsonObject, own, parseJson } from '../../../support/json.js';
import { type DigestName, digestName } from './digests.js';

/** Bytes `start` to `end` (exclusive) of a file; without them the whole file. */
export interface SignedResource {
  /** Relative to the model's folder, with `/`. */
  path: string;
  start?: number;
  end?: number;
  digest: string;
}

/** The signer's statement about the model: the digests of its bytes, and the paths that are left out. */
export interface SigningStatement {
  /** True for model_signing before 0.3: one subject for each file, no root digest. */
  legacy: boolean;
  hash: DigestName;
  sharded: boolean;
  allowSymlinks: boolean;
  /** Relative paths that are not covered, including everything below them. */
  ignored: string[];
  resources: SignedResource[];
}

const STATEMENT = 'https://in-toto.io/Statement/v1';
const PREDICATE = 'https://model_signing/signature/v1.0';
const LEGACY_PREDICATE = 'https://model_signing/Digests/v0.1';

/** The type that every envelope must declare. */
export const PAYLOAD_TYPE = 'application/vnd.in-toto+json';

/**
 * Reads the in-toto statement of OpenSSF Model Signing 1.0. Throws InputError when it covers nothing, names a path
 * outside the model or a path twice, or when its root digest does not match its list.
 */
export function parseStatement(payload: Buffer, where: string): SigningStatement {
  const json = parseJson(payload.toString('utf8'), where);
  if (!isObject(json) || own(json, '_type') !== STATEMENT) throw refused(where, 'not an in-toto statement v1');
  const type = own(json, 'predicateType');
  if (type === LEGACY_PREDICATE) return legacyStatement(json, where);
  if (type !== PREDICATE) throw refused(where, 'not a model signing predicate v1.0');
  const statement = signedStatement(predicateOf(json, where), where);
  checkRoot(json, statement, where);
  return checked(statement, where);
}

function predicateOf(json: JsonObject, where: string): JsonObject {
  const predicate = own(json, 'predicate');
  if (!isObject(predicate)) throw refused(where, 'lacks its predicate');
  return predicate;
}

function signedStatement(predicate: JsonObject, where: string): SigningStatement {
  const serialization = own(predicate, 'serialization');
  if (!isObject(serialization)) throw refused(where, 'lacks its serialization');
  const method = own(serialization, 'method');
  if (method !== 'files' && method !== 'shards') throw refused(where, 'serialization method is neither files nor shards');
  const hash = digestName(own(serialization, 'hash_type'));
  if (hash === undefined) throw refused(where, 'hash type is none of sha256, blake2b, blake3');
  const sharded = method === 'shards';
  const shape = { sharded, hash, where };
  return {
    legacy: false,
    hash,
    sharded,
    allowSymlinks: own(serialization, 'allow_symlinks') === true,
    ignored: ignoredPaths(own(serialization, 'ignore_paths')),
    resources: listOf(own(predicate, 'resources')).map((item) => resourceOf(item, shape)),
  };
}

/** Absolute ignore paths and those outside the model are dropped, so that less is left out. */
function ignoredPaths(value: unknown): string[] {
  const texts = listOf(value).filter((item): item is string => typeof item === 'string');
  return texts.map((text) => text.replace(/^(\.\/)+|\/+$/g, '')).filter((text) => text === '.' || isInside(text));
}

interface Shape {
  sharded: boolean;
  hash: DigestName;
  where: string;
}

function resourceOf(item: unknown, { sharded, hash, where }: Shape): SignedResource {
  const name = isObject(item) ? own(item, 'name') : undefined;
  const digest = isObject(item) ? own(item, 'digest') : undefined;
  const algorithm = isObject(item) ? own(item, 'algorithm') : undefined;
  if (typeof name !== 'string' || !isHex(digest)) throw refused(where, 'a resource lacks its name or digest');
  const [base, suffix] = typeof algorithm === 'string' ? algorithm.split('-sharded-') : [];
  if (digestName(base) !== hash || (suffix !== undefined) !== sharded)
    throw refused(where, 'a resource is digested otherwise than declared');
  return sharded ? shardOf(name, digest, where) : { path: name, digest };
}

/** `path:start:end`, split from the right because a path may contain colons. */
function shardOf(name: string, digest: string, where: string): SignedResource {
  const parts = /^(.+):(\d{1,16}):(\d{1,16})$/s.exec(name);
  const [, path, from, to] = parts ?? [];
  const start = Number(from);
  const end = Number(to);
  if (path === undefined || !(end > start)) throw refused(where, 'a shard lacks its range');
  return { path, start, end, digest };
}

function legacyStatement(json: JsonObject, where: string): SigningStatement {
  const resources = listOf(own(json, 'subject')).map((item): SignedResource => {
    const name = isObject(item) ? own(item, 'name') : undefined;
    const digest = sha256Of(item);
    if (typeof name !== 'string' || digest === undefined) throw refused(where, 'a subject lacks its name or digest');
    if (legacyAlgorithm(item) !== 'file-sha256') throw refused(where, 'a subject is not digested with SHA-256 of its file');
    return { path: name, digest };
  });
  return checked({ legacy: true, hash: 'sha256', sharded: false, allowSymlinks: false, ignored: [], resources }, where);
}

function legacyAlgorithm(subject: unknown): unknown {
  const annotations = isObject(subject) ? own(subject, 'annotations') : undefined;
  return isObject(annotations) ? own(annotations, 'actual_hash_algorithm') : undefined;
}

/** The single subject's digest is SHA-256 over the raw digests of the list, whatever hash the files have. */
function checkRoot(json: JsonObject, { resources }: SigningStatement, where: string): void {
  const subjects = listOf(own(json, 'subject'));
  if (subjects.length !== 1) throw refused(where, 'must have exactly one subject');
  const root = createHash('sha256');
  for (const { digest } of resources) root.update(Buffer.from(digest, 'hex'));
  if (sha256Of(subjects[0]) !== root.digest('hex')) throw refused(where, 'root digest does not fit the list of resources');
}

function sha256Of(subject: unknown): string | undefined {
  const digest = isObject(subject) ? own(subject, 'digest') : undefined;
  const sha256 = isObject(digest) ? own(digest, 'sha256') : undefined;
  return isHex(sha256) && sha256.length === 64 ? sha256 : undefined;
}

function checked(statement: SigningStatement, where: string): SigningStatement {
  const { resources } = statement;
  if (resources.length === 0) throw refused(where, 'covers nothing: its list of resources is empty');
  const names = new Set(resources.map(({ path, start }) => `${path}\0${start ?? ''}`));
  if (names.size < resources.length) throw refused(where, 'names a resource twice');
  const outside = resources.some(({ path }) => !isInside(path) && !(path === '.' && !statement.sharded && resources.length === 1));
  if (outside) throw refused(where, 'names a resource outside the model');
  if (statement.ignored.includes('.')) throw refused(where, 'covers nothing: its ignore list holds the whole model');
  return statement;
}

/** True for a normalised relative path: no `..`, no root, no drive, no backslash, no empty part. */
function isInside(path: string): boolean {
  return !/[\\\0]/.test(path) && !/^[A-Za-z]:/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && value.length % 2 === 0 && /^[0-9a-f]{64,128}$/.test(value);
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function refused(where: string, message: string): InputError {
  return new InputError({ where, issue: 'invalid_entry', message });
}
