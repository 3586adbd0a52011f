import { githubActionsTags } from '../../../../ecosystems/versions/github-actions.js';
import { InputError } from '../../../../support/errors.js';
import { stepBetween } from '../../../../support/one-step.js';
import { quoteJson } from '../../../quote.js';
import { emptyResult, type PackageRecord, type ReadIssue, type ReadResult, type SourceFile } from '../../../reader.js';
import { gitSource, isCommit } from '../../entries/git-source.js';
import { addPackage } from '../../entries/package-entry.js';
import { report } from '../../entries/report.js';
import { itemsOf, member, membersOf, memberText, readYaml, unknownKeys, type YamlValue } from '../../syntax/yaml-document.js';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Keys of the workflow and action syntax. GitHub refuses other keys, so an unknown one hides something. */
const WORKFLOW = words('name run-name on permissions env defaults concurrency jobs');
const JOB = words(
  'name permissions needs if runs-on snapshot environment concurrency outputs env defaults steps timeout-minutes strategy ' +
    'continue-on-error container services uses with secrets',
);
const STEP = words('id if name uses run working-directory shell with env continue-on-error timeout-minutes');
const ACTION = words('name author description inputs outputs runs branding');
const RUNS = words('using steps main pre pre-if post post-if image entrypoint pre-entrypoint post-entrypoint args env');
/** A folder of the project itself, relative to the workspace (`./`, `../`) or to the workflow's repository (`$/`). */
const OWN = /^(?:\.\.?|\$)\//;
/** `owner/repo`, optionally a folder or workflow file in it, then tag, branch or commit. */
const USES = /^([A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+)(?:\/[^\s@]*)?@(\S+)$/;

/** Reads the actions and reusable workflows that a workflow or a composite action uses. */
export function readWorkflow(file: SourceFile): ReadResult {
  const result = emptyResult();
  const document = readYaml(file, result.issues);
  const jobs = member(document, 'jobs');
  const runs = member(document, 'runs');
  if (!document || (!jobs && !runs))
    throw new InputError({ where: file.path, message: 'expected "jobs" or "runs", so neither a workflow nor an action' });
  refuseOthers(result, document, jobs ? WORKFLOW : ACTION);
  if (jobs && jobs.kind !== 'map') report(result, 'expected a mapping "jobs"', { line: jobs.line });
  for (const [, job] of membersOf(jobs)) readJob(result, job);
  if (runs && !jobs) readRuns(result, runs);
  result.packages = once(result.packages);
  result.issues = imagesInOne(result.issues);
  return result;
}

/** Removes repeated records: content repeated by an alias has the same line and is the same use. */
function once(packages: readonly PackageRecord[]): PackageRecord[] {
  return [...new Map(packages.map((record) => [`${record.line} ${record.name}@${record.version}`, record])).values()];
}

function readJob(result: ReadResult, job: YamlValue): void {
  refuseOthers(result, job, JOB);
  const uses = member(job, 'uses');
  if (uses) addUses(result, uses);
  else if (!member(job, 'steps')) report(result, 'a job has neither steps nor uses', { line: job.line });
  const image = memberText(job, 'container') ?? memberText(member(job, 'container'), 'image');
  if (image !== undefined) noteImage(result, image, job.line);
  for (const [, service] of membersOf(member(job, 'services'))) noteImage(result, memberText(service, 'image') ?? '', service.line);
  readSteps(result, member(job, 'steps'));
}

/** A JavaScript action contains its code, a composite action uses further actions, other actions run a container. */
function readRuns(result: ReadResult, runs: YamlValue): void {
  refuseOthers(result, runs, RUNS);
  if (memberText(runs, 'using') === undefined) report(result, '"runs" does not say what it is using', { line: runs.line });
  const image = memberText(runs, 'image');
  if (image?.startsWith('docker://')) noteImage(result, image, runs.line);
  const steps = member(runs, 'steps');
  if (!steps && memberText(runs, 'using') === 'composite') report(result, 'a composite action has no steps', { line: runs.line });
  readSteps(result, steps);
}

function readSteps(result: ReadResult, steps: YamlValue | undefined): void {
  if (steps && steps.kind !== 'list') report(result, 'expected a list "steps"', { line: steps.line });
  for (const step of itemsOf(steps)) {
    refuseOthers(result, step, STEP);
    const uses = member(step, 'uses');
    if (uses) addUses(result, uses);
    else if (!member(step, 'run') && !readUnknown(result, step)) report(result, 'a step has neither run nor uses', { line: step.line });
  }
}

/**
 * Reads the steps below an unknown key (such as `parallel:`), which makes a new kind of step, and reports the key.
 * False when there is no unknown key, or only a misspelt one.
 */
function readUnknown(result: ReadResult, step: YamlValue): boolean {
  const unknown = unknownKeys(step, STEP);
  if (unknown.some((key) => stepBetween('uses', key) !== undefined || stepBetween('run', key) !== undefined)) return false;
  for (const key of unknown) {
    const value = member(step, key);
    const steps = value?.kind === 'map' ? member(value, 'steps') : value;
    if (steps?.kind === 'list' && steps.items.every(({ kind }) => kind === 'map')) readSteps(result, steps);
  }
  return unknown.length > 0;
}

function addUses(result: ReadResult, uses: YamlValue): void {
  const { line } = uses;
  const text = uses.kind === 'text' ? uses.text : '';
  const [, name, ref] = USES.exec(text) ?? [];
  if (OWN.test(text)) result.local.push(text);
  else if (text.startsWith('docker://')) noteImage(result, text, line);
  else if (text.includes('${{') || (ref === undefined && /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_./-]+$/.test(text)))
    result.unresolved.push({ name: text.replace(/@.*$/s, '').slice(0, 200), requirement: text.slice(0, 200), line, direct: true });
  else if (name === undefined || ref === undefined)
    report(result, `no action with its version: ${quoteJson(text)}`, { kind: 'unresolved', line, note: true });
  else if (isExact(ref)) addPackage(result, { name, version: ref, line, direct: true, ...pin(name, ref) });
  else result.unresolved.push({ name, requirement: ref.slice(0, 200), line, direct: true });
}

/**
 * True for a tag that is a version, and for a commit. A branch (`main`, `stable`, `release/v1`) can be anything when
 * the workflow runs.
 */
function isExact(ref: string): boolean {
  return githubActionsTags.valid(ref) || isWholeCommit(ref);
}

/** GitHub no longer accepts abbreviated commits, and a tag may look like one. */
function isWholeCommit(ref: string): boolean {
  return ref.length >= 40 && isCommit(ref);
}

function pin(name: string, ref: string): object {
  return isWholeCommit(ref) ? { source: gitSource(`https://github.com/${name}`, ref) } : {};
}

const IMAGE = 'container image ';

function noteImage(result: ReadResult, image: string, line: number): void {
  report(result, IMAGE + quoteJson(image), { kind: 'unsupported_format', line, note: true });
}

/** Images that the note names; the others are counted. */
const MAX_IMAGES = 10;

/** Joins the issues about images of a file into one note, at the first image. */
function imagesInOne(issues: readonly ReadIssue[]): ReadIssue[] {
  const notes = issues.filter(({ reason }) => reason.startsWith(IMAGE));
  const images = [...new Set(notes.map(({ reason }) => reason.slice(IMAGE.length)))];
  const [first] = notes;
  if (!first) return [...issues];
  const more = images.length > MAX_IMAGES ? ` and ${images.length - MAX_IMAGES} more` : '';
  const what = images.length === 1 ? `${first.reason} was` : `container images ${images.slice(0, MAX_IMAGES).join(', ')}${more} were`;
  return [...issues.filter((issue) => !notes.includes(issue)), { ...first, reason: `${what} not looked into` }];
}

function refuseOthers(result: ReadResult, value: YamlValue, known: ReadonlySet<string>): void {
  if (value.kind !== 'map') report(result, 'expected a mapping', { line: value.line });
  for (const key of unknownKeys(value, known)) report(result, `unknown key ${quoteJson(key)}`, { line: value.line, note: true });
}
