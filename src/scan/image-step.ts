import type { ImageReading } from '../collect/images/collect.js';
import type { EngineImage } from '../collect/images/sources/engine.js';
import type { OpenSource } from '../collect/images/sources/open.js';
import type { ImageChoice } from '../collect/images/sources/source.js';
import type { InventoryBuilder } from '../collect/merge.js';
import { isArtifact } from '../collect/models/contract/model-paths.js';
import type { ContainerImage } from '../model/image.js';
import type { ImageEvidence } from '../model/image-evidence.js';
import type { ImagePlace } from '../model/image-places.js';
import type { CollectorOutcome, Issue } from '../model/outcome.js';
import type { ScanRequest, ScanTarget } from '../model/request.js';
import type { SecretSighting } from '../model/secret.js';
import { failureOf } from '../support/contain.js';
import { InputError, OperationalError } from '../support/errors.js';
import type { Context } from '../system/context.js';
import { openScratchFile } from '../system/scratch-file.js';
import type { AiCollector } from './ai-collect.js';
import { isInstruction } from './ai-files.js';
import { absolutePath } from './plan.js';
import type { SharedLayers } from './shared-layers.js';

/** What reading images adds to an inventory besides packages, which go to the builder. */
export interface ImagesFound {
  images: ContainerImage[];
  collectors: CollectorOutcome[];
  issues: Issue[];
  evidence: ImageEvidence[];
  /** What texts told of licences. */
  remarks: string[];
}

/** Reads the images of one scan. */
export class ImageStep {
  /** What agents have in the images. */
  readonly ai: AiCollector[] = [];
  readonly secrets: SecretSighting[] = [];
  readonly found: ImagesFound = { images: [], collectors: [], issues: [], evidence: [], remarks: [] };

  constructor(
    private readonly request: ScanRequest,
    private readonly context: Context,
    private readonly builder: InventoryBuilder,
    private readonly layers: SharedLayers,
  ) {}

  /** Reads every image that a target holds. What cannot be read is an issue. */
  async read(target: ScanTarget): Promise<void> {
    const { signal } = this.context;
    try {
      const source = await this.open(target);
      try {
        await this.images(target.value, source);
      } finally {
        this.say(target.value, source.reading.remarks?.() ?? []);
        source.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      this.fail(target.value, [error instanceof OperationalError ? { kind: 'network', reason: error.message } : failureOf(error)]);
    }
  }

  private async open({ value }: ScanTarget): Promise<OpenSource> {
    const { platform, cwd } = this.request;
    const { files, images: door } = this.context;
    const choice = platform === undefined ? {} : { platform };
    const path = absolutePath(cwd, value);
    const { openImageFile, openImageStream } = await import('../collect/images/sources/open.js');
    const access = { files, openScratch: openScratchFile };
    if (value === '-') return openImageStream(door?.stdin?.() ?? [], 'standard input', choice, access);
    if (files.info(path, true) !== undefined) return openImageFile(path, value, choice, access);
    const { engineImage } = await import('../collect/images/sources/engine.js');
    const local = engineImage(value);
    return local ? this.fromEngine(local, value, choice) : this.fromElsewhere(value, choice);
  }

  private async fromEngine(image: EngineImage, value: string, choice: ImageChoice): Promise<OpenSource> {
    const { images: door, files, signal } = this.context;
    if (!door?.engine) throw new InputError({ where: value, issue: 'network', message: 'no engine of this machine may be asked' });
    const { exportImage } = await import('../collect/images/sources/engine.js');
    const chunks = await exportImage(image, { files, get: door.engine, environment: door.environment, signal });
    const { openImageStream } = await import('../collect/images/sources/open.js');
    return openImageStream(chunks, value, choice, { files, openScratch: openScratchFile });
  }

  private async fromElsewhere(value: string, choice: ImageChoice): Promise<OpenSource> {
    const { images: door, files, signal, clock } = this.context;
    const { imageReference } = await import('../collect/images/registry/reference.js');
    const reference = imageReference(value);
    if (!reference) throw new InputError({ where: value, issue: 'unsupported_format', message: 'neither a file nor the name of an image' });
    if (!door?.fetch) throw new InputError({ where: value, issue: 'network', message: 'no connection may be opened to its registry' });
    const { fetch, outside, processes, environment, home, accounts, plainHosts, mirrors, signIn } = door;
    const { readRegistryImage } = await import('../collect/images/sources/registry.js');
    const credentials = { files: door.files ?? files, processes, environment };
    const named = { ...(accounts && { accounts }), ...(plainHosts && { plainHosts }), ...(mirrors && { mirrors }), signIn };
    const access = { fetch, ...(outside && { outside }), clock, signal, home, credentials, ...named };
    return { reading: await readRegistryImage(reference, value, choice, access), close: () => undefined };
  }

  private async images(target: string, { reading: { images, issues } }: OpenSource): Promise<void> {
    const { readImage } = await import('../collect/images/collect.js');
    const { imageEvidence } = await import('../collect/images/evidence.js');
    const { request, context } = this;
    const store = await this.layers.of(images.length);
    const hashOf = request.secrets ? (await import('../collect/secrets/value-hash.js')).valueHasher(store?.key) : undefined;
    const evidenceOf = (reading: ImageReading) => imageEvidence(reading, { now: context.clock(), ...(hashOf && { hashOf }) });
    if (images.length === 0) {
      const none = { kind: 'unsupported_format', reason: 'it holds no image' } as const;
      this.fail(target, issues.every(({ note }) => note) ? [...issues, none] : issues);
      return;
    }
    this.say(target, issues);
    const search = hashOf && (await import('../collect/secrets/scan-text.js')).secretsOf;
    const secretsIn = search && hashOf && ((bytes: Uint8Array, path: string) => search(bytes, path, hashOf));
    const { systemFiles } = await import('../collect/images/system-files.js');
    const { aiWish } = await import('../collect/images/ai-files.js');
    const { licenseTextWish, withLicenseTexts } = await import('../collect/licenses/image-licenses.js');
    const also = (path: string) => aiWish(path, isInstruction, isArtifact) ?? licenseTextWish(path);
    const { targets, projects = [], imageLimits: limits } = request;
    const asked = { ...(limits && { limits }), ...(secretsIn && { secretsIn }), ...(store && { store }) };
    const access = { openScratch: openScratchFile, signal: context.signal, also, ...asked };
    const several = images.length + targets.length + projects.length > 2;
    for (const image of images)
      await readImage(image, access, async (read) => {
        const { installed, remarks } = await withLicenseTexts(read, request.licenseTexts === true);
        this.found.remarks.push(...remarks);
        const reading = { ...read, installed };
        const place = several ? { image: reading.image.reference } : {};
        const isNamed = (path: string) => also(path) !== undefined || systemFiles.wants(path) !== undefined;
        const fileLayers = new Map(
          [...reading.tree.wanted()].flatMap(({ path, layer }) => (isNamed(path) ? [[path, layer] as const] : [])),
        );
        this.take(reading, { ...evidenceOf(reading), fileLayers, ...place }, place);
        this.secrets.push(...reading.secrets.map((one) => ({ ...one, ...place })));
        this.ai.push(...(await this.agents(reading, place)));
      });
  }

  private async agents(reading: ImageReading, place: ImagePlace): Promise<AiCollector[]> {
    const { collectImageAi } = await import('./image-ai.js');
    const found = await collectImageAi({ ...reading, place }, this.request, this.context, this.builder);
    return found ? [found] : [];
  }

  private take({ image, installed, issues, outcome }: ImageReading, evidence: ImageEvidence, place: ImagePlace): void {
    const { reference } = image;
    let components = 0;
    for (const { reader, path, packages, issues: own, outcome: how } of installed) {
      components += packages.length;
      const origin = { collector: reader.id, path, ecosystem: reader.ecosystem, named: false, ...place };
      this.builder.add(origin, { packages, issues: own, outcome: how, unresolved: [], local: [] });
    }
    this.found.images.push(image);
    this.found.evidence.push(evidence);
    this.say(reference, issues);
    this.found.collectors.push({ id: 'image', target: reference, outcome, components, issues: issues.length, named: true });
  }

  private fail(target: string, issues: readonly Omit<Issue, 'collector' | 'path'>[]): void {
    this.say(target, issues);
    this.found.collectors.push({ id: 'image', target, outcome: 'failed', components: 0, issues: issues.length, named: true });
  }

  private say(path: string, issues: readonly Omit<Issue, 'collector' | 'path'>[]): void {
    this.found.issues.push(...issues.map((issue) => ({ collector: 'image', path, ...issue })));
  }
}
