import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

/** The rows of a statement; `status` refuses it. */
export interface Table {
  columns: string[];
  rows: (string | null)[][];
}

export interface SnowflakeAnswers {
  account: string;
  user: string;
  /** By the statement's beginning; the longest that fits is taken. */
  tables: Readonly<Record<string, Table | Told>>;
  /** Rows of one part of a result. */
  partSize?: number;
  /** How often a statement answers "still running" first. */
  pending?: number;
}

export interface SnowflakeServer extends Loopback {
  statements: string[];
  environment: Record<string, string>;
  keyFile: string;
}

/** Snowflake's SQL API as documented: key-pair tokens are verified, results come in parts, a long statement answers 202 first. */
export async function snowflakeServer(answers: SnowflakeAnswers): Promise<SnowflakeServer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = join(mkdtempSync(join(tmpdir(), 'snowflake-')), 'key.p8');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const der = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(der).digest('base64');
  const statements: string[] = [];
  const running = new Map<string, { table: Table; left: number }>();
  const server = await loopback((asked) => answer(asked));
  const { hostname, port } = new URL(server.url);
  const environment = { SNOWFLAKE_HOST: hostname, SNOWFLAKE_PORT: port, SNOWFLAKE_PROTOCOL: 'http', SNOWFLAKE_PRIVATE_KEY_FILE: keyFile };
  // Tokens are verified after the answer, because the loopback answers at once: `close` rejects if one was wrong.
  const checks: Promise<unknown>[] = [];
  return {
    ...server,
    statements,
    environment,
    keyFile,
    async close() {
      await server.close();
      await Promise.all(checks);
    },
  };

  function answer(asked: Asked): Told {
    const token = /^Bearer (.+)$/.exec(String(asked.headers['authorization']))?.[1];
    if (token === undefined || asked.headers['x-snowflake-authorization-token-type'] !== 'KEYPAIR_JWT') return refused(401, '390301');
    const subject = `${answers.account}.${answers.user}`;
    if (decodeProtectedHeader(token).alg !== 'RS256') return refused(401, '390144');
    const options = { issuer: `${subject}.SHA256:${fingerprint}`, subject, maxTokenAge: '1h', currentDate: new Date() };
    checks.push(jwtVerify(token, publicKey, options));
    const { pathname, searchParams } = new URL(asked.url, server.url);
    const handle = pathname.split('/')[4];
    if (asked.method === 'GET' && handle !== undefined) return part(handle, Number(searchParams.get('partition') ?? 0));
    const { statement } = JSON.parse(asked.body) as { statement: string };
    statements.push(statement);
    const known = Object.keys(answers.tables)
      .filter((start) => statement.startsWith(start))
      .sort((a, b) => b.length - a.length)[0];
    const found = known === undefined ? undefined : answers.tables[known];
    if (found === undefined) return refused(422, '002003', `SQL compilation error: ${statement} is not known here`);
    if (!('columns' in found)) return found;
    const id = `h${running.size}`;
    running.set(id, { table: found, left: answers.pending ?? 0 });
    return part(id, 0);
  }

  function part(id: string, at: number): Told {
    const job = running.get(id);
    if (!job) return refused(404, '000404');
    if (job.left > 0) {
      job.left -= 1;
      return { status: 202, body: { code: '333334', statementHandle: id, message: 'Asynchronous execution in progress.' } };
    }
    const { columns, rows } = job.table;
    const size = answers.partSize ?? 1000;
    const parts = Array.from({ length: Math.max(1, Math.ceil(rows.length / size)) }, (_, number) =>
      rows.slice(number * size, (number + 1) * size),
    );
    const data = parts[at] ?? [];
    if (at > 0) return { body: { data } };
    const metadata = {
      numRows: rows.length,
      rowType: columns.map((name) => ({ name, type: 'text' })),
      partitionInfo: parts.map((one) => ({ rowCount: one.length })),
    };
    return { body: { resultSetMetaData: metadata, data, code: '090001', statementHandle: id } };
  }
}

function refused(status: number, code: string, message = 'refused'): Told {
  return { status, body: { code, message, sqlState: '42501' } };
}
