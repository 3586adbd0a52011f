// Makes the first admin key of a tenant and writes it into a Secret that is there already. The key goes from file to Secret: it is in no log.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const { TENANT, SECRET, NAMESPACE, ACCOUNT, KEY_FILE, KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = process.env;
const server = `https://${host?.includes(':') ? `[${host}]` : host}:${port}`;
const address = `${server}/api/v1/namespaces/${NAMESPACE}/secrets/${SECRET}`;

async function ask(query, body) {
  const answer = await fetch(`${address}${query}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${readFileSync(`${ACCOUNT}/token`, 'utf8').trim()}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the API server answers ${answer.status} to a change of the Secret ${SECRET}`);
  return answer.json();
}

/** A key that no Secret took would be lost, and would keep the next run from making one. */
async function insist(work, tries) {
  for (let left = tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(2000);
    }
  }
}

function patch(key) {
  return { data: { key: Buffer.from(key).toString('base64') } };
}

const tries = Number(process.env.TRIES ?? 30);
// A change of nothing, which is not made: it answers what the Secret has, and proves that it can be written.
const { data } = await insist(() => ask('?dryRun=All', {}), tries);
if (data?.key) {
  console.log(`the Secret ${SECRET} has a key`);
  process.exit(0);
}
const made = spawnSync('castellan', ['serve', '--bootstrap-admin', TENANT, '--key-file', KEY_FILE], { encoding: 'utf8' });
if (made.status !== 0) {
  if (/has an active admin key/.test(made.stderr)) {
    console.log(`the tenant ${TENANT} has an admin key already; the Secret ${SECRET} stays empty`);
    process.exit(0);
  }
  console.error(made.stderr?.trim() || String(made.error));
  process.exit(1);
}
const key = readFileSync(KEY_FILE, 'utf8').trim();
await insist(() => ask('', patch(key)), tries * 4);
rmSync(KEY_FILE);
console.log(`the Secret ${SECRET} has the admin key of the tenant ${TENANT}`);
