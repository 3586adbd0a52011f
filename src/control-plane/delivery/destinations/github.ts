import type { JsonObject } from '../../../support/json.js';
import { isObject } from '../../../support/json.js';
import { addressOf, parsed } from '../../connectors/connector.js';
import type { OutsideRequest } from '../../outbound/outbound.js';
import { settingOf } from '../../outbound/setting.js';
import {
  type Ask,
  asked,
  askJson,
  type Desk,
  type Destination,
  type Filed,
  jsonRequest,
  neededText,
  refuseAnswer,
  TryLater,
  type Wanted,
} from '../destination.js';
import { markdown } from '../markup/markdown.js';
import type { Notice } from '../notice.js';

/** Issues of a repository at GitHub, or at a GitHub Enterprise Server (`https://host/api/v3`). */
export const github: Destination = {
  title: 'GitHub issues',
  settings: ['SERVICE_GITHUB_DELIVERY_TOKEN', 'SERVICE_GITHUB_URL'],
  place: /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/,
  expected: 'a repository: owner/name',
  desk(options, ask) {
    const token = settingOf(options, 'SERVICE_GITHUB_DELIVERY_TOKEN');
    const api = addressOf(settingOf(options, 'SERVICE_GITHUB_URL') ?? 'https://api.github.com', '');
    return token === undefined || api === undefined ? undefined : new GitHubDesk(ask, api, token);
  },
};

class GitHubDesk implements Desk {
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly ask: Ask,
    private readonly api: string,
    token: string,
  ) {
    const version = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28', 'user-agent': 'castellan' };
    this.headers = { authorization: `Bearer ${token}`, ...version };
  }

  /** Lists by label, which is exact at once; GitHub's search lags behind. */
  async find({ label, destination }: Wanted): Promise<Filed | undefined> {
    const query = `labels=${label}&state=all&sort=created&direction=asc&per_page=1`;
    const answer = await asked(this.ask, { url: `${this.at(destination)}?${query}`, headers: this.headers });
    refuseAnswer(answer);
    const issues = parsed(answer.text);
    if (!Array.isArray(issues)) throw new TryLater('gave an answer that cannot be understood');
    const [issue] = issues.filter(isObject);
    return issue && filedOf(issue);
  }

  async create({ label, destination }: Wanted, notice: Notice): Promise<Filed> {
    const issue = { title: notice.title, body: markdown(notice), labels: ['castellan', label] };
    return filedOf(await this.send(jsonRequest(this.at(destination), this.headers, issue)));
  }

  async comment({ id }: Filed, { destination }: Wanted, notice: Notice): Promise<void> {
    await this.send(jsonRequest(`${this.at(destination)}/${id}/comments`, this.headers, { body: markdown(notice) }));
  }

  async close(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    await this.comment(filed, wanted, notice);
    await this.change(filed, wanted, { state: 'closed', state_reason: 'completed' });
  }

  async reopen(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    await this.comment(filed, wanted, notice);
    await this.change(filed, wanted, { state: 'open', state_reason: 'reopened' });
  }

  private async change({ id }: Filed, { destination }: Wanted, issue: JsonObject): Promise<void> {
    await this.send(jsonRequest(`${this.at(destination)}/${id}`, this.headers, issue, 'PATCH'));
  }

  private send(request: OutsideRequest): Promise<JsonObject> {
    return askJson(this.ask, request);
  }

  private at(repository: string): string {
    return `${this.api}/repos/${repository}/issues`;
  }
}

function filedOf(issue: JsonObject): Filed {
  return { id: neededText(issue, 'number'), url: neededText(issue, 'html_url'), isClosed: issue['state'] === 'closed' };
}
