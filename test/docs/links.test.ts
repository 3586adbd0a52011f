import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../support/spawn-cli.js';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(projectRoot, 'docs')).map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md'));

const textOf = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

/** As GitHub makes them of headings. */
function anchorsOf(path: string): string[] {
  return [...textOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Links and drawings' boxes that lead to a file of ours, as `path#anchor`. */
function linksOf(path: string): string[] {
  const text = textOf(path).replace(/^```(?!mermaid)[\s\S]*?^```|`[^`\n]+`/gm, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)|^\s*click \S+ "([^"]+)"/gm)]
    .map(([, link, box]) => link ?? box ?? '')
    .filter((link) => !/^[a-z]+:/.test(link));
}

function isThere(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : join(dirname(page), decodeURI(file));
  return existsSync(join(projectRoot, target)) && (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor));
}

describe('links', () => {
  it.each(pages)('of %s lead to what is there', (page) => {
    expect(linksOf(page).filter((link) => !isThere(page, link))).toEqual([]);
  });

  it('are found in the pages that lead on', () => {
    expect(pages.filter((page) => linksOf(page).length > 0).length).toBeGreaterThan(15);
  });
});
