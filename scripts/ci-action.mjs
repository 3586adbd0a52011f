// What action.yml runs: installs this very version (unless a program is given), scans, and writes the outputs. No dependencies.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const input = (name) => (process.env[`INPUT_${name}`] ?? '').trim();
const lines = (name) =>
  input(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const skills = input('SCAN_TYPE') === 'skills';
const reportFile = input('REPORT_FILE') || 'castellan-report.json';
const files = { sarif: input('SARIF_FILE'), badge: input('BADGE_FILE'), graph: input('GRAPH_FILE') };

// Paths on a workflow command's or the program's line must not be taken for options.
if (!['', 'scan', 'skills'].includes(input('SCAN_TYPE'))) finish(2, `scan-type must be scan or skills, not "${input('SCAN_TYPE')}"`);
const program = input('PROGRAM') || install();
if (input('UPDATE_DATABASE') === 'true' && !skills) {
  const updated = castellan(['db', 'update']);
  if (updated !== 0) finish(updated, 'the advisory database could not be updated');
}
rmSync(reportFile, { force: true });
finish(castellan(scanArguments()));

function scanArguments() {
  const formats = Object.entries(files).filter(([, file]) => file !== '');
  return [
    ...(skills ? ['skills', 'audit'] : ['scan']),
    ...['json', ...formats.map(([format]) => format)].flatMap((format) => ['--format', `${format}=${files[format] ?? reportFile}`]),
    ...(input('FAIL_ON_SEVERITY') && !skills ? ['--fail-on-severity', input('FAIL_ON_SEVERITY')] : []),
    ...lines('ARGUMENTS'),
    '--',
    ...lines('PATH'),
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
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 130;
}

function statusOf(code, report) {
  if (code === 0) return 'clean';
  if (code === 2) return 'usage_error';
  if (code === 3) return 'stale_data';
  const violated = report?.verdict.gates.some((match) => match.gate !== 'incomplete');
  return code === 1 && violated ? 'violations' : 'error';
}

/** Writes the outputs and ends with the program's own code, or 0 when the workflow wants to judge for itself. */
function finish(code, problem) {
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined;
  const active = (report?.findings ?? []).filter((finding) => finding.suppressed === undefined);
  const counted = active.filter((finding) => finding.kind === (skills ? 'skill' : 'vulnerability'));
  const outputs = {
    'sarif-file': written(files.sarif),
    'exit-code': String(code),
    'scan-status': statusOf(code, report),
    'vulnerability-count': String(counted.length),
    'badge-file': written(files.badge),
    'graph-export-path': written(files.graph),
    'exposure-paths-count': String(report?.exposure_paths.length ?? 0),
    'blast-radius-critical-count': String(active.filter((finding) => finding.severity === 'critical').length),
    'posture-grade': report?.posture.grade ?? 'unknown',
  };
  const target = process.env.GITHUB_OUTPUT;
  // A line feed in a value would begin another output.
  const text = Object.entries(outputs).map(([name, value]) => `${name}=${value.replace(/[\r\n]/g, ' ')}\n`);
  if (target) appendFileSync(target, text.join(''));
  if (problem) process.stderr.write(`error: ${problem}\n`);
  process.exit(input('FAIL') === 'false' ? 0 : code);
}

function written(file) {
  return file !== '' && existsSync(file) ? file : '';
}
