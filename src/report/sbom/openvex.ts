import type { Finding } from '../../model/finding.js';
import type { ScanReport } from '../../model/report.js';
import { safeJson, safeText } from '../../support/terminal.js';
import { documentId } from '../document-id.js';
import { prettyJson } from '../json/pretty.js';
import { worstFirst } from '../order.js';
import type { Reporter } from '../reporter.js';
import { directoryOf, type NameDirectory } from '../words.js';
import { identityOf } from './identity.js';

/** OpenVEX 0.2.0: the status of each vulnerability for each component. */
const reporter: Reporter = {
  *render(report) {
    for (const piece of prettyJson(documentOf(report))) yield safeJson(piece);
  },
};

function documentOf(report: ScanReport) {
  const { tool, scan_run: run } = report;
  const directory = directoryOf(report);
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `urn:uuid:${documentId(report, 'openvex')}`,
    author: tool.name,
    timestamp: run.finished_at,
    version: 1,
    tooling: `${tool.name} ${tool.version}`,
    statements: worstFirst(report).flatMap((finding) => statementOf(finding, directory)),
  };
}

/** A finding without a component is not a vulnerability of a product, so it gets no statement. */
function statementOf(finding: Finding, directory: NameDirectory) {
  const component = directory.component(finding.component);
  if (!component) return [];
  return [
    {
      vulnerability: {
        name: safeText(finding.id),
        description: safeText(finding.title),
        ...(finding.aliases.length > 0 && { aliases: finding.aliases.map(safeText) }),
      },
      products: [{ '@id': identityOf(component)?.text ?? component.ref }],
      ...statusOf(finding),
    },
  ];
}

/**
 * Only a VEX document makes a finding "not affected". An ignored finding is still affected, and the statement says who
 * accepted it.
 */
function statusOf({ suppressed, fix }: Finding) {
  if (suppressed?.by === 'vex')
    return suppressed.status === 'fixed'
      ? { status: 'fixed' }
      : { status: 'not_affected', impact_statement: safeText(suppressed.reason) || 'stated by an earlier VEX document' };
  const accepted = suppressed
    ? `accepted (${suppressed.by}${suppressed.expires === undefined ? '' : `, until ${suppressed.expires}`}): ${suppressed.reason}. `
    : '';
  return { status: 'affected', action_statement: safeText(accepted + fix) || 'no fix is known' };
}

export default reporter;
