import { readFileSync } from 'node:fs';
import { aiClients } from '../src/collect/agents/registry.js';
import { recognisedFiles } from '../src/collect/lockfiles/recognised.js';
import { packageReaders } from '../src/collect/packages/readers.js';
import type { Setting } from '../src/config/setting.js';
import { settings } from '../src/config/settings.js';
import { connectors } from '../src/control-plane/connectors/registry.js';
import { destinations } from '../src/control-plane/delivery/destinations/registry.js';
import { ruleFamilies } from '../src/detect/contract/rule.js';
import { familyTitles, ruleCatalogue } from '../src/detect/rule-catalogue.js';
import { ecosystems } from '../src/ecosystems/registry.js';
import { reporters } from '../src/report/registry.js';
import { apiPage } from './api-page.js';
import { ciPage } from './ci-page.js';
import { compliancePage } from './compliance-page.js';
import { table } from './markdown-table.js';
import { observabilityPage } from './observability-page.js';

/** Text of each page that is made from tables in the code, by its path below docs/. */
export function docPages(): Record<string, string> {
  return {
    'api.md': apiPage(),
    'ci-reference.md': ciPage(),
    'compliance.md': compliancePage(),
    'configuration.md': configuration(),
    'formats.md': formats(),
    'glossary.md': glossary(),
    'observability.md': observabilityPage(),
    'rules.md': rules(),
  };
}

const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``);

function configuration(): string {
  const rows = Object.values(settings).map((setting: Setting) => [
    code(setting.flag),
    code(setting.env && `SERVICE_${setting.env}`),
    code(setting.yaml),
    code(setting.default),
    setting.choices ? `${setting.help} (${setting.choices.join(', ')})` : setting.help,
    setting.commands.includes('*') ? 'all' : setting.commands.join(', '),
  ]);
  return `# Configuration

Flags win over environment variables, those over \`castellan.yaml\`, that over the default. Every \`SERVICE_X\` may be written
\`CASTELLAN_X\`; where both are set, \`SERVICE_X\` holds. An empty variable counts as not set. Lists in one variable have commas between.
\`serve\` refuses with exit code 2 a setting that makes no sense or means nothing without another, with 1 when one that it needs is missing, and names it. Durations are written \`14d\`, \`36h\`, \`30m\`. \`castellan.yaml\` lies in the scanned project (or is named by
\`--config\`); an unknown key is an error that names the line. It also holds \`ignores:\` and \`exceptions:\`, see [gates](gates.md).

${table(['Flag', 'Variable', 'castellan.yaml', 'Default', 'Meaning', 'Commands'], rows)}

## Connectors of \`serve\`

Each of these variables, or, with \`_FILE\` added to its name, the path of a file that holds its value. [Connections](connections.md) says what
each connector asks.

${table(
  ['Connector', 'Variables'],
  connectors.map(({ title, settings: names }) => [title, names.map(code).join(', ')]),
)}

Delivery of findings has keys of its own, see [connect](connect.md#tickets-chat-and-webhooks):

${table(
  ['Delivery to', 'Connector', 'Destination', 'Variables'],
  Object.entries(destinations).map(([name, { title, expected, settings: names }]) => [
    title,
    code(name),
    expected,
    names.map(code).join(', '),
  ]),
)}

## Other variables

Besides these the program honours \`NO_COLOR\`, \`FORCE_COLOR\`, \`CI\`, \`COLUMNS\`, \`SOURCE_DATE_EPOCH\` (a fixed time for reproducible
reports), \`HTTP_PROXY\`, \`HTTPS_PROXY\`, \`NO_PROXY\` and \`NODE_EXTRA_CA_CERTS\`. \`serve\` also honours
\`OTEL_EXPORTER_OTLP_ENDPOINT\`, \`OTEL_EXPORTER_OTLP_HEADERS\`, \`OTEL_RESOURCE_ATTRIBUTES\`, \`OTEL_METRIC_EXPORT_INTERVAL\` and
\`OTEL_TRACES_SAMPLER\`, see [observing](observability.md#for-a-collector-otlp).
`;
}

function formats(): string {
  const read = packageReaders.map((reader) => [code(reader.id), reader.title, reader.ecosystem, reader.kind]);
  const known = recognisedFiles.map((entry) => [entry.title, entry.hint ?? '']);
  const written = reporters.map(({ id, title, machine, extension }) => [code(id), title, code(`.${extension}`), machine ? 'yes' : 'no']);
  const matched = ecosystems.map((ecosystem) => [
    ecosystem.name,
    code(`pkg:${ecosystem.purlType}`),
    ecosystem.ordering.id,
    ecosystem.inOsv ? 'yes' : 'no',
  ]);
  const clients = aiClients.map(({ id, title, project }) => [title, code(id), project.map(code).join(', ')]);
  return `# Formats

## Read

${table(['Id', 'What', 'Ecosystem', 'Kind'], read)}

A manifest is read only where no lock covers its folder; its exact versions are matched, its ranges are reported as unresolved.

## Recognised, not read

A project that holds only these is an incomplete scan.

${table(['File', 'What to do'], known)}

## AI clients

Their configuration is read from the user's home and from projects, see [agents](agents.md); \`castellan agents\` lists the places in the
home when it finds none.

${table(['Client', 'Id', 'In a project'], clients)}

## Written

${table(['Id', 'What', 'Ending', 'For programs'], written)}

\`--format ID=FILE\` writes one, \`--output FILE\` the one that the file's ending names (the first of several with one ending; the console's
own for an unknown one), \`--output FOLDER\` all that were asked for. What lies where is said on stderr. A file is replaced whole and keeps
its mode and owner; a link is followed; a device, pipe or open descriptor (\`/dev/stdout\`, \`--format json=>(jq .)\` in a shell) is written as
it stands. No two reports go to one file.

## Ecosystems

${table(['Ecosystem', 'purl type', 'Ordering', 'Advisories at OSV'], matched)}
`;
}

function glossary(): string {
  const source = readFileSync(new URL('../src/model/index.ts', import.meta.url), 'utf8');
  const lines = source.split('\n').flatMap((line) => / \* (\S+(?: \S+)?) {2,}(.+)/.exec(line)?.slice(1) ?? []);
  const rows: string[][] = [];
  for (let at = 0; at < lines.length; at += 2) rows.push([lines[at] ?? '', lines[at + 1] ?? '']);
  return `# Glossary\n\n${table(['Word', 'Meaning'], rows)}\n`;
}

/** A table of contents by family, then each rule with why and what to do. */
function rules(): string {
  const all = ruleCatalogue();
  const sections = ruleFamilies.flatMap((family) => {
    const own = all.filter((rule) => rule.family === family);
    if (own.length === 0) return [];
    const rows = own.map((rule) => [`[${rule.id}](#${rule.id.toLowerCase()})`, rule.title, rule.severity, rule.confidence]);
    const texts = own.map(
      ({ id, title, rationale, fix, references }) =>
        `### ${id}\n\n**${title}.** ${rationale}\n\n*What to do:* ${fix}\n\n${references.join(' · ')}\n`,
    );
    return [`## ${familyTitles[family]}\n\n${table(['Rule', 'Finds', 'Severity', 'Confidence'], rows)}\n\n${texts.join('\n')}`];
  });
  return `# Rules

What the detectors look for in AI clients, tools, skills, models and clouds. All of them are deterministic and work offline. A finding's
severity and confidence are its rule's, moved only where the place decides it. \`castellan rules explain ID\` says the same.

Not looked at, because files alone do not tell: whether git tracks a file with a secret or which hooks it runs, who owns a file, whether
a program is there, and what registries say of a package (age, install scripts, whether the server is listed). A configuration above the
size limit is an issue of the run, which is then incomplete, not a finding. Toxic combinations need tool definitions: from the servers
themselves (\`--introspect\`) or saved (\`--mcp-tools\`).

${sections.join('\n')}`;
}
