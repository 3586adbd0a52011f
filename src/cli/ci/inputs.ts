import { type Environment, readVariable, variableOf } from '../../config/environment.js';
import { UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';

interface CiInput {
  /** `lines`: one value a line. */
  type: 'text' | 'lines' | 'choice' | 'flag';
  choices?: readonly string[];
  /** As a user would write it; absent: empty. */
  default?: string;
  /** What action.yml gives when the workflow does not; absent: the default. */
  actionDefault?: string;
  /** A report of this format is written to the file. */
  format?: string;
  /** One line of Markdown, without a full stop. */
  help: string;
}

/**
 * Every input of `castellan ci`, once, by its name in a workflow. action.yml and docs/ci.md are held equal to it. In variables `sarif-file` is
 * `SERVICE_CI_SARIF_FILE`.
 */
export const ciInputs = {
  'scan-type': {
    type: 'choice',
    choices: ['scan', 'image', 'iac', 'skills'],
    default: 'scan',
    help: '`scan` for everything in a folder, `image` for container images, `iac` for infrastructure code, `skills` for instruction files and skill bundles',
  },
  path: { type: 'lines', default: '.', help: 'what to scan, one path a line; for `image` references, archives or layouts' },
  'working-directory': { type: 'text', default: '.', help: 'folder of the workspace that all paths of inputs are relative to' },
  'report-file': { type: 'text', default: 'castellan-report.json', format: 'json', help: 'where to write the JSON report' },
  'sarif-file': { type: 'text', format: 'sarif', help: 'where to write SARIF; empty for none' },
  'sbom-file': { type: 'text', format: 'cyclonedx', help: 'where to write the CycloneDX SBOM; empty for none' },
  'badge-file': { type: 'text', format: 'badge', help: 'where to write the badge JSON; empty for none' },
  'graph-file': { type: 'text', format: 'graph', help: 'where to write the graph (Cytoscape JSON); empty for none' },
  'code-quality-file': {
    type: 'text',
    format: 'gitlab-code-quality',
    help: "where to write the report for GitLab's Code Quality; empty for none",
  },
  'dependency-scanning-file': {
    type: 'text',
    format: 'gitlab-dependency-scanning',
    help: "where to write the report for GitLab's dependency scanning; empty for none",
  },
  'outputs-file': {
    type: 'text',
    help: 'file of the workspace to write the outputs to, one `NAME=value` a line; empty for where the system looks for them',
  },
  'fail-on-severity': {
    type: 'text',
    help: "gate: `critical`, `high`, `medium`, `low` or `any`; empty for the program's own default; not used for `skills`",
  },
  baseline: {
    type: 'text',
    help: '`target` judges only what a pull request brings to its target branch, a path what is new since that JSON report; empty judges all',
  },
  'update-database': {
    type: 'flag',
    default: 'true',
    help: '`true` brings the advisory database up to date first; not done for `iac` and `skills`, nor with `--offline` among the arguments',
  },
  arguments: { type: 'lines', help: 'further arguments of the command, one a line, taken as they stand' },
  annotations: { type: 'flag', default: 'true', help: '`true` shows findings at their lines' },
  summary: { type: 'flag', default: 'true', help: '`true` shows the report with the job' },
  comment: { type: 'flag', default: 'false', help: '`true` writes the report as a comment of the pull request, and edits it from then on' },
  'comment-name': {
    type: 'text',
    help: 'tells the comments of two jobs apart; jobs with one name (or none) write one comment',
  },
  token: { type: 'text', actionDefault: '${{ github.token }}', help: 'token that the comment is written with' },
  'api-url': {
    type: 'text',
    help: 'address of the REST interface that comments are written by; empty for the one that the system names',
  },
  fail: { type: 'flag', default: 'true', help: '`false` lets the step pass whatever the scan says; read `exit-code`' },
} as const satisfies Record<string, CiInput>;

export type CiInputName = keyof typeof ciInputs;

type NameOf<T extends CiInput['type']> = { [N in CiInputName]: (typeof ciInputs)[N]['type'] extends T ? N : never }[CiInputName];
type ChoiceOf<N extends CiInputName> = (typeof ciInputs)[N] extends { choices: readonly (infer C)[] } ? C : never;

/** The inputs of this run: from the variables of the system, then `SERVICE_CI_*`, then the defaults. */
export class GivenInputs {
  constructor(
    private readonly environment: Environment,
    private readonly prefix: string | undefined,
  ) {}

  /** Throws UsageError naming the first input with a value that it does not take. */
  check(): void {
    for (const name of Object.keys(ciInputs) as CiInputName[]) {
      const input: CiInput = ciInputs[name];
      const choices = input.type === 'flag' ? ['true', 'false'] : input.choices;
      const value = this.valueOf(name);
      if (choices && !choices.includes(value))
        throw new UsageError({ where: this.placeOf(name), message: `expected ${choices.join(', ')}, found "${quote(value, 60)}"` });
    }
  }

  text(name: NameOf<'text'>): string {
    return this.valueOf(name);
  }

  lines(name: NameOf<'lines'>): string[] {
    return this.valueOf(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  }

  flag(name: NameOf<'flag'>): boolean {
    return this.valueOf(name) === 'true';
  }

  choice<N extends NameOf<'choice'>>(name: N): ChoiceOf<N> {
    return this.valueOf(name) as ChoiceOf<N>;
  }

  /** The environment for what scans, which needs no token. */
  get withoutToken(): Environment {
    const hidden = new Set([`${this.prefix ?? 'SERVICE_CI_'}TOKEN`, 'SERVICE_CI_TOKEN', 'CASTELLAN_CI_TOKEN']);
    return Object.fromEntries(Object.entries(this.environment).filter(([name]) => !hidden.has(name)));
  }

  /** How the user wrote it: the input's name in a workflow, the variable elsewhere. */
  private placeOf(name: CiInputName): string {
    return this.fromSystem(name) === '' ? variableOf(this.environment, `CI_${spelled(name)}`) : name;
  }

  private valueOf(name: CiInputName): string {
    const input: CiInput = ciInputs[name];
    const given = this.fromSystem(name) || (readVariable(this.environment, `CI_${spelled(name)}`) ?? '').trim();
    return given || (input.default ?? '');
  }

  private fromSystem(name: CiInputName): string {
    return this.prefix === undefined ? '' : (this.environment[`${this.prefix}${spelled(name)}`] ?? '').trim();
  }
}

/** The name of an input or output in a variable, without a prefix. */
export function spelled(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}
