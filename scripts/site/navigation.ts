import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

export const projectRoot = resolve(import.meta.dirname, '../..');

/** A page that stands in the menu. */
export interface GuidePage {
  /** `agents`: the page is `agents.html` in the site. */
  name: string;
  /** Its name in the menu. */
  label: string;
  group: string;
  /** Its Markdown, from the project's root; undefined for a page that is made in code. */
  source?: string;
}

/** Pages of the menu that are made in code. */
const MADE = new Set(['commands']);

/** Every page of the menu in its order, of docs/guide.yaml. Throws for a page that has no file. */
export function guidePages(): GuidePage[] {
  const menu: Record<string, Record<string, string>> = parse(readFileSync(join(projectRoot, 'docs/guide.yaml'), 'utf8'));
  return Object.entries(menu).flatMap(([group, pages]) =>
    Object.entries(pages).map(([name, label]) => ({ name, label, group, ...sourceOf(name) })),
  );
}

function sourceOf(name: string): { source?: string } {
  if (MADE.has(name)) return {};
  const source = [`docs/${name}.md`, `${name.toUpperCase()}.md`].find((path) => existsSync(join(projectRoot, path)));
  if (source === undefined) throw new Error(`docs/guide.yaml: ${name} has no page docs/${name}.md`);
  return { source };
}

/** The pages by group, in the order of the menu. */
export function byGroup(pages: readonly GuidePage[]): [string, GuidePage[]][] {
  const groups = new Map<string, GuidePage[]>();
  for (const page of pages) groups.set(page.group, [...(groups.get(page.group) ?? []), page]);
  return [...groups];
}
