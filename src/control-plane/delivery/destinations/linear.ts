import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../support/json.js';
import { memberIn, objectsIn } from '../../../support/json-parts.js';
import { addressOf, parsed } from '../../connectors/connector.js';
import { settingOf } from '../../outbound/setting.js';
import {
  type Ask,
  asked,
  type Desk,
  type Destination,
  type Filed,
  jsonRequest,
  neededText,
  RefusedByService,
  refuseAnswer,
  Throttled,
  TryLater,
  type Wanted,
  waitOf,
} from '../destination.js';
import { markdown } from '../markup/markdown.js';
import type { Notice } from '../notice.js';

/** Linear's GraphQL API, with a key. An issue's id is given by us, so that there cannot be a second one. */
export const linear: Destination = {
  title: 'Linear',
  settings: ['SERVICE_LINEAR_DELIVERY_KEY', 'SERVICE_LINEAR_URL'],
  place: /^[A-Z][A-Z0-9]{0,9}$/,
  expected: 'the key of a team, such as SEC',
  desk(options, ask) {
    const key = settingOf(options, 'SERVICE_LINEAR_DELIVERY_KEY');
    const url = addressOf(settingOf(options, 'SERVICE_LINEAR_URL') ?? 'https://api.linear.app/graphql', '');
    return key === undefined || url === undefined ? undefined : new LinearDesk(ask, url, key);
  },
};

const PRIORITY: Readonly<Record<string, number>> = { critical: 1, high: 2, medium: 3, low: 4 };

const FIND = `query($id: ID!) { issues(filter: { id: { eq: $id } }, includeArchived: true) { nodes { id url state { type } } } }`;
const TEAM = `query($key: String!) { teams(filter: { key: { eq: $key } }) { nodes { id states { nodes { id type position } } } } }`;
const CREATE = `mutation($input: IssueCreateInput!) { issueCreate(input: $input) { issue { id url } } }`;
const COMMENT = `mutation($input: CommentCreateInput!) { commentCreate(input: $input) { success } }`;
const UPDATE = `mutation($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }`;

class LinearDesk implements Desk {
  constructor(
    private readonly ask: Ask,
    private readonly url: string,
    private readonly key: string,
  ) {}

  async find({ label }: Wanted): Promise<Filed | undefined> {
    const [issue] = objectsIn(await this.query(FIND, { id: uuidOf(label) }), 'issues', 'nodes');
    if (!issue) return undefined;
    const type = memberIn(issue, 'state', 'type');
    return { id: neededText(issue, 'id'), url: neededText(issue, 'url'), isClosed: type === 'completed' || type === 'canceled' };
  }

  async create({ label, destination }: Wanted, notice: Notice): Promise<Filed> {
    const team = await this.team(destination);
    const { title, severity } = notice;
    const input = {
      id: uuidOf(label),
      teamId: neededText(team, 'id'),
      title,
      description: markdown(notice),
      priority: PRIORITY[severity] ?? 0,
    };
    const made = await this.query(CREATE, { input });
    return { id: neededText(made, 'issueCreate', 'issue', 'id'), url: neededText(made, 'issueCreate', 'issue', 'url'), isClosed: false };
  }

  async comment({ id }: Filed, _: Wanted, notice: Notice): Promise<void> {
    await this.query(COMMENT, { input: { issueId: id, body: markdown(notice) } });
  }

  async close(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    await this.comment(filed, wanted, notice);
    await this.moveTo(filed, wanted, ['completed']);
  }

  async reopen(filed: Filed, wanted: Wanted, notice: Notice): Promise<void> {
    await this.comment(filed, wanted, notice);
    await this.moveTo(filed, wanted, ['unstarted', 'backlog']);
  }

  private async moveTo({ id }: Filed, { destination }: Wanted, types: readonly string[]): Promise<void> {
    const states = objectsIn(await this.team(destination), 'states', 'nodes').sort((a, b) => Number(a['position']) - Number(b['position']));
    const state = types.map((type) => states.find((one) => one['type'] === type)).find((one) => one !== undefined);
    if (state) await this.query(UPDATE, { id, input: { stateId: neededText(state, 'id') } });
  }

  private async team(key: string): Promise<JsonObject> {
    const [team] = objectsIn(await this.query(TEAM, { key }), 'teams', 'nodes');
    if (!team) throw new RefusedByService('there is no such team');
    return team;
  }

  private async query(query: string, variables: JsonObject): Promise<JsonObject> {
    const answer = await asked(this.ask, jsonRequest(this.url, { authorization: this.key }, { query, variables }));
    const body = parsed(answer.text);
    const [error] = objectsIn(body, 'errors');
    // It answers 400 to a client that is too fast.
    if (memberIn(error, 'extensions', 'code') === 'RATELIMITED')
      throw new Throttled('Linear asks to wait', waitOf(answer.headers.get('retry-after') ?? undefined));
    if (memberIn(error, 'extensions', 'type') === 'authentication error') throw new TryLater('the key is refused');
    refuseAnswer(answer);
    if (error) throw new RefusedByService('Linear reports an error');
    const data = memberIn(body, 'data');
    if (typeof data !== 'object' || data === null) throw new TryLater('gave an answer that cannot be understood');
    return { ...data };
  }
}

/** A UUID in the form of version 4, always the same for a label. */
function uuidOf(label: string): string {
  const hex = createHash('sha256').update(label).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}
