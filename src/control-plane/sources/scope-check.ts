import { type SourceKind, sourceScopes } from '../../api/source-scope.js';
import { imageReference } from '../../collect/images/registry/reference.js';
import { canonicalJson } from '../../support/canonical-json.js';
import { CastellanError } from '../../support/errors.js';
import { isObject, type JsonObject } from '../../support/json.js';
import { redact } from '../../support/redact.js';
import { diskFiles } from '../../system/files.js';
import { Unprocessable } from '../failures.js';
import { pathOfFileUrl, withinRoots } from './scan-roots.js';

/**
 * The scope of a source as it is stored, checked against its kind and against what this server may read. Throws
 * Unprocessable.
 */
export function checkedScope(kind: SourceKind, given: unknown, roots: readonly string[]): JsonObject {
  const result = sourceScopes[kind].safeParse(given ?? {});
  if (!result.success) throw new Unprocessable(complaint(kind, result.error.issues[0]));
  const scope: unknown = result.data;
  if (!isObject(scope)) throw new Unprocessable('scope: expected an object');
  if (kind === 'ingest.artifact_import' && scope.format === 'sarif' && scope.path !== undefined)
    throw new Unprocessable('scope.path: SARIF is not read from a file: push it to /v1/compliance/ingest');
  if (kind === 'scan.image' && !imageReference(String(scope.ref)))
    throw new Unprocessable('scope.ref: expected an image, ghcr.io/acme/app:1.2 or alpine@sha256:…');
  for (const address of [scope.url, scope.repo_url]) if (typeof address === 'string') checkAddress(address, roots);
  const paths = Array.isArray(scope.paths) ? scope.paths : [scope.path];
  for (const path of paths) if (typeof path === 'string') checkPath(path, roots);
  // Members are sorted, because sources with an equal scope are found by its text.
  const ordered: JsonObject = JSON.parse(canonicalJson(scope));
  return ordered;
}

function complaint(kind: SourceKind, issue: { path: readonly PropertyKey[]; message: string } | undefined): string {
  const place = issue?.path.length ? `.${issue.path.map(String).join('.')}` : '';
  const reason = issue?.message.startsWith('expected') || issue?.message.startsWith('must') ? `: ${issue.message}` : '';
  return `scope${place}: does not fit a source of kind ${kind}${reason}`;
}

function checkAddress(address: string, roots: readonly string[]): void {
  // The user name of ssh is not a secret, and the schema allows no password.
  const bare = address.replace(/^ssh:\/\/[^@/]*@/, 'ssh://');
  if (redact(bare) !== bare) throw new Unprocessable('scope.url: looks as if it held a credential');
  const local = pathOfFileUrl(address);
  if (local !== undefined) checkPath(local, roots);
}

function checkPath(path: string, roots: readonly string[]): void {
  try {
    withinRoots(path, roots, diskFiles);
  } catch (error) {
    if (error instanceof CastellanError) throw new Unprocessable(`scope: ${error.message}`);
    throw error;
  }
}
