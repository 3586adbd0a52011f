import { InputError } from '../../../../support/errors.js';
import { openZip, type ZipFile } from '../../../archives/zip-file.js';
import type { ZipHeader } from '../../../models/archive/zip-records.js';
import { type ByteSource, bufferSource } from '../../../models/contract/source.js';
import type { PackageRecord } from '../../../reader.js';
import type { ImageFile } from '../../contract/image-tree.js';
import type { InstalledReading, Room } from '../../contract/installed-reader.js';
import { isSensible } from '../metadata.js';
import { MEBIBYTE } from '../sizes.js';
import {
  type Coordinates,
  type FileName,
  fitsName,
  guessedCoordinates,
  isJavaArchive,
  jarName,
  type Manifest,
  parseManifest,
  parsePomProperties,
} from './jar-facts.js';

/** Archives within archives. */
const MAX_DEPTH = 8;
/** Archives and metadata that are opened in one archive. */
const MAX_ENTRIES = 10_000;
const MAX_METADATA = MEBIBYTE;
/** One archive within another. */
const MAX_NESTED = 256 * MEBIBYTE;
/** A compressed archive within another that is larger goes to a scratch file. */
const MAX_IN_MEMORY = 8 * MEBIBYTE;
/** All that is inflated of one file. */
const MAX_INFLATED = 1024 * MEBIBYTE;

const POM_PROPERTIES = /(?:^|\/)META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/;

/** The packages in a Java archive, those of archives within it too. Throws InputError where the archive itself is none. */
export async function readJar(file: ImageFile, room: Room): Promise<InstalledReading> {
  if (file.size === 0) return { packages: [], issues: [], outcome: 'empty' };
  const reading = new JarReading(file.path, room);
  await reading.archive(file.content(), [], file.path);
  return reading.result;
}

class JarReading {
  readonly result: InstalledReading = { packages: [], issues: [] };
  private inflated = 0;

  constructor(
    private readonly path: string,
    private readonly room: Room,
  ) {}

  /** @param way Names of the archives that lead from the file to this one. */
  async archive(source: ByteSource, way: readonly string[], name: string): Promise<void> {
    const zip = openZip(source, [this.path, ...way].join('!'));
    const wanted = zip.entries.filter(isWanted);
    if (wanted.length > MAX_ENTRIES)
      this.broken('truncated', 'too_many', `more than ${MAX_ENTRIES} archives and metadata in one archive`, way);
    let manifest: Manifest = new Map();
    const poms: Coordinates[] = [];
    for (const entry of wanted.slice(0, MAX_ENTRIES)) {
      await this.attempt(way, async () => {
        if (isJavaArchive(entry.name)) await this.nested(zip, entry, way);
        else if (isManifest(entry)) manifest = parseManifest(this.textOf(zip, entry));
        else poms.push(...parsePomProperties(this.textOf(zip, entry)));
      });
    }
    this.packages(poms, manifest, jarName(name), way);
  }

  private async nested(zip: ZipFile, entry: ZipHeader, way: readonly string[]): Promise<void> {
    const next = [...way, entry.name];
    if (next.length >= MAX_DEPTH) this.broken('truncated', 'too_deep', `archives within archives, more than ${MAX_DEPTH} deep`, next);
    else if (entry.plain > 0) {
      const stored = zip.storedAt(entry);
      if (stored) await this.archive(stored, next, entry.name);
      else if (entry.plain > MAX_IN_MEMORY) await this.spilled(zip, entry, next);
      else await this.archive(bufferSource(this.bytesOf(zip, entry, MAX_IN_MEMORY)), next, entry.name);
    }
  }

  private async spilled(zip: ZipFile, entry: ZipHeader, way: readonly string[]): Promise<void> {
    const scratch = this.room.openScratch();
    try {
      let size = 0;
      for await (const chunk of zip.streamOf(entry, Math.min(MAX_NESTED, MAX_INFLATED - this.inflated))) {
        scratch.append(chunk);
        size += chunk.length;
      }
      this.inflated += size;
      const read = (offset: number, length: number) => scratch.read(offset, Math.max(0, Math.min(length, size - offset)));
      await this.archive({ size, read }, way, entry.name);
    } finally {
      scratch.close();
    }
  }

  private textOf(zip: ZipFile, entry: ZipHeader): string {
    return this.bytesOf(zip, entry, MAX_METADATA).toString('utf8');
  }

  private bytesOf(zip: ZipFile, entry: ZipHeader, most: number): Buffer {
    const bytes = zip.bytesOf(entry, Math.min(most, MAX_INFLATED - this.inflated));
    this.inflated += bytes.length;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Each `pom.properties` is a package that is in the archive; several are a shaded archive. Without any, the archive is guessed. */
  private packages(poms: readonly Coordinates[], manifest: Manifest, name: FileName, way: readonly string[]): void {
    for (const pom of poms) this.add(pom, way);
    if (poms.some((pom) => fitsName(pom, name)) || (poms.length > 0 && name.version === undefined) || isRuntime(manifest)) return;
    const guess = guessedCoordinates(manifest, name);
    if (guess) this.add(guess, way, guess.confidence);
  }

  private add({ group, artifact, version }: Coordinates, way: readonly string[], confidence?: 'medium' | 'low'): void {
    if (!isSensible(group) || !isSensible(artifact) || !isSensible(version)) return;
    const record: PackageRecord = { name: `${group}:${artifact}`, version };
    if (way.length > 0) record.inner = way.join('!');
    if (confidence !== undefined) record.confidence = confidence;
    this.result.packages.push(record);
  }

  /** What is broken in an archive does not hide the rest of it. */
  private async attempt(way: readonly string[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.broken(error.issue === 'too_large' ? 'truncated' : 'failed', error.issue, error.message, way);
    }
  }

  private broken(outcome: 'failed' | 'truncated', kind: InputError['issue'], message: string, way: readonly string[]): void {
    const reason = way.length === 0 ? message : `${way.join('!')}: ${message}`;
    this.result.issues.push({ kind, reason: reason.slice(0, 500) });
    this.result.outcome = outcome;
  }
}

function isWanted(entry: ZipHeader): boolean {
  return isManifest(entry) || POM_PROPERTIES.test(entry.name) || isJavaArchive(entry.name);
}

function isManifest({ name }: ZipHeader): boolean {
  return name.toUpperCase() === 'META-INF/MANIFEST.MF';
}

/** Archives of the Java runtime itself, which has a version of its own. */
function isRuntime(manifest: Manifest): boolean {
  return manifest.get('implementation-title') === 'Java Runtime Environment';
}
