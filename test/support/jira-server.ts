import { type Asked, type Loopback, loopback, type Told } from './loopback.js';

/** An issue as the server keeps it. */
export interface Issue {
  id: string;
  key: string;
  fields: { project: { key: string }; issuetype: { name: string }; summary: string; description: unknown; labels: string[] };
  status: 'new' | 'indeterminate' | 'done';
  comments: unknown[];
}

export interface JiraServer extends Loopback {
  issues: Issue[];
  /** Answers in place of the server while it gives something. */
  interfere: ((asked: Asked) => Told | undefined | 'drop') | undefined;
}

const NAMES = { new: 'To Do', indeterminate: 'In Progress', done: 'Done' } as const;
const PROJECTS: Readonly<Record<string, readonly string[]>> = { SEC: ['Task', 'Bug'], OPS: ['Task'] };

/**
 * A Jira that keeps issues: `/rest/api/3` for basic authentication, `/rest/api/2` for bearer tokens. Paths, fields, errors
 * and the workflow are those of the "Jira Cloud platform REST API v3" reference.
 */
export async function jiraServer(): Promise<JiraServer> {
  const issues: Issue[] = [];
  const server = await loopback((asked) => {
    const told = jira.interfere?.(asked);
    if (told === 'drop') return undefined;
    return told ?? answer(issues, asked);
  });
  const jira: JiraServer = Object.assign(server, { issues, interfere: undefined });
  return jira;
}

function answer(issues: Issue[], asked: Asked): Told {
  const { pathname } = new URL(asked.url, 'http://jira');
  const [, version, rest = ''] = /^\/rest\/api\/([23])\/(.+)$/.exec(pathname) ?? [];
  const expected = version === '3' ? /^Basic / : /^Bearer /;
  if (!expected.test(asked.headers.authorization ?? '')) return { status: 401, body: { errorMessages: ['Client must be authenticated'] } };
  const body = asked.body === '' ? undefined : JSON.parse(asked.body);
  if (asked.method === 'POST' && rest === (version === '3' ? 'search/jql' : 'search')) return search(issues, body);
  if (asked.method === 'POST' && rest === 'issue') return create(issues, body, version === '3');
  const [, key, part] = /^issue\/([A-Z]+-\d+)(?:\/(comment|transitions))?$/.exec(rest) ?? [];
  const issue = issues.find((one) => one.key === key);
  if (!issue)
    return { status: 404, body: { errorMessages: ['Issue does not exist or you do not have permission to see it.'], errors: {} } };
  if (part === 'comment') return comment(issue, body);
  if (part === 'transitions') return asked.method === 'GET' ? { body: { transitions: transitions(issue) } } : transition(issue, body);
  return { body: { id: issue.id, key: issue.key, fields: { status: statusOf(issue) } } };
}

function search(issues: Issue[], { jql, maxResults }: { jql: string; maxResults: number }): Told {
  const [, project, label] = /^project = "([A-Z]+)" AND labels = "([\w-]+)" ORDER BY created ASC$/.exec(jql) ?? [];
  if (project === undefined) return { status: 400, body: { errorMessages: ['Error in the JQL Query'], errors: {} } };
  const found = issues.filter(({ fields }) => fields.project.key === project && fields.labels.includes(label ?? ''));
  return {
    body: {
      issues: found.slice(0, maxResults).map((issue) => ({ id: issue.id, key: issue.key, fields: { status: statusOf(issue) } })),
      isLast: true,
    },
  };
}

function create(issues: Issue[], { fields }: { fields: Issue['fields'] }, isCloud: boolean): Told {
  const types = PROJECTS[fields.project.key];
  if (!types) return { status: 400, body: { errorMessages: [], errors: { project: 'valid project is required' } } };
  if (!types.includes(fields.issuetype.name))
    return { status: 400, body: { errorMessages: [], errors: { issuetype: 'The issue type selected is invalid.' } } };
  const isDocument = typeof fields.description === 'object';
  if (fields.summary.length > 255 || fields.summary.includes('\n') || isDocument !== isCloud) return { status: 400, body: { errors: {} } };
  const number = issues.length + 1;
  const issue: Issue = { id: String(10_000 + number), key: `${fields.project.key}-${number}`, fields, status: 'new', comments: [] };
  issues.push(issue);
  return { status: 201, body: { id: issue.id, key: issue.key, self: `http://jira/rest/api/3/issue/${issue.id}` } };
}

function comment(issue: Issue, { body }: { body: unknown }): Told {
  issue.comments.push(body);
  return { status: 201, body: { id: String(issue.comments.length) } };
}

const IDS = { new: '11', indeterminate: '21', done: '31' } as const;
const CATEGORIES = ['new', 'indeterminate', 'done'] as const;

function transitions(issue: Issue) {
  return CATEGORIES.filter((category) => category !== issue.status).map((category) => ({
    id: IDS[category],
    name: NAMES[category],
    to: statusOf({ status: category }),
  }));
}

function transition(issue: Issue, body: { transition: { id: string } }): Told {
  const category = CATEGORIES.find((one) => IDS[one] === body.transition.id);
  if (!category) return { status: 400, body: { errorMessages: ['The transition is not valid'] } };
  issue.status = category;
  return { status: 204 };
}

function statusOf({ status }: Pick<Issue, 'status'>) {
  return { name: NAMES[status], statusCategory: { key: status } };
}
