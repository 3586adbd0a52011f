import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { programOnPath } from './program-on-path.js';
import { execa } from './programs.js';
import { projectFolder } from './project-folder.js';

/*
 * An agent of Azure Pipelines, as far as our pipeline goes: the jobs one after the other; `script` by bash as the agent starts it; `$(name)`
 * in `env` and dependencies in `variables`; logging commands found and unescaped as the agent does (Command.cs, CommandStringConvertor.cs and
 * TaskCommandExtension.cs of microsoft/azure-pipelines-agent).
 */

export interface Issue {
  type: string;
  text: string;
  sourcepath?: string;
  linenumber?: string;
  code?: string;
}

export interface AgentRun {
  /** Exit codes of the scripts that ran. */
  codes: number[];
  /** By the name of the step: the output variables. */
  outputs: Record<string, Record<string, string>>;
  issues: Issue[];
  /** Texts of the summaries that were uploaded. */
  summaries: string[];
  /** Lines of the log that are no commands. */
  log: string;
  errors: string;
}

interface Step {
  script?: string;
  name?: string;
  condition?: string;
  env?: Record<string, string>;
}

interface Job {
  job: string;
  variables?: Record<string, string>;
  condition?: string;
  steps: Step[];
}

export interface Agent {
  workspace: string;
  /** Variables of the run, as they are named in the environment. */
  environment: Record<string, string>;
  /** `System.AccessToken`. */
  token: string;
}

/** Runs the jobs of a pipeline. */
export async function runPipeline(text: string, agent: Agent): Promise<AgentRun> {
  const run: AgentRun = { codes: [], outputs: {}, issues: [], summaries: [], log: '', errors: '' };
  const jobs: Job[] = parse(text).jobs;
  for (const job of jobs) await runJob(job, agent, run);
  return run;
}

async function runJob(job: Job, agent: Agent, run: AgentRun): Promise<void> {
  const variables: Record<string, string> = { 'System.AccessToken': agent.token };
  for (const [name, value] of Object.entries(job.variables ?? {})) variables[name] = dependency(value, run);
  let failed = false;
  for (const step of job.steps) {
    if (step.script === undefined || (failed && step.condition !== 'succeededOrFailed()' && step.condition !== 'always()')) continue;
    const code = await runScript(step, agent, variables, run);
    run.codes.push(code);
    if (code !== 0) failed = true;
  }
}

/** `$[ dependencies.JOB.outputs['STEP.NAME'] ]` */
function dependency(value: string, { outputs }: AgentRun): string {
  const [, step = '', name = ''] = /^\$\[ dependencies\.\w+\.outputs\['(\w+)\.(\w+)'\] \]$/.exec(value) ?? [];
  return outputs[step]?.[name] ?? '';
}

async function runScript(step: Step, agent: Agent, variables: Record<string, string>, run: AgentRun): Promise<number> {
  const temporary = projectFolder({});
  const file = join(temporary, 'script.sh');
  writeFileSync(file, filled(step.script ?? '', variables));
  const env = Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, variables)]);
  const done = await execa('bash', ['--noprofile', '--norc', file], {
    cwd: agent.workspace,
    env: {
      TF_BUILD: 'True',
      AGENT_TEMPDIRECTORY: temporary,
      PATH: programOnPath(),
      ...agent.environment,
      ...Object.fromEntries(env),
    },
    reject: false,
    stripFinalNewline: false,
  });
  for (const line of `${done.stdout}\n${done.stderr}`.split(/\r?\n|\r/)) obey(line, step, variables, run);
  run.errors += String(done.stderr);
  return done.exitCode ?? 128;
}

/** `$(name)`; what is not known stays as it is. */
function filled(text: string, variables: Record<string, string>): string {
  return text.replace(/\$\(([\w.]+)\)/g, (whole, name: string) => variables[name] ?? whole);
}

function obey(line: string, step: Step, variables: Record<string, string>, run: AgentRun): void {
  const begin = line.indexOf('##vso[');
  const end = line.indexOf(']', begin);
  if (begin < 0 || end < 0) {
    run.log += `${line}\n`;
    return;
  }
  const [name = '', ...rest] = line.slice(begin + 6, end).split(' ');
  const pairs = rest
    .join(' ')
    .split(';')
    .flatMap((pair) =>
      pair.includes('=') ? [[pair.slice(0, pair.indexOf('=')).trim(), unescaped(pair.slice(pair.indexOf('=') + 1))]] : [],
    );
  const properties: Record<string, string> = Object.fromEntries(pairs);
  const text = unescaped(line.slice(end + 1));
  if (name === 'task.setvariable') setVariable(properties, text, step, variables, run);
  else if (name === 'task.logissue') run.issues.push({ ...properties, text } as Issue);
  else if (name === 'task.uploadsummary') run.summaries.push(existsSync(text) ? readFileSync(text, 'utf8') : `missing: ${text}`);
  else throw new Error(`the agent knows no ${name}`);
}

function setVariable(
  { variable = '', isOutput }: Record<string, string>,
  text: string,
  step: Step,
  variables: Record<string, string>,
  run: AgentRun,
) {
  if (isOutput !== 'true') variables[variable] = text;
  else {
    const name = step.name ?? 'unnamed';
    run.outputs[name] = { ...run.outputs[name], [variable]: text };
    variables[`${name}.${variable}`] = text;
  }
}

function unescaped(text: string): string {
  return text.replaceAll('%3B', ';').replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%5D', ']').replaceAll('%AZP25', '%');
}
