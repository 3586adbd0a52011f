import { Ajv } from 'ajv';

/*
 * What GitLab's schema of dependency scanning 15.0 asks of a report, written down from its facts (security-products/security-report-schemas,
 * dependency-scanning-report-format.json): GitLab takes no report that misses one of these.
 */

const text = (more: object = {}) => ({ type: 'string', ...more });
const filled = (more: object = {}) => text({ minLength: 1, ...more });
const object = (required: string[], properties: object) => ({ type: 'object', required, properties });
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more });

const time = text({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' });
const program = object(['id', 'name', 'version', 'vendor'], {
  id: filled(),
  name: filled(),
  version: filled(),
  vendor: object(['name'], { name: filled() }),
});
const address = text({ pattern: '^(https?|ftp)://.+' });
const dependency = object(['package', 'version'], {
  package: object(['name'], { name: text() }),
  version: text(),
  direct: { type: 'boolean' },
});

const vulnerability = object(['id', 'identifiers', 'location'], {
  id: filled(),
  name: text({ maxLength: 255 }),
  description: text({ maxLength: 1_048_576 }),
  severity: { enum: ['Info', 'Unknown', 'Low', 'Medium', 'High', 'Critical'] },
  solution: text({ maxLength: 7_000 }),
  identifiers: list(object(['type', 'name', 'value'], { type: filled(), name: filled(), value: filled(), url: address }), { minItems: 1 }),
  links: list(object(['url'], { name: text(), url: address })),
  location: object(['file', 'dependency'], { file: filled(), dependency }),
});

const valid = new Ajv({ strict: false }).compile(
  object(['dependency_files', 'scan', 'version', 'vulnerabilities'], {
    version: text({ pattern: '^[0-9]+\\.[0-9]+\\.[0-9]+$' }),
    scan: object(['analyzer', 'end_time', 'scanner', 'start_time', 'status', 'type'], {
      analyzer: program,
      scanner: program,
      start_time: time,
      end_time: time,
      status: { enum: ['success', 'failure'] },
      type: { enum: ['dependency_scanning'] },
      messages: list(object(['level', 'value'], { level: { enum: ['info', 'warn', 'fatal'] }, value: filled() })),
    }),
    dependency_files: list(
      object(['path', 'package_manager', 'dependencies'], { path: filled(), package_manager: filled(), dependencies: list(dependency) }),
    ),
    vulnerabilities: list(vulnerability),
  }),
);

/** Throws with the schema's own words where GitLab would not take the report. */
export function checkDependencyScanning(report: string): void {
  if (!valid(JSON.parse(report))) throw new Error(JSON.stringify(valid.errors?.slice(0, 3)));
}
