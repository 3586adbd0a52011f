import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/spawn-cli.js';

const ROOM = 'src/control-plane';

/** What the layer alone does, and the files that may do it, each with its reason. */
const RULES: readonly { what: string; pattern: RegExp; may: Readonly<Record<string, string>> }[] = [
  {
    what: 'asks for the tenant by hand',
    pattern: /(?:where|whereRef|on|onRef|columns?)\([^)\n]*tenant_id|tenant_id = (?:\$|held|job_queue)/,
    may: {
      'store/job-queue.ts': 'its jobs are of all tenants',
      'store/delivery-outbox.ts': 'its queue is of all tenants',
      'store/lookup.ts': 'finds the tenant of a credential, in one statement that is measured',
      'store/findings/finding-search.ts': 'the index of words, in statements that are measured',
      'store/origins/join-findings.ts': 'also runs in a migration, which has no handle of a tenant',
    },
  },
  {
    what: 'asks which database it is on',
    pattern: /dialect [!=]==|forUpdate|forShare|skipLocked|pg_advisory/,
    may: {
      'store/layer/dialects.ts': 'the layer',
      'store/layer/many-rows.ts': 'the layer: how parameters are written',
      'store/schema/create-tables.ts': 'makes the tables',
      'store/engines/migrate.ts': 'makes the tables, under a lock',
      'store/migrations/0001-finding-indexes.ts': 'makes the index of words',
      'store/migrations/0002-views.ts': 'makes the counters, by triggers',
      'store/migrations/0003-graph-history.ts': 'moves rows past row-level security, and writes JSON in each way',
      'store/migrations/0005-words.ts': 'makes the index of words anew',
      'store/migrations/0008-triage.ts': 'computes a column, in the words of each database',
      'store/migrations/0010-origins.ts': 'joins rows past row-level security',
      'store/engines/application-role.ts': 'the role of PostgreSQL',
      'store/engines/known-schema.ts': 'the role of PostgreSQL may lack a right that a file cannot lack',
      'store/layer/traced-store.ts': 'the layer: how a span names the database',
      'store/findings/finding-search.ts': 'the index of words, which each database has in its own way',
    },
  },
  {
    what: 'reads JSON by itself',
    pattern: /JSON\.parse\(/,
    may: {
      'store/layer/values.ts': 'the layer',
      'store/layer/tenant-settings.ts': 'the layer: settings of several shapes',
      'store/layer/paging.ts': 'what a cursor holds',
      'store/migrations/0010-origins.ts': 'rows of a migration come as they are stored',
      'store/upstreams.ts': 'properties of graph nodes, which most readers leave as they are',
      'knowledge/merged-graph.ts': 'properties of graph nodes, which most readers leave as they are',
      'jobs/known-images.ts': 'properties of graph nodes, which most readers leave as they are',
      'sources/scope-check.ts': 'puts the members of a scope into their order',
      'scim/filter.ts': 'values of a filter',
      'http/bodies.ts': 'bodies of requests',
      'demo/calls.ts': 'answers of its own routes',
      'connectors/connector.ts': 'answers of services',
      'identity/gcp.ts': 'answers of services',
    },
  },
  {
    what: 'queries tables outside the store',
    pattern: /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\(/,
    may: {},
  },
];

const sources = readdirSync(join(projectRoot, ROOM), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'))
  .map((path) => ({ path, text: readFileSync(join(projectRoot, ROOM, path), 'utf8') }));

describe('a file of the control plane that', () => {
  it.each(RULES)('$what has a reason to', ({ what, pattern, may }) => {
    const scope = what.includes('outside the store') ? sources.filter(({ path }) => !path.startsWith('store/')) : sources;
    const found = scope.filter(({ path, text }) => pattern.test(text) && !Object.hasOwn(may, path));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});
