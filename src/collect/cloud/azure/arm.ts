import { isObject, type JsonObject } from '../../../support/json.js';
import { CloudTruncated, CloudUnreachable } from '../contract/cloud-errors.js';
import type { CloudAccess } from '../contract/provider.js';
import { askRest, type RestAnswer, type RestQuestion } from '../contract/rest.js';
import type { Tokens } from './tokens.js';

const RESOURCE_GRAPH = '2024-04-01';
const PAGE = 1000;

/** Which subscriptions a query covers. */
export type QueryScope = { subscriptions: string[] } | { managementGroups: string[] };

/** Azure Resource Manager, and the data planes that it names. */
export class Arm {
  constructor(
    private readonly tokens: Tokens,
    private readonly access: CloudAccess,
    readonly base: string,
    private readonly coverage: QueryScope,
  ) {}

  /** One resource; undefined if there is none. */
  async get(path: string, version: string, what: string): Promise<JsonObject | undefined> {
    const answer = await this.ask({ url: this.url(path, version), what });
    return answer.status === 200 ? answer.body : undefined;
  }

  /** Every page of a list. A link to another host is not followed, because the token would go there. */
  async *list(path: string, version: string, what: string): AsyncIterable<JsonObject[]> {
    for (let url: string | undefined = this.url(path, version); url !== undefined; ) {
      const { status, body } = await this.ask({ url, what });
      if (status === 404) return;
      const { value, nextLink } = body;
      if (!Array.isArray(value)) throw new CloudUnreachable({ where: what, message: 'its answer has no list' });
      yield value.filter(isObject);
      url = typeof nextLink === 'string' && nextLink !== '' ? nextLink : undefined;
      if (url !== undefined && (!URL.canParse(url) || new URL(url).origin !== new URL(this.base).origin))
        throw new CloudUnreachable({ where: what, message: 'the next page is said to be on another host' });
    }
  }

  /** Rows of a query of the Resource Graph. */
  async *query(query: string, what: string): AsyncIterable<JsonObject[]> {
    const url = this.url('/providers/Microsoft.ResourceGraph/resources', RESOURCE_GRAPH);
    for (let token: string | undefined, first = true; first || token !== undefined; first = false) {
      const options = { resultFormat: 'objectArray', $top: PAGE, ...(token !== undefined && { $skipToken: token }) };
      const { body } = await this.ask({ url, method: 'POST', body: { ...this.coverage, query, options }, what });
      const { data, $skipToken: next, resultTruncated } = body;
      if (!Array.isArray(data)) throw new CloudUnreachable({ where: what, message: 'its answer has no rows' });
      yield data.filter(isObject);
      token = typeof next === 'string' && next !== '' ? next : undefined;
      if (token === undefined && resultTruncated === 'true') throw new CloudTruncated({ where: what, message: 'it left out rows' });
    }
  }

  /** A question to a data plane, whose tokens have an audience of their own. Undefined if there is no such thing. */
  async data(url: string, scope: string, what: string): Promise<JsonObject | undefined> {
    const headers = { authorization: `Bearer ${await this.tokens(scope)}` };
    const answer = await askRest(this.access, { url, what, headers });
    return answer.status === 200 ? answer.body : undefined;
  }

  private url(path: string, version: string): string {
    return `${this.base}${path}${path.includes('?') ? '&' : '?'}api-version=${version}`;
  }

  private async ask(question: RestQuestion): Promise<RestAnswer> {
    const token = await this.tokens(`${this.base}/.default`);
    return askRest(this.access, { ...question, headers: { authorization: `Bearer ${token}` } });
  }
}
