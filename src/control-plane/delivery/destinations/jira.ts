import type { JsonObject } from '../../../support/json.js';
import { memberIn, objectsIn } from '../../../support/json-parts.js';
import { addressOf, basic } from '../../connectors/connector.js';
import { settingOf } from '../../outbound/setting.js';
import { type Ask, askJson, type Desk, type Destination, type Filed, jsonRequest, neededText, type Wanted } from '../destination.js';
import { adf } from '../markup/adf.js';
import { wiki } from '../markup/wiki.js';
import type { Notice } from '../notice.js';

/**
 * Jira: in the cloud with email and API token (REST API v3), in a data centre with only a personal access token (v2).
 */
export const jiraDesk: Destination = {
  title: 'Jira',
  settings: ['SERVICE_JIRA_URL', 'SERVICE_JIRA_DELIVERY_EMAIL', 'SERVICE_JIRA_DELIVERY_TOKEN'],
  place: /^[A-Z][A-Z0-9_]{1,29}(?:\/[\p{L}\p{N} _-]{1,60})?$/u,
  expected: 'the key of a project, or with a type of issue: SEC, SEC/Bug',
  desk(options, ask) {
    const email = settingOf(options, 'SERVICE_JIRA_DELIVERY_EMAIL');
    const token = settingOf(options, 'SERVICE_JIRA_DELIVERY_TOKEN');
    const site = addressOf(settingOf(options, 'SERVICE_JIRA_URL'), '');
    if (site === undefined || token === undefined) return undefined;
    const authorization = email === undefined ? `Bearer ${token}` : basic(email, token);
    return new JiraDesk(ask, site, { authorization }, email !== undefined);
  },
};

const TYPE = 'Task';
/** Titles may have no more characters. */
const SUMMARY_MAX = 250;

class JiraDesk implements Desk {
  constructor(
    private readonly ask: Ask,
    private readonly site: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly isCloud: boolean,
  ) {}

  async find({ label, destination }: Wanted): Promise<Filed | undefined> {
    const jql = `project = "${projectOf(destination)}" AND labels = "${label}" ORDER BY created ASC`;
    const found = await this.post(this.isCloud ? 'search/jql' : 'search', { jql, fields: ['status'], maxResults: 1 });
    const [issue] = objectsIn(found, 'issues');
    return issue && this.filed(issue);
  }

  async create({ label, destination }: Wanted, notice: Notice): Promise<Filed> {
    const [, type = TYPE] = destination.split('/');
    const made = await this.post('issue', {
      fields: {
        project: { key: projectOf(destination) },
        issuetype: { name: type },
        summary: notice.title.slice(0, SUMMARY_MAX),
        description: this.text(notice),
        labels: ['castellan', label],
      },
    });
    return this.filed(made);
  }

  async comment({ id }: Filed, _: Wanted, notice: Notice): Promise<void> {
    await this.post(`issue/${encodeURIComponent(id)}/comment`, { body: this.text(notice) });
  }

  async close(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    await this.comment(filed, wanted, notice);
    await this.moveTo(filed, ['done']);
  }

  async reopen(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    await this.comment(filed, wanted, notice);
    await this.moveTo(filed, ['new', 'indeterminate']);
  }

  /** Takes the first transition to a status of one of these categories; a workflow may have none, then people move it. */
  private async moveTo({ id }: Filed, categories: readonly string[]): Promise<void> {
    const path = `issue/${encodeURIComponent(id)}`;
    const issue = await this.get(`${path}?fields=status`);
    const category = categoryOf(issue);
    if (categories.some((one) => one === category)) return;
    const transitions = objectsIn(await this.get(`${path}/transitions`), 'transitions');
    const leadingTo = (wanted: string) => transitions.find((one) => memberIn(one, 'to', 'statusCategory', 'key') === wanted);
    const chosen = categories.map(leadingTo).find((one) => one !== undefined);
    if (chosen) await this.post(`${path}/transitions`, { transition: { id: neededText(chosen, 'id') } });
  }

  private filed(issue: JsonObject): Filed {
    const key = neededText(issue, 'key');
    return { id: key, url: `${this.site}/browse/${encodeURIComponent(key)}`, isClosed: categoryOf(issue) === 'done' };
  }

  private text(notice: Notice): JsonObject | string {
    return this.isCloud ? adf(notice) : wiki(notice);
  }

  private get(path: string): Promise<JsonObject> {
    return askJson(this.ask, { url: this.at(path), headers: this.headers });
  }

  private post(path: string, body: unknown): Promise<JsonObject> {
    return askJson(this.ask, jsonRequest(this.at(path), this.headers, body));
  }

  private at(path: string): string {
    return `${this.site}/rest/api/${this.isCloud ? 3 : 2}/${path}`;
  }
}

function projectOf(destination: string): string {
  return destination.split('/')[0] ?? '';
}

function categoryOf(issue: JsonObject): unknown {
  return memberIn(issue, 'fields', 'status', 'statusCategory', 'key');
}
