import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isObject, type JsonObject } from '../../../support/json.js';
import { CloudRefused, CloudTruncated, CloudUnreachable } from '../contract/cloud-errors.js';
import type { CloudAccess } from '../contract/provider.js';
import { askRest, type RestAnswer, type RestQuestion } from '../contract/rest.js';
import type { Signer } from './token.js';

/** A row by the lower-case names of its columns. */
export type Row = Readonly<Record<string, string | null>>;

/** What statements run with. */
export interface StatementTerms {
  /** `https://<account>.snowflakecomputing.com` */
  base: string;
  role: string;
  warehouse?: string;
  signer: Signer;
}

/** Most rows that a SHOW command lists (SQL reference, "General usage notes" of SHOW). */
const MAX_SHOWN = 10_000;
const STATEMENT_SECONDS = 120;
const POLL_MS = 500;

/** Runs statements by the SQL API (`/api/v2/statements`) as one role; a statement is a session of its own. */
export class Statements {
  constructor(
    private readonly terms: StatementTerms,
    private readonly access: CloudAccess,
  ) {}

  /** All rows of a statement. Rejects with CloudRefused if it is not allowed, and with CloudTruncated if a SHOW command stopped early. */
  async rows(statement: string): Promise<Row[]> {
    const found: Row[] = [];
    for await (const page of this.pages(statement)) found.push(...page);
    return found;
  }

  /** The rows in the parts in which Snowflake returns them. */
  async *pages(statement: string): AsyncIterable<Row[]> {
    const first = await this.run(statement);
    const columns = columnsOf(first.body);
    const parts = partCount(first.body);
    const handle = String(first.body['statementHandle'] ?? '');
    let count = 0;
    for (let part = 0; part < parts; part++) {
      const answer = part === 0 ? first : await this.ask({ url: `${this.path(handle)}?partition=${part}`, what: whatOf(statement) });
      const rows = rowsOf(answer.body, columns, statement);
      count += rows.length;
      yield rows;
    }
    if (count >= MAX_SHOWN && statement.startsWith('SHOW '))
      throw new CloudTruncated({ where: whatOf(statement), message: `it lists no more than ${MAX_SHOWN} rows, and there may be more` });
  }

  private async run(statement: string): Promise<RestAnswer> {
    const { role, warehouse } = this.terms;
    const body = { statement, timeout: STATEMENT_SECONDS, role, ...(warehouse && { warehouse }) };
    const what = whatOf(statement);
    let answer = await this.ask({ url: `${this.path()}?requestId=${randomUUID()}`, method: 'POST', body, what });
    const until = this.access.clock() + STATEMENT_SECONDS * 1000;
    while (answer.status === 202) {
      if (this.access.clock() > until) throw new CloudUnreachable({ where: what, message: 'no result in time' });
      await wait(POLL_MS, undefined, { signal: this.access.signal });
      answer = await this.ask({ url: this.path(String(answer.body['statementHandle'] ?? '')), what });
    }
    if (answer.status === 200) return answer;
    throw new CloudRefused({ where: what, message: refusalIn(answer.body) });
  }

  private path(handle?: string): string {
    return `${this.terms.base}/api/v2/statements${handle === undefined ? '' : `/${encodeURIComponent(handle)}`}`;
  }

  private async ask(question: RestQuestion): Promise<RestAnswer> {
    return askRest(this.access, { ...question, headers: { 'user-agent': 'castellan', ...(await this.terms.signer()) } });
  }
}

/** The words of a statement up to its first name in quotes. */
function whatOf(statement: string): string {
  return `Snowflake: ${statement.split(/\s+"/, 1)[0]?.slice(0, 80)}`;
}

/** Snowflake's own code and sentence: `003001 (42501): SQL access control error: Insufficient privileges …`. */
function refusalIn(body: JsonObject): string {
  const { code, message } = body;
  return `it was refused: ${[code, message].filter((one) => typeof one === 'string').join(' ') || 'no reason was given'}`;
}

function columnsOf({ resultSetMetaData: metadata }: JsonObject): string[] {
  const types = isObject(metadata) ? metadata['rowType'] : undefined;
  return Array.isArray(types) ? types.map((type) => (isObject(type) ? String(type['name']).toLowerCase() : '')) : [];
}

function partCount({ resultSetMetaData: metadata }: JsonObject): number {
  const parts = isObject(metadata) ? metadata['partitionInfo'] : undefined;
  return Array.isArray(parts) ? Math.max(1, parts.length) : 1;
}

function rowsOf({ data }: JsonObject, columns: readonly string[], statement: string): Row[] {
  if (!Array.isArray(data) || columns.length === 0)
    throw new CloudUnreachable({ where: whatOf(statement), message: 'its answer has no table of results' });
  return data.map((cells: unknown) => {
    if (!Array.isArray(cells)) throw new CloudUnreachable({ where: whatOf(statement), message: 'a row of its answer is not a list' });
    return Object.fromEntries(columns.map((name, at) => [name, typeof cells[at] === 'string' ? cells[at] : null]));
  });
}
