import type { ScanReport } from '../../model/report.js';
import { markup } from '../escape.js';
import { graphPage } from '../graph/graph-page.js';
import { browserText } from '../page/browser-text.js';
import { pageFrame } from '../page/page.js';
import type { Reporter } from '../reporter.js';
import { directoryOf, scannedText } from '../words.js';
import { findingsSection } from './findings.js';
import { graphSection } from './graph.js';
import { agentsSection, cloudSection, filesSection, pathsSection, readingSection, remarksSection, serversSection } from './sections.js';
import { summarySection } from './summary.js';

/** One page for people: readable without its script, sortable and filterable with it. */
const reporter: Reporter = {
  *render(report) {
    const { findingsStyle: style, findingsScript: script } = browserText;
    const { start, end } = pageFrame({ title: titleOf(report), style, script, embedded: [graphPage] });
    const directory = directoryOf(report);
    yield start;
    yield summarySection(report);
    yield '<main>\n';
    yield* findingsSection(report, directory);
    yield pathsSection(report, directory);
    yield agentsSection(report, directory);
    yield serversSection(report);
    yield filesSection(report);
    yield cloudSection(report);
    yield* graphSection(report);
    yield readingSection(report);
    yield remarksSection(report);
    yield `</main>\n<footer>${markup(`${report.tool.name} ${report.tool.version}`)}</footer>\n`;
    yield end;
  },
};

function titleOf(report: ScanReport): string {
  return `Castellan: ${scannedText(report).slice(0, 200)}`;
}

export default reporter;
