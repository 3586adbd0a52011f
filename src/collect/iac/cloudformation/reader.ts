import { posix } from 'node:path';
import type { IacMap } from '../../../model/iac.js';
import { failureOf } from '../../../support/contain.js';
import { ignoresIn } from '../../ignore-comments.js';
import type { IacFileOutcome, IacFiles, IacReader, IacReading } from '../contract/iac-reader.js';
import { metadataIgnores, parametersOf, resourcesOf } from './resources.js';
import { type StackCall, Template } from './template.js';
import { parseTemplate } from './template-text.js';
import { entryOf, mapOf, textOf } from './values.js';

/** Stacks inside of stacks. */
const MAX_NESTING = 10;

export const cloudformation: Pick<IacReader, 'read'> = {
  read: (files) => Promise.resolve(new CloudFormationReading(files).read()),
};

/** A template as it is written. */
interface Parsed {
  /** As reports show its path. */
  shown: string;
  text: string;
  body: IacMap;
}

/** The templates of one folder. One that others use as a nested stack is evaluated with their parameters, and only so. */
class CloudFormationReading {
  private readonly reading: IacReading = { resources: [], ignores: [], files: [], issues: [] };
  private readonly parsed = new Map<string, Parsed>();

  constructor(private readonly files: IacFiles) {}

  read(): IacReading {
    for (const path of this.files.own) this.parse(path);
    const nested = new Set([...this.parsed].flatMap(([path, { body }]) => [...nestedStacks(path, body)].map(({ template }) => template)));
    for (const path of this.parsed.keys()) if (!nested.has(path)) this.evaluate(path);
    // Templates that only use each other.
    const done = new Set(this.reading.files.map(({ path }) => path));
    for (const path of this.parsed.keys()) if (!done.has(path)) this.evaluate(path);
    return this.reading;
  }

  private parse(path: string): void {
    try {
      const file = this.files.open(path);
      if (!file) return;
      const text = file.text();
      const { value, issues } = parseTemplate(text, file.path);
      if (value.kind !== 'map' || !isTemplate(value)) return;
      this.parsed.set(path, { shown: file.path, text, body: value });
      this.reading.issues.push(...issues.map((issue) => ({ ...issue, path })));
    } catch (error) {
      this.fail(path, error);
    }
  }

  private fail(path: string, error: unknown): void {
    const { kind, reason, line } = failureOf(error);
    this.outcome(path, 'failed');
    this.reading.issues.push({ path, kind, reason, ...(line !== undefined && { line }) });
  }

  private outcome(path: string, outcome: IacFileOutcome['outcome']): void {
    const known = this.reading.files.find((file) => file.path === path);
    if (!known) this.reading.files.push({ path, outcome });
    else if (outcome === 'failed') known.outcome = 'failed';
  }

  private evaluate(path: string, call?: StackCall, depth = 0): Template | undefined {
    const parsed = this.parsed.get(path);
    if (!parsed) return undefined;
    try {
      return this.evaluated(path, parsed, call, depth);
    } catch (error) {
      this.fail(path, error);
      return undefined;
    }
  }

  private evaluated(path: string, { body, shown, text }: Parsed, call: StackCall | undefined, depth: number): Template {
    const inner = new Map<string, Template>();
    const template = new Template(shown, body, call, (stack, output) => inner.get(stack)?.output(output));
    for (const { id, template: target, at } of nestedStacks(path, body)) {
      const declared = [...template.declared()].find((resource) => resource.id === id);
      if (depth >= MAX_NESTING || !declared || template.exists(declared) === false) continue;
      const given = template.properties(declared).entries.get('Parameters');
      const parameters = given?.kind === 'map' ? given : mapOf(at, []);
      const name = call ? `${call.name}/${id}` : id;
      const used = this.evaluate(
        target,
        { name: `${call ? '' : `${path}/`}${name}`, parameters, calls: [at, ...(call?.calls ?? [])] },
        depth + 1,
      );
      if (used) inner.set(id, used);
    }
    const resources = resourcesOf(template);
    for (const resource of resources) this.reading.resources.push(resource);
    if (!this.reading.files.some((file) => file.path === path)) {
      this.reading.resources.push(...parametersOf(template));
      this.reading.ignores.push(
        ...ignoresIn(
          text,
          shown,
          resources.map(({ at, endLine }) => ({ line: at.line, endLine })),
        ),
        ...metadataIgnores(template),
      );
    }
    this.outcome(path, 'scanned');
    return template;
  }
}

/** Stacks whose template lies in the scanned folder. */
function* nestedStacks(path: string, body: IacMap): Iterable<{ id: string; template: string; at: IacMap['at'] }> {
  const resources = entryOf(body, 'Resources');
  if (resources?.kind !== 'map') return;
  for (const [id, resource] of resources.entries) {
    const properties = entryOf(resource, 'Properties');
    const type = textOf(entryOf(resource, 'Type'));
    const location =
      type === 'AWS::CloudFormation::Stack'
        ? entryOf(properties, 'TemplateURL')
        : type === 'AWS::Serverless::Application'
          ? entryOf(properties, 'Location')
          : undefined;
    const address = textOf(location);
    if (address === undefined || /^[a-z0-9+]+:/i.test(address) || address.startsWith('/')) continue;
    const template = posix.normalize(posix.join(posix.dirname(path), address));
    if (!template.startsWith('../')) yield { id, template, at: resource.at };
  }
}

function isTemplate(value: IacMap): boolean {
  const resources = value.entries.get('Resources');
  if (value.entries.has('AWSTemplateFormatVersion')) return true;
  if (resources?.kind !== 'map') return false;
  return [...resources.entries].some(
    ([id, resource]) => id.startsWith('Fn::ForEach::') || /^[\w]+::\w/.test(textOf(entryOf(resource, 'Type')) ?? ''),
  );
}
