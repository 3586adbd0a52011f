import type { RegistryAccount } from '../../../model/registry-account.js';
import { compareText } from '../../../support/compare-text.js';
import { CastellanError, describe } from '../../../support/errors.js';
import { RegistryClient } from './client.js';
import { type CredentialAccess, registryCredentialOf } from './credential.js';
import type { ImagePlatform } from './manifest.js';
import { fitsPattern } from './reference.js';
import { RegistryRefused } from './registry-errors.js';
import type { RegistryAccess } from './send.js';

/** One image or index of a registry, by its digest. */
export interface RegistryImage {
  /** `ghcr.io/acme/app@sha256:…` */
  reference: string;
  /** Tags that lead to it, sorted. */
  tags: string[];
  /** The images of an index; empty for a single image. */
  platforms: ImagePlatform[];
  /** No earlier run saw it. */
  is_new: boolean;
}

/** What could not be read, and why. */
export interface RegistryIssue {
  /** `ghcr.io`, `ghcr.io/acme/app`, `ghcr.io/acme/app:1.2` */
  what: string;
  reason: string;
}

export interface RegistryInventory {
  /** Sorted by reference. */
  images: RegistryImage[];
  repositories: number;
  /** Tags that lead to charts, signatures and other things that are no images. */
  others: number;
  issues: RegistryIssue[];
}

export interface RegistryReading extends Omit<RegistryAccess, 'signal'> {
  credentials: CredentialAccess;
  signal: AbortSignal;
  /** Digests of earlier runs by reference, with what was read of them: they are not asked for again. */
  known: ReadonlyMap<string, readonly ImagePlatform[]>;
  limits?: RegistryLimits;
}

/** Most that a run reads; what lies beyond is said. */
export interface RegistryLimits {
  repositories: number;
  tagsOfRepository: number;
  images: number;
}

const LIMITS: RegistryLimits = { repositories: 2_000, tagsOfRepository: 2_000, images: 20_000 };

/** Issues that are kept; one is enough for the run to be incomplete. */
const MAX_ISSUES = 1_000;

/** Tags of one repository that are asked for at the same time. */
const AT_ONCE = 4;

/** Repositories of an account: those that fit the pattern, or all. */
export interface RegistryTarget {
  account: RegistryAccount;
  /** With `*` for any text; without one it is a name. */
  repository: string;
}

/**
 * Reads the tags and digests of registries. What refuses is an issue, and the rest goes on. Rejects where nothing at all could be read,
 * with the first reason.
 */
export async function readImageRegistries(targets: readonly RegistryTarget[], reading: RegistryReading): Promise<RegistryInventory> {
  const run = new Run(reading);
  for (const target of targets) await run.registry(target);
  return run.result();
}

class Run {
  private readonly images = new Map<string, RegistryImage>();
  private readonly issues: RegistryIssue[] = [];
  private readonly limits: RegistryLimits;
  private firstError: unknown;
  private repositories = 0;
  private others = 0;

  constructor(private readonly reading: RegistryReading) {
    this.limits = reading.limits ?? LIMITS;
  }

  result(): RegistryInventory {
    if (this.repositories === 0 && this.firstError !== undefined) throw this.firstError;
    const images = [...this.images.values()].sort((a, b) => compareText(a.reference, b.reference));
    for (const image of images) image.tags.sort(compareText);
    const issues = this.issues.sort((a, b) => compareText(a.what, b.what));
    return { images, repositories: this.repositories, others: this.others, issues };
  }

  async registry({ account, repository }: RegistryTarget): Promise<void> {
    await this.attempt(account.host, async () => {
      const client = new RegistryClient(account, await registryCredentialOf(account, this.reading.credentials), this.reading);
      const names = repository.includes('*') ? await this.listed(client, account, repository) : [repository];
      for (const name of names) {
        await this.attempt(`${account.host}/${name}`, async () => {
          await this.repository(client, account, name);
          this.repositories += 1;
        });
      }
    });
  }

  private async listed(client: RegistryClient, { host }: RegistryAccount, pattern: string): Promise<string[]> {
    const names: string[] = [];
    try {
      for await (const page of client.repositories()) names.push(...page.filter((name) => fitsPattern(name, pattern)));
    } catch (error) {
      if (!(error instanceof RegistryRefused)) throw error;
      throw new RegistryRefused({
        where: host,
        message: `${error.message}; a registry that does not list its repositories is read one by one`,
        cause: error,
      });
    }
    return this.firstOf(names.sort(compareText), this.limits.repositories, host, 'repositories');
  }

  private firstOf(names: string[], most: number, what: string, noun: string): string[] {
    if (names.length > most) this.issues.push({ what, reason: `only the first ${most} of ${names.length} ${noun} were read` });
    return names.slice(0, most);
  }

  private async repository(client: RegistryClient, { host }: RegistryAccount, name: string): Promise<void> {
    const listed: string[] = [];
    for await (const page of client.tags(name)) listed.push(...page);
    const tags = this.firstOf(listed.sort(compareText), this.limits.tagsOfRepository, `${host}/${name}`, 'tags');
    const worker = async () => {
      for (let tag = tags.shift(); tag !== undefined; tag = tags.shift()) await this.tag(client, `${host}/${name}`, name, tag);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  }

  /** A tag's digest is asked for first; what it holds only where nobody has read it before. */
  private async tag(client: RegistryClient, place: string, repository: string, tag: string): Promise<void> {
    await this.attempt(`${place}:${tag}`, async () => {
      const stated = await client.digestOf(repository, tag);
      if (stated !== undefined && this.add(`${place}@${stated}`, tag, this.reading.known.get(`${place}@${stated}`))) return;
      const { digest, manifest } = await client.manifest(repository, stated ?? tag);
      if (manifest.kind === 'other') this.others += 1;
      else this.add(`${place}@${digest}`, tag, manifest.kind === 'index' ? manifest.platforms : []);
    });
  }

  /** False where neither this run nor an earlier one has read it. */
  private add(reference: string, tag: string, platforms: readonly ImagePlatform[] | undefined): boolean {
    const image = this.images.get(reference);
    if (image) image.tags.push(tag);
    else if (platforms === undefined) return false;
    else if (this.images.size >= this.limits.images)
      throw new RegistryRefused({ where: reference, message: `at most ${this.limits.images} images are read` });
    else this.images.set(reference, { reference, tags: [tag], platforms: [...platforms], is_new: !this.reading.known.has(reference) });
    return true;
  }

  private async attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.reading.signal.throwIfAborted();
      if (!(error instanceof CastellanError)) throw error;
      this.firstError ??= error;
      if (this.issues.length < MAX_ISSUES) this.issues.push({ what, reason: describe(error).split('\n', 1)[0] ?? '' });
    }
  }
}
