import { readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import type { RuleInfo } from '../../src/detect/contract/rule.js';
import { ruleCatalogue } from '../../src/detect/rule-catalogue.js';
import { type GuidePage, projectRoot } from './navigation.js';

const manifest: { repository: { url: string } } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** File of a rule's page in the site. */
export function rulePath(id: string): string {
  return `rules/${id.toLowerCase()}.html`;
}

const byPath = new Map(ruleCatalogue().map((rule) => [rulePath(rule.id), rule]));

/** The rule that a page of the site is about. */
export function ruleAt(path: string): RuleInfo | undefined {
  return byPath.get(path);
}

/** Turns links of Markdown files into links of the site. */
export class SiteLinks {
  private readonly pages: ReadonlyMap<string, string>;
  private readonly rules = new Map(ruleCatalogue().map(({ id }) => [id.toLowerCase(), id]));

  constructor(pages: readonly GuidePage[]) {
    const written = pages.flatMap(({ name, source }): [string, string][] => (source === undefined ? [] : [[source, `${name}.html`]]));
    this.pages = new Map([...written, ['README.md', 'index.html']]);
  }

  /**
   * The address in the site of a link in a Markdown file at `source`: another page, a page of a rule, a schema; what is no page is
   * shown where the project's files are published.
   */
  of(link: string, source: string): string {
    if (/^[a-z]+:/i.test(link)) return link;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? source : posix.join(dirname(source), decodeURI(path));
    const rule = anchor === undefined || target !== 'docs/rules.md' ? undefined : this.rules.get(anchor.toLowerCase());
    if (rule !== undefined) return rulePath(rule);
    if (path === '') return link;
    const page = this.pages.get(target);
    if (page !== undefined) return anchor === undefined ? page : `${page}#${anchor}`;
    if (target.startsWith('docs/schemas/')) return target.replace('docs/', '');
    return this.published(target, anchor);
  }

  private published(target: string, anchor: string | undefined): string {
    const kind = statSync(join(projectRoot, target)).isDirectory() ? 'tree' : 'blob';
    return `${repository}/${kind}/HEAD/${target}${anchor === undefined ? '' : `#${anchor}`}`;
  }
}
