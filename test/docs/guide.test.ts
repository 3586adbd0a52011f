import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guidePages } from '../../scripts/site/navigation.js';
import { makeSite, type Site } from '../../scripts/site/site.js';
import { commands } from '../../src/cli/commands/registry.js';
import { settings } from '../../src/config/settings.js';
import { ruleCatalogue } from '../../src/detect/rule-catalogue.js';
import { castellan, projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const MOST_BYTES = 1_500_000;

let site: Site;
let pages: Map<string, string>;
beforeAll(async () => {
  site = await makeSite();
  pages = new Map([...site.files].filter(([path]) => path.endsWith('.html')).map(([path, bytes]) => [path, bytes.toString('utf8')]));
}, 180_000);

const pageOf = (path: string) => pages.get(path) ?? '';

describe('the menu of the guide', () => {
  it('has every page of docs/ exactly once: a new page is one line of docs/guide.yaml', () => {
    const sources = guidePages().flatMap(({ source }) => source ?? []);
    const docs = readdirSync(join(projectRoot, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`);
    expect([...sources].sort()).toEqual(['CHANGELOG.md', 'CONTRIBUTING.md', ...docs].sort());
  });

  it('leads from every page to every other', () => {
    for (const path of ['index.html', 'agents.html'])
      for (const { name } of guidePages()) expect(pageOf(path)).toContain(`href="${name}.html"`);
    expect(pageOf('rules/inj-01.html')).toContain('href="../agents.html"');
  });
});

describe('a page of the guide', () => {
  it('links to what is there: pages, anchors, pictures', () => {
    const lost: string[] = [];
    for (const [path, text] of pages)
      for (const [, address = ''] of text.matchAll(/\s(?:href|src|data-search)="([^"]*)"/g))
        if (!isThere(path, address)) lost.push(`${path}: ${address}`);
    expect(pages.size).toBeGreaterThan(600);
    expect(lost).toEqual([]);
  });

  it('loads nothing from elsewhere and holds no script or style: a strict content security policy allows it', () => {
    for (const [path, text] of pages) {
      expect(text, path).not.toMatch(
        /<style|\sstyle=|<script(?![^>]*\ssrc=)|<[^>]*\son\w+="|<(?:script|img|link|iframe)[^>]*(?:src|href)="(?:https?:)?\/\//i,
      );
      expect(text, path).toMatch(/<h1[\s>]/);
    }
    for (const [path, bytes] of site.files)
      if (path.endsWith('.svg')) expect(bytes.toString('utf8'), path).not.toMatch(/@import|href="http/);
  });

  it('shows drawings as pictures, with their text for those who do not see them', () => {
    expect(pageOf('architecture.html').match(/<figure class="drawing"><img src="assets\//g)).toHaveLength(4);
    expect(pageOf('architecture.html')).toContain('flowchart LR');
    expect([...pages.values()].join('')).not.toContain('data-language="mermaid"');
  });

  it('tells of every command and every option', () => {
    const page = pageOf('commands.html');
    for (const { name } of commands) expect(page).toContain(`>castellan ${name}</h2>`);
    const flags = Object.values(settings).flatMap((setting) => ('flag' in setting ? [/--[a-z-]+/.exec(setting.flag)?.[0] ?? ''] : []));
    expect(flags.filter((flag) => !new RegExp(`<code>[^<]*${flag}\\b`).test(page))).toEqual([]);
  });
});

describe('a rule in the guide', () => {
  it('has a page with a bad and a good example', () => {
    const without = ruleCatalogue().filter(({ id, title }) => {
      const examples = site.examples.get(id);
      const page = pageOf(`rules/${id.toLowerCase()}.html`);
      const whole = page.includes(`<code>${id}</code>`) && page.includes('<b>Bad</b>') && page.includes('<b>Good</b>') && title !== '';
      return (
        !whole ||
        !examples?.bad.text.trim() ||
        !examples.good.text.trim() ||
        JSON.stringify(examples.bad) === JSON.stringify({ ...examples.good, line: examples.bad.line })
      );
    });
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it('is listed with the others of its family', () => {
    const list = pageOf('rules.html');
    for (const { id } of ruleCatalogue()) expect(list).toContain(`href="rules/${id.toLowerCase()}.html"`);
  });

  describe('its examples', () => {
    const folder = temporaryFolder();
    afterAll(() => folder.dispose());

    it('hold nothing that looks like a secret', async () => {
      for (const [id, { bad, good }] of site.examples)
        for (const [side, { file = 'example.txt', text }] of Object.entries({ bad, good })) {
          const path = join(folder.path, id, side, file.replace(/[^\w.-]+/g, '_'));
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, text);
        }
      const { stdout } = await castellan(['scan', folder.path, '--offline', '--no-vulnerabilities', '--allow-empty', '--format', 'json']);
      const found: { kind: string; locations: { path: string }[] }[] = JSON.parse(stdout).findings;
      expect(found.length).toBeGreaterThan(50);
      expect(found.filter(({ kind }) => kind === 'secret').flatMap(({ locations }) => locations.map(({ path }) => path))).toEqual([]);
    }, 120_000);
  });
});

describe('the guide as it is shipped', () => {
  it('is small', () => {
    const folder = join(projectRoot, 'dist/guide');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['pages.br', 'examples.br']));
    const pictures = [...site.files].filter(([path]) => path.endsWith('.webp')).reduce((sum, [, bytes]) => sum + bytes.length, 0);
    expect(pictures).toBeLessThan(MOST_BYTES - 500_000);
  });
});

/** True for an address of elsewhere, and for one of the site that is there. */
function isThere(path: string, address: string): boolean {
  if (/^[a-z]+:/.test(address)) return true;
  const [file = '', anchor] = address.split('#');
  const target = file === '' ? path : posix.join(dirname(path), file);
  if (!site.files.has(target)) return false;
  return anchor === undefined || pageOf(target).includes(`id="${decodeURIComponent(anchor)}"`);
}
