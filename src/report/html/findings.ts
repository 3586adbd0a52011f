import type { Finding } from '../../model/finding.js';
import type { ScanReport } from '../../model/report.js';
import { linkTarget, markup, markupLines } from '../escape.js';
import { worstFirst } from '../order.js';
import { signs } from '../page/signs.js';
import { epssText, kindWord, locationText, type NameDirectory, originWord, severityWord, subjectLabel } from '../words.js';

/** The most rows that a browser sorts and filters without delay. */
export const MAX_ROWS = 5_000;

const HEAD = `<thead><tr><th><button data-sort="rank">Severity</button></th><th><button data-sort="id">Id</button></th>
<th><button data-sort="subject">Component</button></th><th>Finding</th><th><button data-sort="epss">EPSS</button></th></tr></thead>
`;

const FILTERS = `<form class="filters" hidden>
<label>Search <input type="search" id="search" placeholder="id, package, path, text" autocomplete="off"></label>
<fieldset><legend>Severity</legend>${['malicious', 'critical', 'high', 'medium', 'low', 'none', 'unknown']
  .map((word) => `<label><input type="checkbox" name="severity" value="${word}" checked> ${word}</label>`)
  .join(' ')}</fieldset>
<label><input type="checkbox" id="kev"> exploited only</label> <label><input type="checkbox" id="fixable"> with a fix only</label>
<label><input type="checkbox" id="suppressed" checked> suppressed too</label> <output id="shown"></output>
</form>
`;

/** The table of findings, worst first. Each row's details open without a script. */
export function* findingsSection(report: ScanReport, directory: NameDirectory): Generator<string> {
  const findings = worstFirst(report);
  yield '<section><h2>Findings</h2>\n';
  if (findings.length === 0) {
    const words = report.verdict.outcome === 'clean' ? 'No findings.' : 'Nothing found in what could be read.';
    yield `<p>${words}</p></section>\n`;
    return;
  }
  yield `${FILTERS}<div class="scroll"><table id="findings">${HEAD}<tbody>\n`;
  for (const [index, finding] of findings.slice(0, MAX_ROWS).entries()) yield row(finding, { index, directory });
  yield '</tbody></table></div>\n';
  const left = findings.length - MAX_ROWS;
  if (left > 0) yield `<p class="soft">${left} findings of lesser severity are not on this page; the JSON report holds all.</p>\n`;
  yield '</section>\n';
}

interface RowContext {
  index: number;
  directory: NameDirectory;
}

function row(finding: Finding, { index, directory }: RowContext): string {
  const word = severityWord(finding);
  const marks = `${finding.kev === 'listed' ? ' kev' : ''}${finding.fixed_version === undefined ? '' : ' fixable'}${finding.suppressed ? ' suppressed' : ''}`;
  const component = directory.component(finding.component);
  const under = component
    ? [component.ecosystem, ...(component.direct === null ? [] : [component.direct ? 'direct' : 'transitive']), component.scope].join(' · ')
    : kindWord(finding.kind);
  const soft = originWord(finding) === '' ? under : `${under} · ${originWord(finding)}`;
  const score = finding.score === undefined ? '' : `<br><span class="soft">CVSS ${finding.score.toFixed(1)}</span>`;
  return `<tr class="${word}${marks}" data-rank="${index}" data-severity="${word}" data-epss="${finding.epss?.score ?? -1}">
<td><span class="sev ${word}">${signs[word]} ${word}</span>${score}</td>
<td data-key="id"><code>${markup(finding.id)}</code>${finding.kev === 'listed' ? ' <b class="kev">KEV</b>' : ''}</td>
<td data-key="subject"><b>${markup(brief(subjectLabel(finding, directory)))}</b><br><span class="soft">${markup(soft)}</span></td>
<td><details><summary>${markup(brief(finding.title) || finding.id)}</summary>${detailList(finding, directory)}</details>${fixedText(finding)}${suppressedText(finding)}</td>
<td data-head="EPSS"${finding.epss ? '' : ' class="nothing"'}>${finding.epss ? markup(epssText(finding.epss)) : '–'}</td></tr>
`;
}

/** Shortens a text for a cell; the details have the whole text. */
function brief(text: string): string {
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

function fixedText({ fixed_version: fixed, locations }: Finding): string {
  const [first] = locations;
  const place = first ? `<code>${markup(locationText(first))}</code>${locations.length > 1 ? ` +${locations.length - 1}` : ''}` : '';
  const version = fixed === undefined ? '' : ` · fixed in <b class="fixed">${markup(fixed)}</b>`;
  return `<p class="soft">${place}${version}</p>`;
}

function suppressedText({ suppressed }: Finding): string {
  if (!suppressed) return '';
  const until = suppressed.expires === undefined ? '' : ` until ${markup(suppressed.expires)}`;
  return `<p class="soft">suppressed by ${suppressed.by}${until}: ${markup(suppressed.reason)}</p>`;
}

function detailList(finding: Finding, directory: NameDirectory): string {
  const { why, fix, aliases, match, vector, cwes, locations, references, blast_radius: radius, published, kev_added: listed } = finding;
  const names = (refs: readonly string[]) => refs.map((ref) => markup(directory.label(ref))).join(', ');
  const entries: [string, string][] = [
    ['What', finding.title === brief(finding.title) ? '' : markupLines(finding.title)],
    ['Why', markupLines(why)],
    ['Fix', markupLines(fix)],
    [
      'Reaches',
      radius
        ? Object.entries(radius)
            .flatMap(([noun, refs]) => (Array.isArray(refs) && refs.length > 0 ? `${noun}: ${names(refs)}` : []))
            .join('<br>')
        : '',
    ],
    ['Open to', radius?.exposed ? 'the internet' : ''],
    ['Match', match ? markup(`${match.ecosystem} ${match.name}: ${match.range}, decided by ${match.event}`) : ''],
    ['Also known as', aliases.map(markup).join(', ')],
    ['Weakness', cwes.map(markup).join(', ')],
    ['Vector', vector === undefined ? '' : `<code>${markup(vector)}</code>`],
    ['Published', published === undefined ? '' : markup(published.slice(0, 10))],
    ['Listed in KEV', listed === undefined ? '' : markup(listed)],
    [
      'Where',
      locations
        .slice(0, 50)
        .map((location) => `<code>${markup(locationText(location))}</code>`)
        .join('<br>'),
    ],
    ['References', references.slice(0, 20).map(reference).join('<br>')],
  ];
  return `<dl>${entries.map(([term, text]) => (text === '' ? '' : `<dt>${term}</dt><dd>${text}</dd>`)).join('')}</dl>`;
}

/** Only web addresses become links, and the target of a link gets no referrer. */
function reference(url: string): string {
  const target = linkTarget(url);
  return target === undefined ? markup(url) : `<a href="${markup(target)}" rel="noreferrer noopener">${markup(target)}</a>`;
}
