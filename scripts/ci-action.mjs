// What action.yml runs: installs this very version (unless a program is given), scans, shows the report, and writes the outputs. No dependencies.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, lstatSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const input = (name) => (process.env[`INPUT_${name}`] ?? '').trim();
const lines = (name) =>
  input(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** By scan type: the command, and the option that each path is given to; without one it is an operand. */
const TYPES = {
  scan: { command: ['scan'] },
  image: { command: ['scan'], option: '--image' },
  iac: { command: ['scan'], option: '--iac' },
  skills: { command: ['skills', 'audit'] },
};
const type = TYPES[input('SCAN_TYPE') || 'scan'];
const skills = type === TYPES.skills;
const looksUp = type === TYPES.scan || type === TYPES.image;
const reportFile = input('REPORT_FILE') || 'castellan-report.json';
const files = { sarif: input('SARIF_FILE'), badge: input('BADGE_FILE'), graph: input('GRAPH_FILE') };
const scratch = mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'castellan-'));
const shown = { annotations: join(scratch, 'annotations'), summary: join(scratch, 'summary.md') };

// Outputs tell of this run alone: whatever an earlier one left goes before anything can end.
const left = [reportFile, ...Object.values(files)].filter((file) => !forgotten(file));
if (left.length > 0) finish(1, `${left.join(', ')} of an earlier run cannot be removed`);

if (!type) finish(2, `scan-type must be one of ${Object.keys(TYPES).join(', ')}, not "${input('SCAN_TYPE')}"`);
const program = input('PROGRAM') || install();
if (input('UPDATE_DATABASE') === 'true' && looksUp) {
  const updated = castellan(['db', 'update']);
  if (updated !== 0) finish(updated, 'the advisory database could not be updated');
}
const code = castellan(scanArguments());
annotate();
finish(code);

/** The report in the log is the console's, unless the arguments put another one there; the others go to files. */
function scanArguments() {
  const own = lines('ARGUMENTS').some(
    (line, at, all) => /^--format=[^=]+$/.test(line) || (/^(?:-f|--format)$/.test(all[at - 1]) && !line.includes('=')),
  );
  const formats = { json: reportFile, ...files, github: shown.annotations, markdown: shown.summary };
  const written = Object.entries(formats).filter(([, file]) => file !== '');
  return [
    ...type.command,
    ...[...(own ? [] : ['console']), ...written.map(([format, file]) => `${format}=${file}`)].flatMap((format) => ['--format', format]),
    ...(input('FAIL_ON_SEVERITY') && !skills ? ['--fail-on-severity', input('FAIL_ON_SEVERITY')] : []),
    ...lines('ARGUMENTS'),
    // Paths must not be taken for options.
    ...(type.option ? lines('PATH').map((path) => `${type.option}=${path}`) : ['--', ...lines('PATH')]),
  ];
}

/** Installs the exact version this action belongs to, apart from the workspace, and gives the program's path. */
function install() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const folder = join(process.env.RUNNER_TEMP ?? root, `castellan-${version}`);
  const done = spawnSync('npm', ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', `castellan@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) finish(1, `castellan@${version} could not be installed`);
  return join(folder, 'node_modules/castellan/bin/castellan.cjs');
}

function castellan(args) {
  const { status, signal } = spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' });
  return status ?? 128 + (constants.signals[signal] ?? 0);
}

/** GitHub reads annotations from the log, and the summary from a file of its own. */
function annotate() {
  process.stdout.write(textOf(shown.annotations));
  const target = process.env.GITHUB_STEP_SUMMARY;
  if (target) appendFileSync(target, fitting(textOf(shown.summary)));
}

/** GitHub drops a summary of more than a mebibyte whole. */
function fitting(text) {
  const bytes = Buffer.from(text);
  if (bytes.length < 1_000_000) return text;
  const head = bytes.subarray(0, 1_000_000).toString('utf8');
  return `${head.slice(0, head.lastIndexOf('\n'))}\n\n_The rest is in ${reportFile}._\n`;
}

function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Removes a regular file, also at the end of a link; devices, pipes and folders are nothing that a run has left. False where it stays. */
function forgotten(file) {
  try {
    if (file === '' || !existsSync(file)) return true;
    const place = realpathSync(file);
    if (lstatSync(place).isFile()) rmSync(place);
    return true;
  } catch {
    return false;
  }
}

/** The report of this run; undefined when there is none to read. */
function report() {
  if (left.length > 0) return undefined;
  try {
    const value = JSON.parse(readFileSync(reportFile, 'utf8'));
    return Array.isArray(value.findings) && Array.isArray(value.verdict.gates) ? value : undefined;
  } catch {
    return undefined;
  }
}

function statusOf(code, found) {
  if (code === 2) return 'usage_error';
  if (code === 3) return 'stale_data';
  if (!found) return 'error';
  if (code === 0) return 'clean';
  return code === 1 && found.verdict.gates.some((match) => match.gate !== 'incomplete') ? 'violations' : 'error';
}

/** Writes the outputs and ends with the program's own code, or 0 when the workflow wants to judge for itself. */
function finish(exit, problem) {
  const found = report();
  const active = (found?.findings ?? []).filter((finding) => finding.suppressed === undefined);
  const counted = active.filter((finding) => finding.kind === (skills ? 'skill' : 'vulnerability'));
  // Without a report nobody can say that all is well.
  const code = exit === 0 && !found ? 1 : exit;
  const outputs = {
    'sarif-file': written(files.sarif),
    'exit-code': String(code),
    'scan-status': statusOf(code, found),
    'vulnerability-count': String(counted.length),
    'badge-file': written(files.badge),
    'graph-export-path': written(files.graph),
    'exposure-paths-count': String(found?.exposure_paths?.length ?? 0),
    'blast-radius-critical-count': String(active.filter((finding) => finding.severity === 'critical').length),
    'posture-grade': found?.posture?.grade ?? 'unknown',
  };
  const target = process.env.GITHUB_OUTPUT;
  // A line feed in a value would begin another output.
  const text = Object.entries(outputs).map(([name, value]) => `${name}=${value.replace(/[\r\n]/g, ' ')}\n`);
  if (target) appendFileSync(target, text.join(''));
  const missing = code !== 2 && code !== 3 && !found ? `no report was written to ${reportFile}` : undefined;
  for (const line of [problem, missing]) if (line) process.stderr.write(`error: ${line.replace(/[\r\n]/g, ' ')}\n`);
  rmSync(scratch, { recursive: true, force: true });
  process.exit(input('FAIL') === 'false' ? 0 : code);
}

function written(file) {
  return file !== '' && left.length === 0 && existsSync(file) ? file : '';
}
