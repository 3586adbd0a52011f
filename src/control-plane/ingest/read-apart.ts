import { join } from 'node:path';
import { MINUTE_MS } from '../../support/durations.js';
import { diskFiles } from '../../system/files.js';
import { workFolders } from '../../system/work-folders.js';
import { Unavailable, Unprocessable } from '../failures.js';
import { newId } from '../ids.js';
import { FairSlots } from '../limits/fair-slots.js';
import { startOwnWorker } from '../workers/own-worker.js';
import { workRoot } from '../workers/work-root.js';
import { type FromReader, fromReader, type ReadOrder } from './apart-contract.js';
import type { GivenDocument, TakenDocument } from './given-document.js';
import { type Intake, kindOf } from './take-document.js';

/** Number of documents read at the same time; each needs a process and its memory. */
const AT_ONCE = 2;
/** Limit of one tenant's waiting documents; each is held in memory. */
const MOST_WAITING = 32;
const TIMEOUT_MS = MINUTE_MS;
const MAX_KEPT_BYTES = 256 * 2 ** 20;

/**
 * Reads large documents in processes of their own, so that other requests do not wait for them, and a hostile one
 * cannot crash the service.
 */
export class ApartReader {
  private readonly slots = new FairSlots(AT_ONCE, MOST_WAITING);

  constructor(
    private readonly intake: Intake,
    /** This program's file. */
    private readonly program: string,
  ) {}

  /** Rejects with Unprocessable saying what is wrong with the document, or Unavailable when it could not be read. */
  read(tenantId: string, given: GivenDocument): Promise<TakenDocument> {
    return this.slots.run(tenantId, () => this.readNow(given));
  }

  private async readNow({ format, document }: GivenDocument): Promise<TakenDocument> {
    const { options, version, evidence } = this.intake;
    const folders = workFolders(workRoot(options.dataFolder));
    const folder = folders.make(newId('doc'));
    try {
      const path = join(folder, 'document');
      const { advisoryDatabase } = options;
      const { taken, last } = await this.ask({ format, document, path, advisoryDatabase, version });
      const bytes = diskFiles.read(path, MAX_KEPT_BYTES);
      return { read: { ...last.rest, ...taken }, evidence: await evidence.put(kindOf(format), last.contentType, bytes) };
    } finally {
      folders.remove(folder);
    }
  }

  private async ask(order: ReadOrder) {
    const messages = new ReaderMessages();
    const process = await startOwnWorker(this.program, (one) => messages.take(one));
    const alarm = setTimeout(() => process.kill(), TIMEOUT_MS);
    process.send({ type: 'read', order });
    await process.ended;
    clearTimeout(alarm);
    return messages.end();
  }
}

/** The messages that a reader has sent so far. */
class ReaderMessages {
  private readonly findings: Extract<FromReader, { type: 'findings' }>['items'] = [];
  private readonly nodes: Extract<FromReader, { type: 'nodes' }>['items'] = [];
  private readonly edges: Extract<FromReader, { type: 'edges' }>['items'] = [];
  private last: Extract<FromReader, { type: 'read' | 'refused' }> | undefined;

  take(message: unknown): void {
    const { data } = fromReader.safeParse(message);
    if (data?.type === 'findings') this.findings.push(...data.items);
    else if (data?.type === 'nodes') this.nodes.push(...data.items);
    else if (data?.type === 'edges') this.edges.push(...data.items);
    else if (data) this.last ??= data;
  }

  end() {
    const { last, findings, nodes, edges } = this;
    if (last?.type === 'refused') throw new Unprocessable(last.message);
    if (!last) throw new Unavailable('the document could not be read in time, or with the memory there is');
    return { last, taken: { findings, graph: { nodes, edges } } };
  }
}
