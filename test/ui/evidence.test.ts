import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { push } from '../support/estate.js';
import { type FindingsEstate, fillFindings } from '../support/findings-estate.js';

describeInBrowser('evidence in the web UI', () => {
  let ui: Console;
  let estate: FindingsEstate;
  const get = async (url: string) => (await ui.control.ask('GET', url, { key: estate.key })).body;

  beforeAll(async () => {
    ui = await openConsole();
    estate = await fillFindings(ui.control, 'acme');
  });
  afterAll(() => ui.close());

  it('is reached from a finding, and leads over job and source to bytes that are verified', async () => {
    const { finding_id } = (await get('/v1/findings?q=CVE-2021-23337')).items[0];
    const { page, errors } = await ui.open(`/findings/${finding_id}`, await ui.control.key('acme', 'viewer'));
    await page.getByRole('link', { name: 'report', exact: true }).click();
    const way = page.getByRole('list', { name: 'Where it comes from' });
    await way.getByRole('link', { name: 'Command injection in lodash' }).waitFor();
    const said = await way.innerText();
    for (const words of ['succeeded', 'scan.repo', 'ana', 'without a credential', 'acme']) expect(said).toContain(words);
    await page.getByRole('button', { name: 'Verify the bytes' }).click();
    await page.getByText('this browser computed the same hash').waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
    expect(download.suggestedFilename()).toMatch(/^evd_.*\.json$/);
    expect(errors).toEqual([]);
  });

  it('says that damaged bytes are damaged', async () => {
    const [{ evidence_id, hash, storage_uri }] = (await get(`/v1/evidence?source_id=${estate.reports}`)).items;
    expect(storage_uri).toBe(`folder:${hash}`);
    damage(ui.control.folder, hash);
    const { page } = await ui.open(`/evidence/${evidence_id}`, estate.key);
    await page.getByRole('button', { name: 'Verify the bytes' }).click();
    await page.getByText('do not match the hash, and did not send them').waitFor();
  });

  it('tells a job that found nothing from one that read nothing', async () => {
    const whole = await push(ui.control, 'acme', { findings: [] });
    const empty = await push(ui.control, 'acme', { findings: [], summary: { coverage: 'empty' } });
    const failed = await push(ui.control, 'acme', { findings: [], status: 'partial', summary: { coverage: 'incomplete' } });
    for (const [{ jobId }, words] of [
      [whole, 'read everything that it looked for'],
      [empty, 'that says nothing'],
      [failed, 'did not read everything'],
    ] as const) {
      const [{ evidence_id }] = (await get(`/v1/evidence?job_id=${jobId}`)).items;
      const { page } = await ui.open(`/evidence/${evidence_id}`, estate.key);
      await page.getByText(words).waitFor();
      await page.context().close();
    }
  });

  it('of a tenant that never ran anything says that nothing was looked at', async () => {
    const { page } = await ui.open('/evidence', await ui.control.key('fresh'));
    await page.getByRole('heading', { name: 'Nothing was looked at yet' }).waitFor();
  });
});

function damage(folder: string, hash: string): void {
  writeFileSync(join(folder, 'data', 'evidence', hash.slice(0, 2), `${hash}.gz`), 'other bytes');
}
