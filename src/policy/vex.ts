import { purlCovers } from '../model/purl-cover.js';
import type { Note } from '../model/report.js';
import type { VexStatement } from '../model/request.js';

/** VEX statements by vulnerability id. Remembers which of them were used. */
export class VexIndex {
  private readonly byId = new Map<string, VexStatement[]>();
  private readonly used = new Set<VexStatement>();

  constructor(private readonly statements: readonly VexStatement[]) {
    for (const statement of statements) {
      for (const id of [statement.id, ...statement.aliases]) {
        const key = id.toLowerCase();
        const known = this.byId.get(key);
        if (known) known.push(statement);
        else this.byId.set(key, [statement]);
      }
    }
  }

  /** The statement about any of the ids for this purl. Of several the last one counts, because VEX documents are read oldest first. */
  find(ids: readonly string[], purl: string): VexStatement | undefined {
    let found: VexStatement | undefined;
    for (const id of ids) {
      for (const statement of this.byId.get(id.toLowerCase()) ?? []) {
        if (!statement.products.some((product) => purlCovers(product, purl))) continue;
        this.used.add(statement);
        if (!found || this.statements.indexOf(statement) > this.statements.indexOf(found)) found = statement;
      }
    }
    return found;
  }

  /** Statements that matched nothing in this scan. */
  unmatched(): Note[] {
    return this.statements
      .filter((statement) => !this.used.has(statement))
      .map((statement) => ({
        kind: 'unmatched_vex' as const,
        text: `${statement.source}: ${statement.id} (${statement.status}) matched nothing`,
      }));
  }
}
