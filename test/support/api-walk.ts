import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../src/api/openapi.js';
import { routes } from '../../src/api/registry.js';
import { spawn, spawnSync } from './programs.js';
import type { Exchange } from './recording-proxy.js';

/** A block of shell in docs/api.md, and what it says its calls answer. */
export interface Block {
  chapter: string;
  heading: string;
  text: string;
  statuses: { usual: number; unconfigured?: number }[];
}

/** The blocks of the page in their order. */
export function blocksOf(page: string): Block[] {
  let [chapter, heading] = ['', 'Start'];
  const blocks: Block[] = [];
  for (const [, chapterTitle, title, text] of page.matchAll(/^## (.+)$|^### (.+)$|^```sh\n([\s\S]*?)^```$/gm)) {
    if (chapterTitle !== undefined) chapter = chapterTitle;
    else if (title !== undefined) heading = title;
    else if (text !== undefined) blocks.push({ chapter, heading, text, statuses: statusesIn(text) });
  }
  return blocks;
}

function statusesIn(text: string): Block['statuses'] {
  return [...text.matchAll(/ {3}# (\d{3})(?:, or (\d{3}) without .+)?$/gm)].map(([, usual, other]) => ({
    usual: Number(usual),
    ...(other !== undefined && { unconfigured: Number(other) }),
  }));
}

/** Names of the programs the page needs and this machine lacks. */
export function missingPrograms(): string[] {
  return ['bash', 'curl', 'jq', 'git'].filter((name) => spawnSync(name, ['--version']).status !== 0);
}

/** A bash into which blocks are pasted one after the other, as a reader would. */
export class PastedShell {
  readonly #bash: ChildProcessWithoutNullStreams;
  #out = '';
  #err = '';

  constructor(cwd: string, env: Record<string, string>) {
    this.#bash = spawn('bash', ['--noprofile', '--norc'], { cwd, env: { HOME: cwd, ...env } });
    this.#bash.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#out += text;
    });
    this.#bash.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#err += text;
    });
  }

  /** What the block wrote, once it is through. */
  async paste(text: string): Promise<{ out: string; err: string }> {
    [this.#out, this.#err] = ['', ''];
    this.#bash.stdin.write(`${text}\nprintf '\\n--through--\\n'\n`);
    while (!this.#out.endsWith('\n--through--\n')) {
      if (this.#bash.exitCode !== null) throw new Error(`bash ended: ${this.#err}`);
      await new Promise((done) => setTimeout(done, 5));
    }
    return { out: this.#out.slice(0, -'\n--through--\n'.length), err: this.#err };
  }

  close(): void {
    this.#bash.kill('SIGKILL');
  }
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

/** Judges answers by the OpenAPI document of the routes. */
export function answerJudge(): AnswerJudge {
  return new AnswerJudge(openApiDocument(routes, '0') as unknown as Document);
}

class AnswerJudge {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false });
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #places: { pattern: RegExp; path: string; operations: Record<string, Operation> }[];

  constructor(document: Document) {
    this.#ajv.addSchema({ $id: 'api', components: document.components });
    this.#places = Object.entries(document.paths).map(([path, operations]) => {
      return { path, operations, pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{[a-z_]+\}/g, '[^/]+')}$`) };
    });
  }

  /** `GET /v1/sources/{source_id}`, or nothing for what is no route. Fixed addresses go before those with parameters. */
  routeOf({ method, path }: Exchange): string | undefined {
    const place = this.#placeOf(path, method);
    return place && `${method} ${place.path}`;
  }

  /** What is wrong with an answer; empty when all is as documented. */
  complaints(exchange: Exchange): string[] {
    const { status, headers, body } = exchange;
    const type = headers['content-type']?.split(';')[0] ?? '';
    const operation = this.#placeOf(exchange.path, exchange.method)?.operations[exchange.method.toLowerCase()];
    if (!operation) return isProblem(body) ? [] : [`no error of ours: ${body.slice(0, 200)}`];
    const documented = operation.responses[status];
    if (!documented) return [`${status} is not documented`];
    if (!documented.content) return body === '' ? [] : ['a body where none is documented'];
    const schema = documented.content[type]?.schema;
    if (!schema) return [`${type} is not documented`];
    return /[/+]json$/.test(type) ? this.#fits(`${exchange.method} ${exchange.path} ${status} ${type}`, schema, body) : [];
  }

  #fits(key: string, schema: object, body: string): string[] {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/'));
    const validate = this.#compiled.get(key) ?? this.#ajv.compile(absolute);
    this.#compiled.set(key, validate);
    return validate(JSON.parse(body)) ? [] : [`${this.#ajv.errorsText(validate.errors)} in ${body.slice(0, 300)}`];
  }

  #placeOf(path: string, method: string) {
    const bare = path.split('?')[0] ?? '';
    const fitting = this.#places.filter(({ pattern, operations }) => pattern.test(bare) && operations[method.toLowerCase()]);
    return fitting.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
  }
}

function isProblem(body: string): boolean {
  return Object.keys(JSON.parse(body)).join() === 'detail';
}
