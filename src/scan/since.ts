import type { ScanReport } from '../model/report.js';
import type { Baseline, ScanRequest } from '../model/request.js';
import { baselineOf } from '../policy/baseline.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { firstOf, plural } from '../support/listing.js';
import type { Context } from '../system/context.js';
import type { TreeName } from '../system/git/trees.js';
import { type TargetRepository, targetRepository, withCommitted } from './committed.js';
import { absolutePath } from './plan.js';
import { runScan } from './run.js';

const SINCE = '--since';
const STAGED = '--staged';

/**
 * The request with a baseline: what a scan of the same request finds in the commit that `git diff REF...` starts from, which is the newest one
 * that HEAD and `ref` (a branch, tag or commit) have in common. It is read from the repository's objects; working tree and index are left alone.
 *
 * Throws UsageError for a request that reads more than one repository's files, for a place that is none, a name that is unknown there and a
 * request that has a baseline already; OperationalError where git is missing, or the clone lacks the commit.
 */
export async function sinceRef(request: ScanRequest, ref: string, context: Context, version: string): Promise<ScanRequest> {
  if (request.gates.baseline) throw new UsageError({ where: SINCE, message: 'cannot be given with --baseline: it makes one' });
  const repository = await targetRepository(request, context, SINCE);
  const commit = await forkPoint(repository, ref, context.signal);
  const source = `${ref} (${commit.slice(0, 12)})`;
  const baseline = await committedBaseline({ repository, tree: { commit }, source }, { request, context, version });
  return { ...request, gates: { ...request.gates, baseline } };
}

/**
 * Scans what is staged for the next commit, with what the last commit has as baseline. It connects to nothing. `index` is the file that git
 * has the staged files in; absent: the repository's own. Throws as `sinceRef` does.
 */
export async function scanStaged(request: ScanRequest, index: string | undefined, context: Context, version: string): Promise<ScanReport> {
  if (request.gates.baseline) throw new UsageError({ where: STAGED, message: 'cannot be given with --baseline: it makes one' });
  const { online: _online, judge: _judge, ...apart } = context;
  const repository = await targetRepository(request, apart, STAGED);
  const offline = { ...request, offline: true };
  const last = await repository.trees.forkPoint(repository.folder, 'HEAD', context.signal);
  const baseline =
    'commit' in last
      ? await committedBaseline({ repository, tree: last, source: 'HEAD' }, { request: offline, context: apart, version })
      : { components: [], keys: [], source: 'the first commit' };
  const staged = { ...offline, gitignore: false, gates: { ...request.gates, baseline } };
  return withCommitted(repository, { index }, apart, ({ context: files }) => runScan(staged, files, version));
}

async function forkPoint({ trees, folder }: TargetRepository, ref: string, signal: AbortSignal): Promise<string> {
  const found = await trees.forkPoint(folder, ref, signal);
  if ('commit' in found) return found.commit;
  const where = `${SINCE} ${ref}`;
  if (found.problem === 'shallow')
    throw new OperationalError({
      where,
      message: 'this clone is shallow and does not go back to a commit that HEAD and it have in common',
      hint: `fetch more of the history: git fetch --depth=1000 origin ${ref.replace(/^origin\//, '')} HEAD`,
    });
  if (found.problem === 'unknown') throw new UsageError({ where, message: 'no such branch, tag or commit in this repository' });
  throw new UsageError({ where, message: 'has no commit in common with HEAD' });
}

interface Source {
  repository: TargetRepository;
  tree: TreeName;
  /** Its name in reports. */
  source: string;
}

interface Run {
  request: ScanRequest;
  context: Context;
  version: string;
}

/** What a tree holds, judged with the options and the database of the request. */
async function committedBaseline({ repository, tree, source }: Source, { request, context, version }: Run): Promise<Baseline> {
  return withCommitted(repository, tree, context, async ({ context: committed, submodules }) => {
    const targets = request.targets.filter(({ value }) => committed.files.info(absolutePath(request.cwd, value), true) !== undefined);
    if (targets.length === 0) return { components: [], keys: [], source };
    // What is tracked is read although .gitignore names it; everything in a tree is.
    const before: ScanRequest = { ...request, targets, gitignore: false };
    const report = await runScan(before, { ...committed, emit: () => {} }, version);
    return { ...baselineOf(report, source), remarks: remarksOf(report, submodules, source) };
  });
}

const SHOWN = 5;

/** What the comparison does not know. All of it counts as new. */
function remarksOf({ scan_run: { collectors } }: ScanReport, submodules: readonly string[], source: string): string[] {
  const unread = collectors.filter(({ outcome }) => outcome === 'failed' || outcome === 'truncated').map(({ target }) => target);
  const because = (names: readonly string[], noun: string, why: string) =>
    names.length === 0
      ? []
      : [`${plural(names.length, noun)} of ${source} ${why}, so findings there count as new: ${firstOf(names, SHOWN)}`];
  return [...because(submodules, 'submodule', 'not compared'), ...because(unread, 'file', 'could not be read')];
}
