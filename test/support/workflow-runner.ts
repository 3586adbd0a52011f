import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { execa } from './programs.js';
import { projectRoot, temporaryFolder } from './spawn-cli.js';

/*
 * A runner of GitHub Actions, as far as our workflows go: the steps of one job, one after the other; `run` by bash as the runner starts it;
 * our own action by its action.yml; expressions by GitHub's own evaluator; outputs from the files that the runner hands out. Actions of
 * others are noted with their inputs and not run.
 */

interface Step {
  id?: string;
  if?: string;
  uses?: string;
  run?: string;
  shell?: string;
  env?: Record<string, unknown>;
  with?: Record<string, unknown>;
}

export interface Ended {
  /** `conclusion` of the job. */
  failed: boolean;
  /** Exit codes of the `run` steps that ran, those of the action included, in order. */
  codes: number[];
  /** By step id. */
  steps: Record<string, { outputs: Record<string, string> }>;
  log: string;
  errors: string;
  summary: string;
  /** Actions of others that would have run, with their inputs. */
  used: { uses: string; with: Record<string, string> }[];
  /** What is left in the runner's folder for temporary files. */
  temporary: string;
}

export interface Machine {
  workspace: string;
  environment?: Record<string, string>;
  /** The `github` context. */
  github?: Record<string, unknown>;
  /** Inputs that our action gets on top, such as the program to run. */
  inputs?: Record<string, string>;
  /** The job of several; default: the first. */
  job?: string;
  /** The `needs` and `matrix` contexts of the job. */
  needs?: Record<string, { outputs: Record<string, string> }>;
  matrix?: Record<string, string>;
  /** What actions of others gave out, by step id. */
  outputs?: Record<string, Record<string, string>>;
}

interface Job {
  env?: Record<string, unknown>;
  steps: Step[];
}

/** Runs one job of a workflow. */
export async function runWorkflow(text: string, machine: Machine): Promise<Ended> {
  const jobs: Record<string, Job> = parse(text).jobs;
  const job = machine.job === undefined ? Object.values(jobs)[0] : jobs[machine.job];
  if (!job) throw new Error(`the workflow has no job ${machine.job ?? ''}`);
  return new Run(machine).job(job);
}

class Run {
  private readonly folder: string;
  private readonly ended: Ended;
  /** `env` of the job. */
  private environment: Record<string, string> = {};

  constructor(private readonly machine: Machine) {
    const folder = temporaryFolder();
    onTestFinished(folder.dispose);
    this.folder = folder.path;
    const temporary = join(this.folder, 'temporary');
    mkdirSync(temporary);
    this.ended = { failed: false, codes: [], steps: {}, log: '', errors: '', summary: '', used: [], temporary };
  }

  async job({ steps, env }: Job): Promise<Ended> {
    const { github = {}, needs = {}, matrix = {}, outputs = {} } = this.machine;
    for (const [id, given] of Object.entries(outputs)) this.ended.steps[id] = { outputs: given };
    this.environment = filled(env, { github, needs, matrix });
    for (const step of steps) {
      const contexts = { steps: this.ended.steps, github, needs, matrix };
      if (!this.isDue(step, contexts)) continue;
      if (step.run !== undefined) await this.command(step, contexts, this.ended.steps);
      else if (step.uses?.startsWith('castellan-security/castellan@')) await this.action(step, contexts);
      else this.ended.used.push({ uses: step.uses ?? '', with: filled(step.with, contexts) });
    }
    return this.ended;
  }

  private isDue(step: Step, contexts: object): boolean {
    const condition = step.if?.replace(/^\$\{\{|\}\}$/g, '') ?? 'success()';
    const asks = /\b(?:always|failure|success|cancelled)\(/.test(condition);
    return evaluated(asks ? condition : `success() && (${condition})`, contexts, !this.ended.failed) === 'true';
  }

  private async action(step: Step, contexts: object): Promise<void> {
    const { inputs, outputs, runs } = parse(readFileSync(join(projectRoot, 'action.yml'), 'utf8'));
    const given = { ...filled(step.with, contexts), ...this.machine.inputs };
    const unknown = Object.keys(given).filter((name) => !(name in inputs));
    if (unknown.length > 0) throw new Error(`no inputs of the action: ${unknown.join(', ')}`);
    const defaults = Object.entries<{ default?: unknown }>(inputs).map(([name, input]) => [name, input.default ?? '']);
    const inner = { steps: {}, github: this.machine.github ?? {}, inputs: { ...filled(Object.fromEntries(defaults), contexts), ...given } };
    for (const own of runs.steps) await this.command(own, inner, inner.steps);
    const values = Object.entries<{ value: string }>(outputs).map(([name, output]) => [name, output.value]);
    if (step.id !== undefined) this.ended.steps[step.id] = { outputs: filled(Object.fromEntries(values), inner) };
  }

  private async command(step: Step, contexts: object, into: Ended['steps']): Promise<void> {
    const [script, output, summary] = ['script.sh', 'output.txt', 'summary.md'].map((name) => join(this.folder, name));
    if (!script || !output || !summary) throw new Error('no paths');
    writeFileSync(script, filledText(step.run ?? '', contexts));
    writeFileSync(output, '');
    rmSync(summary, { force: true });
    const done = await execa('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
      cwd: this.machine.workspace,
      env: {
        GITHUB_ACTIONS: 'true',
        CI: 'true',
        GITHUB_ACTION_PATH: projectRoot,
        GITHUB_WORKSPACE: this.machine.workspace,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: this.ended.temporary,
        ...this.environment,
        ...this.machine.environment,
        ...filled(step.env, contexts),
      },
      reject: false,
      stripFinalNewline: false,
    });
    const code = done.exitCode ?? 128;
    this.ended.codes.push(code);
    if (code !== 0) this.ended.failed = true;
    this.ended.log += done.stdout;
    this.ended.errors += done.stderr;
    if (existsSync(summary)) this.ended.summary += readFileSync(summary, 'utf8');
    if (step.id !== undefined) into[step.id] = { outputs: outputsIn(readFileSync(output, 'utf8')) };
  }
}

/** The runner's file commands: `name=value`, and `name<<MARK` with lines up to the mark. */
function outputsIn(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, name, sign, rest = ''] = /^([^=<]+)(=|<<)(.*)$/.exec(line) ?? [];
    if (line === '') continue;
    if (name === undefined) throw new Error(`the runner refuses the line ${line}`);
    if (sign === '=') found[name] = rest;
    else {
      const end = lines.indexOf(rest, at + 1);
      found[name] = lines.slice(at + 1, end).join('\n');
      at = end;
    }
  }
  return found;
}

function filled(values: Record<string, unknown> | undefined, contexts: object): Record<string, string> {
  return Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, filledText(String(value), contexts)]));
}

function filledText(text: string, contexts: object): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => evaluated(expression, contexts, true));
}

/** GitHub's own evaluation of an expression. */
function evaluated(expression: string, contexts: object, succeeded: boolean): string {
  const states: Record<string, boolean> = { always: true, success: succeeded, failure: !succeeded, cancelled: false };
  const functions = Object.entries(states).map(([name, state]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(state),
  }));
  const parsed = new Parser(new Lexer(expression.trim()).lex().tokens, ['steps', 'github', 'inputs', 'needs', 'matrix'], functions).parse();
  const values = JSON.parse(JSON.stringify(contexts), data.reviver) as InstanceType<typeof data.Dictionary>;
  return new Evaluator(parsed, values, new Map(functions.map((one) => [one.name, one]))).evaluate().coerceString();
}
