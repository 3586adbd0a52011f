import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

/** A ticket as a server keeps it, whatever the service calls its parts. */
export interface Kept {
  id: string;
  label: string;
  title: string;
  text: string;
  status: 'open' | 'closed';
  comments: string[];
}

export interface DeskServer extends Loopback {
  tickets: Kept[];
  interfere: ((asked: Asked) => Told | undefined) | undefined;
  /** The next ticket is made, and the answer is lost on its way. */
  losesAnswer: boolean;
}

type Answer = (tickets: Kept[], asked: Asked, url: URL) => Told;

async function deskServer(answer: Answer): Promise<DeskServer> {
  const tickets: Kept[] = [];
  const running = await loopback((asked) => {
    const told = server.interfere?.(asked);
    if (told) return told;
    const before = tickets.length;
    const done = answer(tickets, asked, new URL(asked.url, 'http://desk'));
    if (!server.losesAnswer || tickets.length === before) return done;
    server.losesAnswer = false;
    return { status: 502, body: 'bad gateway' };
  });
  const server: DeskServer = Object.assign(running, { tickets, interfere: undefined, losesAnswer: false });
  return server;
}

function add(tickets: Kept[], ticket: Omit<Kept, 'status' | 'comments'>): Kept {
  const kept: Kept = { ...ticket, status: 'open', comments: [] };
  tickets.push(kept);
  return kept;
}

/** GitHub's REST API of issues (version 2022-11-28). */
export function githubServer(): Promise<DeskServer> {
  return deskServer((tickets, { method, headers, body }, { pathname, searchParams }) => {
    if (headers.authorization !== 'Bearer key') return { status: 401, body: { message: 'Bad credentials' } };
    if (headers['user-agent'] === undefined) return { status: 403, body: { message: 'Request forbidden by administrative rules.' } };
    const [, number, part] = /^\/repos\/acme\/shop\/issues(?:\/(\d+)(\/comments)?)?$/.exec(pathname) ?? [];
    const shown = ({ id, status }: Kept) => ({ number: Number(id), html_url: `https://github.com/acme/shop/issues/${id}`, state: status });
    if (!pathname.startsWith('/repos/acme/shop/issues')) return { status: 404, body: { message: 'Not Found' } };
    const given = body === '' ? {} : JSON.parse(body);
    if (number === undefined && method === 'GET') {
      const found = tickets.filter(
        ({ label, status }) => label === searchParams.get('labels') && (searchParams.get('state') === 'all' || status === 'open'),
      );
      return { body: found.map(shown) };
    }
    if (number === undefined) {
      const [, label] = given.labels;
      if (label.length > 50) return { status: 422, body: { message: 'Validation Failed' } };
      return { status: 201, body: shown(add(tickets, { id: String(tickets.length + 1), label, title: given.title, text: given.body })) };
    }
    const ticket = tickets.find(({ id }) => id === number);
    if (!ticket) return { status: 404, body: { message: 'Not Found' } };
    if (part) ticket.comments.push(given.body);
    else ticket.status = given.state;
    return { status: part ? 201 : 200, body: shown(ticket) };
  });
}

/** ServiceNow's Table API: incidents. */
export function servicenowServer(): Promise<DeskServer> {
  return deskServer((tickets, { method, headers, body }, { pathname, searchParams }) => {
    const [, sysId] = /^\/api\/now\/table\/incident(?:\/(\w+))?$/.exec(pathname) ?? [];
    if (headers.authorization !== `Basic ${Buffer.from('bot:key').toString('base64')}`)
      return { status: 401, body: { error: { message: 'User Not Authenticated' } } };
    if (!pathname.startsWith('/api/now/table/incident')) return { status: 400, body: { error: { message: 'Invalid table' } } };
    const shown = ({ id, status }: Kept) => ({ sys_id: id, state: status === 'open' ? '2' : '6', number: `INC${id}` });
    const given = body === '' ? {} : JSON.parse(body);
    if (method === 'GET') {
      const [, label] = /^correlation_id=([\w-]+)\^/.exec(searchParams.get('sysparm_query') ?? '') ?? [];
      return { body: { result: tickets.filter((ticket) => ticket.label === label).map(shown) } };
    }
    if (method === 'POST') {
      const { correlation_id: label, short_description: title, description: text } = given;
      return { status: 201, body: { result: shown(add(tickets, { id: `a${tickets.length + 1}`, label, title, text })) } };
    }
    const ticket = tickets.find(({ id }) => id === sysId);
    if (!ticket || method !== 'PATCH') return { status: 404, body: { error: { message: 'No Record found' } } };
    ticket.comments.push(given.work_notes);
    // An incident is resolved only with a code and notes (mandatory fields of the base system).
    if (given.state === '6' && !(given.close_code && given.close_notes))
      return { status: 403, body: { error: { message: 'Operation Failed' } } };
    if (given.state !== undefined) ticket.status = given.state === '6' ? 'closed' : 'open';
    return { body: { result: shown(ticket) } };
  });
}

/** Slack's Web API: messages, threads and metadata of one channel. It answers 200 to what it refuses. */
export function slackServer(): Promise<DeskServer> {
  return deskServer((tickets, { headers, body }, { pathname }) => {
    if (headers.authorization !== 'Bearer key') return { body: { ok: false, error: 'invalid_auth' } };
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
    const given = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
    if (given.channel !== 'C0123456789') return { body: { ok: false, error: 'channel_not_found' } };
    if (pathname === '/conversations.history') {
      const messages = tickets.map(({ id, label, text }) => ({
        ts: id,
        text,
        metadata: { event_type: 'castellan_finding', event_payload: { key: label } },
      }));
      // One on a page, so that pages are followed.
      const at = Number(given.cursor ?? 0);
      const next = at + 1 < messages.length ? String(at + 1) : '';
      return { body: { ok: true, messages: messages.slice(at, at + 1), response_metadata: { next_cursor: next } } };
    }
    if (given.thread_ts !== undefined) tickets.find(({ id }) => id === given.thread_ts)?.comments.push(given.text);
    else
      add(tickets, {
        id: `${1_700_000_000 + tickets.length}.000100`,
        label: given.metadata.event_payload.key,
        title: given.text,
        text: given.text,
      });
    return { body: { ok: true, ts: tickets.at(-1)?.id, channel: given.channel } };
  });
}

const STATES = [
  { id: 'state-done', type: 'completed', position: 3 },
  { id: 'state-todo', type: 'unstarted', position: 1 },
];

/** Linear's GraphQL API: issues of one team, with ids that the client gives. */
export function linearServer(): Promise<DeskServer> {
  return deskServer((tickets, { headers, body }) => {
    if (headers.authorization !== 'key')
      return { status: 401, body: { errors: [{ message: 'Authentication required', extensions: { type: 'authentication error' } }] } };
    const { query, variables } = JSON.parse(body);
    const url = (id: string) => `https://linear.app/acme/issue/${id}`;
    if (query.includes('teams(')) {
      const nodes = variables.key === 'SEC' ? [{ id: 'team-1', states: { nodes: STATES } }] : [];
      return { body: { data: { teams: { nodes } } } };
    }
    if (query.includes('issues(')) {
      const found = tickets.filter(({ id }) => id === variables.id);
      const nodes = found.map(({ id, status }) => ({ id, url: url(id), state: { type: status === 'open' ? 'unstarted' : 'completed' } }));
      return { body: { data: { issues: { nodes } } } };
    }
    if (query.includes('issueCreate(')) {
      const { id, title, description } = variables.input;
      const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id);
      if (!isUuid || tickets.some((one) => one.id === id))
        return { body: { errors: [{ message: 'Argument Validation Error', extensions: { type: 'invalid input' } }] } };
      add(tickets, { id, label: id, title, text: description });
      return { body: { data: { issueCreate: { issue: { id, url: url(id) } } } } };
    }
    const ticket = tickets.find(({ id }) => id === (variables.id ?? variables.input.issueId));
    if (!ticket) return { body: { errors: [{ message: 'Entity not found', extensions: { type: 'invalid input' } }] } };
    if (query.includes('commentCreate(')) ticket.comments.push(variables.input.body);
    else ticket.status = variables.input.stateId === 'state-done' ? 'closed' : 'open';
    return { body: { data: { ok: { success: true } } } };
  });
}

/** A workflow of Teams: it takes Adaptive Cards and keeps no tickets; what it posts is one message each. */
export function teamsServer(): Promise<DeskServer> {
  return deskServer((tickets, { body }, { pathname, searchParams }) => {
    if (pathname !== '/workflows/1/triggers/manual/paths/invoke' || searchParams.get('sig') !== 'key')
      return { status: 401, body: { error: { code: 'DirectApiAuthorizationRequired' } } };
    const { type, attachments } = JSON.parse(body);
    const [card] = attachments;
    if (type !== 'message' || card.contentType !== 'application/vnd.microsoft.card.adaptive' || card.content.type !== 'AdaptiveCard')
      return { status: 400 };
    add(tickets, {
      id: String(tickets.length + 1),
      label: '',
      title: card.content.body[0].inlines[0].text,
      text: JSON.stringify(card.content),
    });
    return { status: 202 };
  });
}

/** PagerDuty's Events API v2: alerts by their `dedup_key`. */
export function pagerdutyServer(): Promise<DeskServer> {
  return deskServer((tickets, { body }, { pathname }) => {
    const { routing_key, event_action, dedup_key, payload } = JSON.parse(body);
    const isWhole =
      pathname === '/v2/enqueue' && payload.summary.length <= 1024 && ['critical', 'error', 'warning', 'info'].includes(payload.severity);
    if (routing_key !== 'key' || !isWhole) return { status: 400, body: { status: 'invalid event', message: 'Event object is invalid' } };
    const known = tickets.find(({ id }) => id === dedup_key);
    const ticket = known ?? add(tickets, { id: dedup_key, label: dedup_key, title: payload.summary, text: payload.custom_details.text });
    if (known) ticket.comments.push(payload.custom_details.text);
    ticket.status = event_action === 'resolve' ? 'closed' : 'open';
    return { status: 202, body: { status: 'success', message: 'Event processed', dedup_key } };
  });
}
