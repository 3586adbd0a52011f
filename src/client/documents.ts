import { UsageError } from '../support/errors.js';
import { limits } from '../support/limits.js';
import { quote } from '../support/quote.js';
import { measureContent } from './content.js';
import { type DocumentKind, documentKinds, jsonKind, type RecognisedDocument, textKind } from './document-kind.js';
import { findingBatches, traceBatches } from './item-batches.js';
import { type Outline, OutlineReader } from './json-outline.js';
import { type PushRequest, type PushScope, queryOf } from './push.js';

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Bytes that can be read several times. */
export interface NamedBytes {
  name: string;
  chunks(): Chunks;
}

/** A file that is to be pushed. */
export interface DocumentFile extends NamedBytes {
  writtenAt: Date;
}

/** A file whose kind is known. */
export interface Document extends RecognisedDocument {
  file: DocumentFile;
}

/** Recognises a file by its content. Throws UsageError when no intake accepts it. */
export async function recognise(file: DocumentFile): Promise<Document> {
  const outline = new OutlineReader();
  let head = '';
  for await (const bytes of withoutMark(file)) {
    if (head.length < HEAD) head += Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
    if (isJson(head)) outline.add(bytes);
    else if (head.length >= HEAD) break;
  }
  if (!isJson(head)) {
    const kind = textKind(head);
    if (kind === undefined) throw unknown(file, head === '' ? 'is empty' : 'is neither JSON, CycloneDX in XML nor SPDX tags');
    return { file, kind, syntax: 'text' };
  }
  const read = outline.end();
  const kind = jsonKind(read);
  if (!read.whole || (read.roots > 1 && kind !== 'traces')) throw new UsageError({ where: file.name, message: 'not valid JSON' });
  if (kind === undefined) throw unknown(file, `is none of what is taken${membersOf(read)}`);
  return { file, kind, syntax: 'json' };
}

const HEAD = 4096;

function isJson(head: string): boolean {
  return /^\s*[[{]/.test(head);
}

function unknown({ name }: DocumentFile, message: string): UsageError {
  return new UsageError({ where: name, message, hint: `taken are: ${Object.values(documentKinds).join(', ')}` });
}

function membersOf({ kind, members }: Outline): string {
  const names = [...members.keys()].slice(0, 5).map((name) => quote(name, 40));
  return kind === 'object' && names.length > 0 ? `: it has ${names.join(', ')}` : '';
}

/** The bytes without the byte order mark of UTF-8. Throws UsageError for UTF-16. */
async function* withoutMark({ name, chunks }: NamedBytes): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const bytes of chunks()) {
    const [a, b, c] = isFirst ? bytes : [];
    isFirst = false;
    if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff))
      throw new UsageError({ where: name, message: 'is UTF-16, expected UTF-8', hint: 'write it with --format FORMAT=FILE, not with >' });
    yield a === 0xef && b === 0xbb && c === 0xbf ? bytes.subarray(3) : bytes;
  }
}

/** The pushes for a document: one, or several when it has more items than one push may have. Nothing is sent yet. */
export async function documentPushes({ file, kind, syntax }: Document, scope: PushScope): Promise<PushRequest[]> {
  const { name } = file;
  if (kind === 'report') return [await reportPush(file, scope)];
  if (kind === 'findings' || kind === 'traces') {
    const text = await wholeText(file);
    const batches = kind === 'findings' ? findingBatches(text, name, scope) : traceBatches(text, name);
    const query = kind === 'traces' && scope.source !== undefined ? { source_id: scope.source } : {};
    return Promise.all(
      batches.map(async ({ body, madeAt = file.writtenAt.toISOString() }, at) => ({
        name: batches.length === 1 ? name : `${name}, part ${at + 1} of ${batches.length}`,
        intake: kind === 'findings' ? ('pushFindings' as const) : ('pushTraces' as const),
        query,
        content: await measureContent(() => [body], name),
        madeAt,
      })),
    );
  }
  const content = await measureContent(() => enveloped(file, { kind, syntax }, scope), name);
  return [{ name, intake: 'pushArtifact', query: {}, content, madeAt: file.writtenAt.toISOString() }];
}

/** The push for a report. The report itself says when it was made and what it looked at. */
export async function reportPush(file: NamedBytes, scope: PushScope): Promise<PushRequest> {
  const { name } = file;
  return { name, intake: 'pushResults', query: queryOf(scope), content: await measureContent(() => withoutMark(file), name) };
}

/** Puts the document into the body that the intake expects. */
async function* enveloped(
  file: DocumentFile,
  { kind, syntax }: { kind: DocumentKind; syntax: RecognisedDocument['syntax'] },
  { source, isPartial }: PushScope,
): AsyncGenerator<string | Uint8Array> {
  const members = { format: kind, ...(source !== undefined && { source_id: source }), ...(isPartial && { complete: false }) };
  yield `${JSON.stringify(members).slice(0, -1)},"document":`;
  if (syntax === 'json') yield* withoutMark(file);
  else {
    yield '"';
    for await (const text of decoded(file)) yield JSON.stringify(text).slice(1, -1);
    yield '"';
  }
  yield '}';
}

/** Throws UsageError for bytes that are no UTF-8. */
async function* decoded(file: DocumentFile): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of withoutMark(file)) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw new UsageError({ where: file.name, message: 'is no UTF-8', cause });
  }
}

async function wholeText(file: DocumentFile): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for await (const text of decoded(file)) {
    length += text.length;
    if (length > limits.maxFileBytes) throw new UsageError({ where: file.name, message: `larger than ${limits.maxFileBytes} bytes` });
    pieces.push(text);
  }
  return pieces.join('');
}
