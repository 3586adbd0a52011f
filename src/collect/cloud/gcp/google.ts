import { isObject, type JsonObject } from '../../../support/json.js';
import { CloudUnreachable } from '../contract/cloud-errors.js';
import type { CloudAccess } from '../contract/provider.js';
import { askRest } from '../contract/rest.js';
import type { GcpIdentity } from './tokens.js';

/** An asset of the Cloud Asset Inventory. */
export interface Asset {
  /** `//run.googleapis.com/projects/p/locations/l/services/s` */
  name: string;
  type: string;
  location: string;
  data: JsonObject;
}

/** Google Cloud's REST interfaces of one project. */
export class Google {
  constructor(
    private readonly identity: GcpIdentity,
    private readonly access: CloudAccess,
    readonly project: string,
  ) {}

  /** Undefined if there is no such thing. */
  async get(url: string, what: string): Promise<JsonObject | undefined> {
    const { status, body } = await askRest(this.access, { url, what, headers: await this.headers() });
    return status === 200 ? body : undefined;
  }

  async post(url: string, body: object, what: string): Promise<JsonObject> {
    const answer = await askRest(this.access, { url, method: 'POST', body, what, headers: await this.headers() });
    if (answer.status === 200) return answer.body;
    throw new CloudUnreachable({ where: what, message: `it answered ${answer.status}` });
  }

  /** Every page of a list, by the member that holds it. */
  async *list(url: string, member: string, what: string): AsyncIterable<JsonObject[]> {
    for (let token: string | undefined, first = true; first || token !== undefined; first = false) {
      const page = new URL(url);
      if (token !== undefined) page.searchParams.set('pageToken', token);
      const { status, body } = await askRest(this.access, { url: page.href, what, headers: await this.headers() });
      if (status === 404) return;
      const items = body[member] ?? [];
      if (!Array.isArray(items)) throw new CloudUnreachable({ where: what, message: 'its answer has no list' });
      yield items.filter(isObject);
      const next = body['nextPageToken'];
      token = typeof next === 'string' && next !== '' ? next : undefined;
    }
  }

  /** All assets of a type, as their own interface describes them. */
  async *assets(type: string): AsyncIterable<Asset[]> {
    for await (const page of this.list(this.assetUrl(type, 'RESOURCE'), 'assets', `Google Cloud: ${type}`)) yield page.flatMap(assetOf);
  }

  /** The bindings of all assets of a type, by the asset's name. */
  async policies(type: string): Promise<Map<string, JsonObject>> {
    const found = new Map<string, JsonObject>();
    for await (const page of this.list(this.assetUrl(type, 'IAM_POLICY'), 'assets', `Google Cloud: policies of ${type}`))
      for (const { name, iamPolicy } of page) if (typeof name === 'string' && isObject(iamPolicy)) found.set(name, iamPolicy);
    return found;
  }

  private assetUrl(type: string, content: 'RESOURCE' | 'IAM_POLICY'): string {
    const url = new URL(`https://cloudasset.googleapis.com/v1/projects/${encodeURIComponent(this.project)}/assets`);
    url.search = new URLSearchParams({ assetTypes: type, contentType: content, pageSize: '500' }).toString();
    return url.href;
  }

  private async headers(): Promise<Record<string, string>> {
    return { authorization: `Bearer ${await this.identity.token()}`, 'x-goog-user-project': this.project };
  }
}

function assetOf({ name, assetType, resource }: JsonObject): Asset[] {
  if (typeof name !== 'string' || !isObject(resource)) return [];
  const { location, data } = resource;
  return [
    { name, type: String(assetType), location: typeof location === 'string' ? location : 'global', data: isObject(data) ? data : {} },
  ];
}
