import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Eleventy, { type Configuration } from '@11ty/eleventy';
import { build, type Metafile } from 'esbuild';
import type { RuleExamples } from '../../src/system/guide-files.js';
import { Assets } from './assets.js';
import type { SearchText } from './browser/search-text.js';
import { commandPage } from './command-page.js';
import { type FrameAssets, frame, SEARCH_PATH } from './frame.js';
import { homePage } from './home.js';
import { SiteLinks } from './links.js';
import { forTheSite } from './markdown.js';
import { type GuidePage, guidePages, projectRoot } from './navigation.js';
import { ruleExamples } from './rule-examples.js';
import { rulePages } from './rule-pages.js';
import { searchTexts } from './search-texts.js';

/** The guide: its files by their paths, and what else the build needs of them. */
export interface Site {
  files: ReadonlyMap<string, Buffer>;
  examples: ReadonlyMap<string, RuleExamples>;
  /** Of the scripts, for the notices of third parties. */
  metafile: Metafile;
}

const BROWSER = join(import.meta.dirname, 'browser');

/** Makes the whole site in memory, from docs/, the rules, their cases and the table of commands. Nothing outside of the project is read. */
export async function makeSite(): Promise<Site> {
  const assets = new Assets();
  const pages = guidePages();
  const examples = ruleExamples();
  const client = await bundle('guide.ts', []);
  const loaded: FrameAssets = {
    style: assets.add('guide.css', await styles()),
    script: assets.add('guide.js', client.text),
    icon: assets.add('icon.svg', readFileSync(join(projectRoot, 'src/ui/icon.svg'))),
  };
  const written = await writePages(pages, examples, loaded, assets);
  const search = await bundle(
    'search.ts',
    [...written].flatMap(([path, { article }]) => (path === 'index.html' ? [] : searchTexts(article, path))),
  );
  const searchPath = assets.add('search.js', search.text);
  const html = [...written].map(([path, { text }]): [string, Buffer] => [path, Buffer.from(text.replace(SEARCH_PATH, searchPath))]);
  const metafile = { ...search.metafile, inputs: { ...client.metafile.inputs, ...search.metafile.inputs } };
  return { files: new Map([...html, ...schemas(), ...assets.files]), examples, metafile };
}

interface WrittenPage {
  /** The page's own content. */
  article: string;
  /** The whole page. */
  text: string;
}

async function writePages(
  pages: readonly GuidePage[],
  examples: ReadonlyMap<string, RuleExamples>,
  loaded: FrameAssets,
  assets: Assets,
): Promise<Map<string, WrittenPage>> {
  const written = new Map<string, WrittenPage>();
  const links = new SiteLinks(pages);
  const config = (eleventy: Configuration) => {
    eleventy.setUseGitIgnore(false);
    eleventy.setTemplateFormats(['md', 'html']);
    eleventy.amendLibrary('md', (markdown) => forTheSite(markdown, links, assets));
    eleventy.addGlobalData('permalink', () => (data: { page: { filePathStem: string } }) => `${data.page.filePathStem}.html`);
    // Each rule has a page of its own here.
    eleventy.addPreprocessor('rules', 'md', ({ page }, content) =>
      basename(page.inputPath) === 'rules.md' ? content.replace(/^### [\s\S]*?(?=^## |$(?![\s\S]))/gm, '') : content,
    );
    addMadePages(eleventy, pages, examples);
    eleventy.addTransform('frame', function (article) {
      const path = this.page.url.replace(/\/$/, '/index.html').replace(/^\//, '');
      written.set(path, { article, text: frame(article, path, pages, loaded) });
      return article;
    });
  };
  await new Eleventy('docs', '_site', { quietMode: true, configPath: 'scripts/eleventy.config.mjs', config }).toJSON();
  return written;
}

/** Pages that are no files of docs/. */
function addMadePages(eleventy: Configuration, pages: readonly GuidePage[], examples: ReadonlyMap<string, RuleExamples>): void {
  eleventy.addTemplate('index.html', homePage(pages), {});
  eleventy.addTemplate('commands.md', commandPage(), {});
  for (const { name, source } of pages)
    if (source !== undefined && !source.startsWith('docs/'))
      eleventy.addTemplate(`${name}.md`, readFileSync(join(projectRoot, source), 'utf8'), {});
  for (const [path, content] of rulePages(examples)) eleventy.addTemplate(path, content, {});
}

async function styles(): Promise<string> {
  const { outputFiles } = await build({ entryPoints: [join(BROWSER, 'guide.css')], bundle: true, minify: true, write: false });
  return outputFiles[0]?.text ?? '';
}

async function bundle(entry: string, texts: readonly SearchText[]): Promise<{ text: string; metafile: Metafile }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [join(BROWSER, entry)],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
    metafile: true,
    plugins: [
      {
        name: 'texts',
        setup(build) {
          build.onResolve({ filter: /^virtual:texts$/ }, ({ path }) => ({ path, namespace: 'texts' }));
          build.onLoad({ filter: /.*/, namespace: 'texts' }, () => ({ contents: JSON.stringify(texts), loader: 'json' }));
        },
      },
    ],
  });
  return { text: outputFiles[0]?.text ?? '', metafile };
}

function schemas(): [string, Buffer][] {
  const folder = join(projectRoot, 'docs/schemas');
  return readdirSync(folder).map((name) => [`schemas/${name}`, readFileSync(join(folder, name))]);
}
