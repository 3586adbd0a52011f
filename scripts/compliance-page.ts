import { assess } from '../src/policy/compliance/assess.js';
import { checksFor } from '../src/policy/compliance/bearing.js';
import type { Framework } from '../src/policy/compliance/frameworks/framework.js';
import { frameworks } from '../src/policy/compliance/registry.js';
import { ruleMarks } from '../src/policy/compliance/rule-marks.js';
import { table } from './markdown-table.js';

/** docs/compliance.md: how controls are assessed, and every control of every framework. */
export function compliancePage(): string {
  const list = frameworks.map(({ id, title, version, publisher, titles, confirmed_with }) => [
    `[\`${id}\`](#${id})`,
    title,
    version,
    publisher,
    titles === 'official' ? 'the publisher’s' : 'in our words',
    confirmed_with,
  ]);
  return `# Compliance

\`GET /v1/compliance\` lists the frameworks, \`GET /v1/compliance/{framework}\` assesses one, and
\`GET /v1/compliance/{framework}/report?format=json|markdown|csv\` exports that. What is assessed is what the tenant's sources have shown:
packages and their licences, images, infrastructure code, secrets, agents, servers, tools, skills and models. It is evidence for an audit,
not an audit, and not legal advice.

## How a control is assessed

- **fail**: an open finding speaks against it. The answer counts such findings and names the worst ten. Findings that an exception in
  force speaks for do not count; the answer says how many there are. Suppressed and resolved ones do not count either.
- **pass**: scans can assess it (*scans* below), every check that could have found something has looked at all there is, at least one of
  them had something to look at, and nothing is open.
- **not assessed**: everything else. A control that was not assessed has not passed. \`not_inspected\` says what stands in the way:
  - no whole run has looked: no source is of a kind that such a check looks at, or none has run;
  - a source's newest run was not whole, or a source that is enabled has never been read whole;
  - packages were not looked up (\`vulnerabilities: false\`, no advisory data), or servers were seen whose tools were not. A server that only
    the fleet reports counts as such, until a scan has seen its configuration.

A finding of severity \`none\` is a remark: it fails nothing, but it keeps a control from passing until a person has looked at it.

Who can assess a control is part of the data: *scans* alone; *scans in part*, where findings speak against it but a clean scan says too
little to pass it; or *people*, for whom \`evidence_needed\` says what to look at. A process, a contract or a duty never passes by a scan.

Findings that others push count like our own where they name one of our kinds (\`kind\`) or rules. A kind that no check here looks for
(\`policy\`) can fail a control and never pass one.

## Frameworks

${table(['Id', 'Framework', 'Version', 'Publisher', 'Titles', 'Compared with'], list)}

${frameworks.map(section).join('\n\n')}
`;
}

const BY = { scans: 'scans', scans_in_part: 'scans in part', people: 'people' } as const;

function section(framework: Framework): string {
  const marks = ruleMarks();
  const { controls } = assess(framework, { groups: [], inspected: [], not_inspected: [], marks });
  const rows = framework.controls.map((control, index) => {
    const by = controls[index]?.assessed_by ?? 'people';
    return [control.id, control.title, BY[by], checksFor(control, marks).join(', '), control.evidence];
  });
  return `### ${framework.id}

${framework.title}, ${framework.version}: <${framework.reference}>

${table(['Control', 'Title', 'Assessed by', 'Checks that bear on it', 'Evidence'], rows)}`;
}
