import type { InlineIgnore } from '../../model/iac.js';
import type { CollectorOutcome, Issue } from '../../model/outcome.js';
import type { SecretSighting } from '../../model/secret.js';
import { InputError, OperationalError } from '../../support/errors.js';
import { plural } from '../../support/listing.js';
import type { Turns } from '../../support/turns.js';
import type { Files } from '../../system/files.js';
import { ignoresIn } from '../ignore-comments.js';
import type { Root } from '../source-file.js';
import type { WalkedFile } from '../walk.js';
import { fileKind } from './file-kind.js';
import { HistorySearch } from './history.js';
import { keyStoreIn } from './key-stores.js';
import { isForeignReport } from './own-files.js';
import { secretsOfText } from './scan-text.js';
import { textBytes } from './text-bytes.js';
import { isArchive } from './text-files.js';
import { valueHasher } from './value-hash.js';

/** Bytes of one file that are searched. */
const MOST_BYTES = 10 * 1024 * 1024;

/** What was seen in the files of one folder. */
export interface CollectedSecrets {
  secrets: SecretSighting[];
  /** Comments about secrets in the files that have one. */
  ignores: InlineIgnore[];
  collectors: CollectorOutcome[];
  issues: Issue[];
  /** Files whose text was searched. */
  searched: number;
}

/** Searches the files of one walk, one at a time; nothing of a text is kept. */
export class SecretCollector {
  private readonly search: Search & { turns: Turns };
  private readonly archives: boolean;

  constructor(
    private readonly files: Files,
    private readonly root: Root,
    { turns, hash = valueHasher(), archives = false }: { turns: Turns; hash?: (value: string) => string; archives?: boolean },
  ) {
    this.search = { collected: { secrets: [], ignores: [], collectors: [], issues: [], searched: 0 }, hash, turns };
    this.archives = archives;
  }

  /** Nothing to wait for but where an archive is searched. */
  take(file: WalkedFile): void | Promise<void> {
    if (this.archives && isArchive(file.path)) return this.archive(file);
    try {
      searchFile(this.files, this.root, file, this.search);
    } catch (error) {
      this.failed(file, error);
    }
  }

  finish(): CollectedSecrets {
    const { collected } = this.search;
    const outcome = collected.secrets.length > 0 ? 'scanned' : 'empty';
    if (collected.searched > 0)
      collected.collectors.unshift({ id: 'secrets', target: this.root.prefix || '.', outcome, components: 0, issues: 0 });
    return collected;
  }

  private async archive(file: WalkedFile): Promise<void> {
    try {
      await searchArchive(this.files, this.root, file, this.search);
    } catch (error) {
      this.failed(file, error);
    }
  }

  private failed({ path }: WalkedFile, error: unknown): void {
    if (!(error instanceof InputError)) throw error;
    broken(this.search.collected, this.root.prefix + path, 'failed', { kind: error.issue ?? 'unreadable', reason: error.message });
  }
}

/**
 * Searches what every commit of the folder's repository added. A secret that the files have, too, or that another commit added before to
 * the same file, is not told again.
 */
export async function collectHistory(
  pieces: AsyncIterable<Buffer>,
  { prefix }: Root,
  collected: CollectedSecrets,
  hash: (value: string) => string,
): Promise<void> {
  const key = ({ rule, path, valueHash }: SecretSighting) => `${rule}\n${path}\n${valueHash}`;
  const told = new Set(collected.secrets.map(key));
  const target = `${prefix}.git`;
  const search = new HistorySearch(hash, (found) => {
    const sighting = { ...found, path: prefix + found.path };
    if (told.has(key(sighting))) return;
    told.add(key(sighting));
    collected.secrets.push(sighting);
  });
  try {
    for await (const piece of pieces) search.add(piece);
    search.finish();
  } catch (error) {
    if (!(error instanceof OperationalError)) throw error;
    broken(collected, target, 'failed', { kind: 'unreadable', reason: error.message });
    return;
  }
  collected.searched += search.commits;
  collected.collectors.push({ id: 'secrets', target, outcome: 'scanned', components: 0, issues: search.truncated });
  if (search.truncated > 0)
    broken(collected, target, 'truncated', {
      kind: 'too_large',
      reason: `${plural(search.truncated, 'addition')} of more than ${MOST_BYTES / 1024 / 1024} MiB searched in part`,
    });
}

interface Search {
  collected: CollectedSecrets;
  hash(value: string): string;
}

function searchFile(files: Files, { prefix }: Root, { path, absolute }: WalkedFile, { collected, hash }: Search): void {
  // One more byte tells whether there are more.
  const begin = files.head(absolute, MOST_BYTES + 1);
  if (begin.length === 0) return;
  const bytes = begin.length > MOST_BYTES ? begin.subarray(0, MOST_BYTES) : begin;
  const text = textBytes(bytes);
  if (text === undefined) {
    const store = keyStoreIn(bytes);
    if (store !== undefined) collected.secrets.push({ ...keyStoreSighting(store, path, hash(bytes.toString())), path: prefix + path });
    return;
  }
  if (begin.length > MOST_BYTES)
    broken(collected, prefix + path, 'truncated', {
      kind: 'too_large',
      reason: `only the first ${MOST_BYTES / 1024 / 1024} MiB were searched for secrets`,
    });
  searchText(text, path, prefix, { collected, hash });
}

/** A text in UTF-8, also one in an archive, which names it as `archive.zip!path`. */
function searchText(text: Uint8Array, path: string, prefix: string, { collected, hash }: Search): void {
  collected.searched++;
  const place = path.replaceAll('!', '/');
  if (isForeignReport(place, text)) return;
  const found = secretsOfText(text, place, hash);
  if (found.length === 0) return;
  for (const sighting of found) collected.secrets.push({ ...sighting, path: prefix + path });
  collected.ignores.push(...ignoresIn(Buffer.from(text).toString(), prefix + path).filter(isAboutSecrets));
}

/** The texts in an archive. Its code is loaded when there is one. */
async function searchArchive(
  files: Files,
  { prefix }: Root,
  { path, absolute }: WalkedFile,
  { collected, hash, turns }: Search & { turns: Turns },
): Promise<void> {
  const { ArchiveTexts } = await import('./archives.js');
  const texts = new ArchiveTexts((bytes, way) => {
    const text = textBytes(bytes);
    if (text !== undefined) searchText(text, `${path}!${way}`, prefix, { collected, hash });
  }, turns);
  const file = files.open(absolute);
  try {
    await texts.read({ size: file.size, read: (offset, length) => file.read(offset, length) }, path);
  } finally {
    file.close();
  }
  for (const issue of texts.issues)
    broken(collected, prefix + path, issue.kind === 'unsupported_format' ? 'unsupported' : 'truncated', issue);
}

/** Comments about anything else are for the reader of the file's format. */
function isAboutSecrets({ rule, foreign }: InlineIgnore): boolean {
  return foreign === undefined && /^(?:literal-)?secret-/i.test(rule);
}

/** A store has no lines; whoever has its password has the key. */
function keyStoreSighting(store: string, path: string, valueHash: string): SecretSighting {
  const { example, vendored } = fileKind(path);
  const confidence = vendored ? 'low' : example ? 'medium' : 'high';
  return {
    rule: 'secret-private-key',
    path,
    line: 1,
    masked: `${store} key store`,
    valueHash,
    proof: 'structure',
    severity: 'medium',
    confidence,
  };
}

function broken(
  { collectors, issues }: CollectedSecrets,
  path: string,
  outcome: 'failed' | 'truncated' | 'unsupported',
  issue: Pick<Issue, 'kind' | 'reason'>,
): void {
  collectors.push({ id: 'secrets', target: path, outcome, components: 0, issues: 1 });
  issues.push({ collector: 'secrets', path, ...issue });
}
