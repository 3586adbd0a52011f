import { ruleCatalogue } from '../../src/detect/rule-catalogue.js';
import { html } from './html.js';
import { byGroup, type GuidePage } from './navigation.js';

/** What the groups of the menu are for, in the words of whoever comes to do it. */
const PURPOSES: Readonly<Record<string, string>> = {
  Start: 'Install it, scan, and know what fails a build.',
  Scan: 'One page for each kind of thing that is looked at.',
  'In CI': 'A gate for every change, and results where people look.',
  'Protect at run time': 'Between an agent and its servers: record, judge, deny.',
  'Run a team': 'The service: deploy it, sign in, feed it, keep it healthy.',
  Reference: 'Every command, option, format, rule and route.',
  Project: 'How it is built, measured and changed.',
};

/** The first page: every other page, by what a reader wants to do. */
export function homePage(pages: readonly GuidePage[]): string {
  const cards = byGroup(pages).map(([group, members]) => {
    const links = members.map(({ name, label }) => html`<li><a href="${name}.html">${label}</a></li>`);
    return html`<section class="card"><h2>${group}</h2><p>${PURPOSES[group]}</p><ul>${links}</ul></section>`;
  });
  return html`<h1>Castellan guide</h1>
<p class="lead">A security scanner and a self-hosted service for AI agents, MCP servers and the software under them. Everything runs on your machine.</p>
<pre data-language="sh"><code>npm install -g castellan
castellan scan --demo          <span class="comment"># an estate of agents and MCP servers, with blast radius; exits 1 by design</span>
castellan db update            <span class="comment"># download the advisories (once, then incrementally)</span>
castellan scan                 <span class="comment"># scan the current folder</span></code></pre>
<p>${ruleCatalogue().length} rules have a page each, with a good and a bad example: <a href="rules.html">all rules</a>. <code>castellan rules explain ID</code> says the same in a terminal.</p>
<div class="cards">${cards}</div>
`.text;
}
