import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ingest } from '../../src/control-plane/ingest/write.js';
import { type Console, describeInBrowser, openConsole } from '../support/browser.js';
import { push } from '../support/estate.js';
import { type FindingsEstate, fillFindings } from '../support/findings-estate.js';
import { batchOf, packageFinding } from '../support/ingest-batches.js';

const LODASH = 'CVE-2021-23337';

describeInBrowser('triage of findings in the web UI', () => {
  let ui: Console;
  let estate: FindingsEstate;
  let analyst: string;
  const get = async (url: string) => (await ui.control.ask('GET', url, { key: estate.key })).body;
  const stateOf = async (q: string) => (await get(`/v1/findings?q=${q}`)).items[0].triage.state;
  const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  beforeAll(async () => {
    ui = await openConsole();
    estate = await fillFindings(ui.control, 'acme');
    analyst = await ui.control.key('acme', 'analyst');
  });
  afterAll(() => ui.close());

  describe('by an analyst', () => {
    it('goes by keys: through the list, into the drawer, a decision, and back', async () => {
      const { page, errors } = await ui.open('/findings', analyst);
      await rowOf(page, 'xz was given').waitFor();
      // The row that a key leads to has the focus a frame later, and a busy machine draws few.
      for (const index of [2, 3]) {
        await page.keyboard.press('j');
        await page.locator(`[role=row][aria-rowindex="${index}"]:focus`).waitFor();
      }
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('complementary');
      await drawer.getByRole('heading', { name: 'What to do' }).waitFor();
      expect(new URL(page.url()).searchParams.get('open')).toMatch(/^fnd_/);
      const title = await drawer.getByRole('heading', { level: 2 }).first().innerText();
      await page.keyboard.press('c');
      await page.getByText(/^Now confirmed: /).waitFor();
      await drawer.getByText('confirmed', { exact: false }).first().waitFor();
      await expect(rowOf(page, title.trim()).innerText()).resolves.toContain('confirmed');
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      expect(new URL(page.url()).searchParams.get('open')).toBeNull();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => rowOf(page, title.trim()).innerText()).toContain('open');
      expect(errors).toEqual([]);
    });

    it('decides on several at once, and takes it back', async () => {
      const { page, errors } = await ui.open('/findings?severity=high', analyst);
      await page.locator('[role=row][aria-rowindex="2"]').focus();
      await page.keyboard.press('x');
      await page.getByText('1 selected').waitFor();
      await page.keyboard.press('Shift+ArrowDown');
      await page.getByText('2 selected').waitFor();
      await page.getByRole('button', { name: /^Select all 4 that match/ }).click();
      await page.keyboard.press('t');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('heading', { name: 'Triage 4 findings' }).waitFor();
      await dialog.getByLabel('Decision').selectOption('not affected');
      await dialog.getByLabel('Note').fill('only used in tests');
      await dialog.getByRole('button', { name: 'Decide' }).click();
      await page.getByText('Now not affected: 4 findings').waitFor();
      await expect(stateOf('axios')).resolves.toBe('not_affected');
      await page.keyboard.press('u');
      await page.getByText('Undone for 4 findings').waitFor();
      await expect(stateOf('axios')).resolves.toBeNull();
      expect(errors).toEqual([]);
    });

    it('holds a decision for versions to come until its date', async () => {
      const { page } = await ui.open('/findings?by=advisory', analyst);
      await rowOf(page, 'CVE-2025-1700').getByRole('button', { name: 'Triage' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Decision').selectOption('false positive');
      const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
      await dialog.getByLabel('Hold for later versions').fill(day);
      await dialog.getByRole('button', { name: 'Decide' }).click();
      await page.getByText(`held until ${day}`).waitFor();
      const { items } = await get('/v1/triage-decisions?state=in_force');
      expect(items).toMatchObject([{ problem_id: 'CVE-2025-1700', state: 'false_positive' }]);
      await page.goto(`${ui.address}/findings/${(await get('/v1/findings?q=CVE-2025-1700')).items[0].finding_id}`);
      await page.getByRole('button', { name: 'End it now' }).click();
      await page.getByText('Nobody has triaged it.').waitFor();
      await expect(stateOf('CVE-2025-1700')).resolves.toBeNull();
    });

    it('is told who was faster in another tab', async () => {
      const finding = (await get('/v1/findings?q=CVE-2025-1200')).items[0].finding_id;
      const [one, other] = [await ui.open(`/findings/${finding}`, analyst), await ui.open(`/findings/${finding}`, analyst)];
      for (const { page } of [one, other]) await page.getByRole('button', { name: 'Confirmed' }).waitFor();
      await one.page.getByRole('button', { name: 'Confirmed' }).click();
      await one.page.getByText(/^Now confirmed/).waitFor();
      await other.page.getByRole('button', { name: 'False positive' }).click();
      await expect(other.page.getByRole('alert').innerText()).resolves.toMatch(/key:\S+ decided "confirmed" at/);
      await expect(stateOf('CVE-2025-1200')).resolves.toBe('confirmed');
      await other.page.getByText('confirmed', { exact: false }).first().waitFor();
    });

    it('has its keys in the help', async () => {
      const { page } = await ui.open('/findings', analyst);
      await rowOf(page, 'xz was given').waitFor();
      await page.keyboard.press('?');
      const help = await page.getByRole('dialog').innerText();
      for (const words of ['Triage: confirmed', 'Select the finding', 'Next finding', 'Schedules']) expect(help).toContain(words);
      await page.keyboard.press('Escape');
      // Keys one after the other come before a single one: nothing was confirmed.
      await page.keyboard.press('g');
      await page.keyboard.press('c');
      await page.getByRole('heading', { name: 'Compliance', level: 1 }).waitFor();
      expect((await get('/v1/findings?triage=confirmed')).items).toMatchObject([{ id: 'CVE-2025-1200' }]);
    });

    it('requests an exception with a reason and an end', async () => {
      const finding = (await get('/v1/findings?q=CVE-2025-1600')).items[0].finding_id;
      const { page, errors } = await ui.open(`/findings?open=${finding}`, analyst);
      await page.getByRole('button', { name: 'Request exception' }).click();
      await page.getByRole('dialog').getByLabel('Reason').fill('the parser is behind a gateway');
      await page.getByRole('dialog').getByRole('button', { name: 'Request' }).click();
      await page.getByText('Requested: an administrator decides on it').waitFor();
      await page.getByText('the parser is behind a gateway').waitFor();
      expect((await get('/v1/exceptions?status=pending')).items).toHaveLength(1);
      expect(errors).toEqual([]);
    });
  });

  it('is not offered to a viewer, whom the API refuses as well', async () => {
    const viewer = await ui.control.key('acme', 'viewer');
    const finding = (await get(`/v1/findings?q=${LODASH}`)).items[0].finding_id;
    const { page, errors } = await ui.open(`/findings?open=${finding}`, viewer);
    await page.getByRole('complementary').getByRole('heading', { name: 'What to do' }).waitFor();
    await expect(page.getByRole('button', { name: /Confirmed|exception|Triage/ }).count()).resolves.toBe(0);
    await expect(page.getByRole('checkbox').count()).resolves.toBe(0);
    await page.keyboard.press('c');
    await expect(stateOf(LODASH)).resolves.toBeNull();
    const refused = await ui.control.ask('PUT', `/v1/findings/${finding}/triage`, { key: viewer, body: { state: 'confirmed' } });
    expect(refused.status).toBe(403);
    expect(errors).toEqual([]);
  });

  it('shows in one look why, where, what it reaches and what to do', async () => {
    const finding = (await get(`/v1/findings?q=${LODASH}`)).items[0].finding_id;
    const { page } = await ui.open(`/findings/${finding}`, analyst);
    await page.getByRole('heading', { name: 'Command injection in lodash', level: 1 }).waitFor();
    const said = await page.getByRole('main').innerText();
    for (const words of [
      'npm install lodash@4.17.21',
      'It ends 2 of 2 open findings',
      'introduced 0 fixed 4.17.21',
      'web/package-lock.json:412',
    ])
      expect(said).toContain(words);
    expect(said).toContain('layer 3 of registry.example/shop:1.4');
    for (const name of ['files', 'cursor', 'FILES_TOKEN']) await page.getByRole('link', { name }).first().waitFor();
    // An address that is not of the web is text.
    await page.getByText('javascript:alert(1)').waitFor();
    await expect(page.locator('a[href^="javascript:"]').count()).resolves.toBe(0);
  });

  it('keeps a view in its address, over a reload and the way back', async () => {
    const { page } = await ui.open('/findings', analyst);
    await rowOf(page, 'xz was given').waitFor();
    await page.getByRole('group', { name: 'Filters' }).getByText('Severity', { exact: true }).waitFor();
    await page.locator('summary').filter({ hasText: 'any' }).first().click();
    await page.getByLabel('critical').check();
    await expect.poll(() => new URL(page.url()).searchParams.get('severity')).toBe('critical');
    await page.getByText('4 findings').waitFor();
    await page.reload();
    await page.getByText('4 findings').waitFor();
    await page.getByRole('button', { name: 'By package' }).click();
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-label')).toBe('Findings by component');
    await page.goBack();
    await page.getByText('4 findings').waitFor();
    await page.goBack();
    await rowOf(page, 'axios').waitFor();
  });

  it('groups findings with the version that ends most, and leads into a group', async () => {
    const { page } = await ui.open('/findings?by=component', analyst);
    const lodash = rowOf(page, 'lodash');
    await expect(lodash.innerText()).resolves.toMatch(/npm install lodash@4\.17\.21[\s\S]*ends 2 of 2/);
    await lodash.click({ position: { x: 200, y: 20 } });
    await page.getByText('2 findings').waitFor();
    expect(new URL(page.url()).searchParams.get('package')).toBe('pkg:npm/lodash');
  });

  it('shows hostile texts so that they do nothing', async () => {
    const evil = `<script>document.title='owned'</script>\u202eexe.gpj ${'long '.repeat(2000)}end`;
    await push(ui.control, 'evil', { findings: [packageFinding('lodash', { title: evil })] });
    const key = await ui.control.key('evil', 'analyst');
    const { page, errors } = await ui.open('/findings', key);
    await rowOf(page, '<script>').click();
    const heading = page.getByRole('complementary').getByRole('heading', { level: 2 }).first();
    await expect.poll(() => heading.innerText()).toContain('⟨U+202E⟩');
    await expect(heading.innerText()).resolves.toMatch(/more characters/);
    await expect(page.title()).resolves.not.toBe('owned');
    const widths = await page.evaluate('[document.documentElement.scrollWidth, innerWidth]');
    expect(widths).toEqual([1280, 1280]);
    expect(errors).toEqual([]);
  });

  it.each([
    [429, { 'retry-after': '7' }, 'Wait a moment, then try again.'],
    [503, {}, '/readyz says which'],
  ])('says what to do when the service answers %i', async (status, headers, advice) => {
    const { page } = await ui.open('/evidence', analyst);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route('**/v1/findings/triage', (route) => route.fulfill({ status, headers, json: { detail: 'not now' } }));
    await page.route('**/v1/findings?*', (route) =>
      route.fulfill({ status, headers: { 'retry-after': '0' }, json: { detail: 'not now' } }),
    );
    await page.getByRole('link', { name: 'Findings', exact: true }).click();
    await page.getByText(advice).waitFor({ timeout: 25_000 });
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowOf(page, 'xz was given').waitFor();
  });

  it('asks again for a page that failed, once it is told to', async () => {
    const many = Array.from({ length: 450 }, (_, index) => packageFinding(`package-${index}`, { id: `CVE-2023-${1000 + index}` }));
    await push(ui.control, 'many', { findings: many });
    const { page } = await ui.open('/evidence', await ui.control.key('many', 'analyst'));
    let asked = 0;
    await page.route('**/v1/findings?*cursor=*', (route) => {
      asked += 1;
      return route.fulfill({ status: 500, json: { detail: 'it broke' } });
    });
    await page.getByRole('link', { name: 'Findings', exact: true }).click();
    await page.getByText('450 findings').waitFor();
    const list = page.locator('.table-body');
    const toEnd = () => list.evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await toEnd();
    await page.getByText('it broke').waitFor();
    expect(asked).toBe(1);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(async () => toEnd().then(() => list.innerText())).toContain('package-0 can be');
  });

  it('tells nothing found from nothing looked at', async () => {
    const key = await ui.control.key('fresh');
    const { page } = await ui.open('/findings', key);
    await page.getByRole('heading', { name: 'Nothing was looked at yet' }).waitFor();
    await push(ui.control, 'clean', { findings: [] });
    const clean = await ui.open('/findings', await ui.control.key('clean'));
    await clean.page.getByRole('heading', { name: 'No open findings' }).waitFor();
    await expect(clean.page.getByRole('main').innerText()).resolves.toMatch(/1 source was read, last now/);
    const filtered = await ui.open('/findings?q=nonsense', analyst);
    await filtered.page.getByRole('heading', { name: 'No finding matches these filters' }).waitFor();
  });

  it('names every source of a finding that several see', async () => {
    const key = await ui.control.key('twice');
    const scope = { url: 'https://git.example/acme/app' };
    for (const [day, [kind, display_name, body]] of (
      [
        ['scan.repo', 'whole repository', scope],
        ['scan.iac', 'infrastructure only', { repo_url: scope.url }],
      ] as const
    ).entries()) {
      const made = await ui.control.ask('POST', '/v1/sources', { key, body: { kind, display_name, scope: body } });
      await ui.control.plane.store.write('twice', (store) => ingest(store, batchOf(made.body.source_id, day + 1, [packageFinding('ws')])));
    }
    const { page, errors } = await ui.open('/findings', key);
    const row = rowOf(page, 'ws can be made to run scripts');
    await row.getByText('2 sources').waitFor();
    await expect(row.count()).resolves.toBe(1);
    await row.click();
    const lines = page.getByRole('listitem').filter({ hasText: 'first seen' });
    await expect.poll(() => lines.count()).toBe(2);
    expect(await lines.allInnerTexts()).toEqual([
      expect.stringMatching(/^whole repository.*open.*scan\.repo/s),
      expect.stringMatching(/^infrastructure only.*open.*scan\.iac/s),
    ]);
    expect(errors).toEqual([]);
  });
});
