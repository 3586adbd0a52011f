import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedRules } from '../../src/detect/asked/rules.js';
import { type RuleFamily, ruleFamilies } from '../../src/detect/contract/rule.js';
import { ruleCatalogue } from '../../src/detect/rule-catalogue.js';
import type { Fact } from '../../src/model/finding.js';
import { imageCases } from '../support/image-cases.js';
import { archiveCases } from '../support/model-cases/archives.js';
import { formatCases } from '../support/model-cases/formats.js';
import { pickleCases } from '../support/model-cases/pickles.js';
import { signatureCases, signedModel } from '../support/model-cases/signatures.js';
import { layOut, ruleCases, rulesWithCases } from '../support/rule-cases.js';
import { judgeClients, judgeImage, judgeInfrastructure, judgeModel, judgeModels, judgeSkills, judgeTools } from '../support/rule-judges.js';
import { temporaryFolder } from '../support/spawn-cli.js';

const modelCases = { ...pickleCases, ...archiveCases, ...formatCases };
const judges = { 'mcp-config': judgeClients, tools: judgeTools, skills: judgeSkills, iac: judgeInfrastructure };
const onDisk = ['mcp-config', 'tools', 'skills', 'iac'] as const;

let folder: ReturnType<typeof temporaryFolder>;
let laidOut = 0;

beforeAll(() => {
  folder = temporaryFolder();
});

afterAll(() => folder.dispose());

/** A folder of its own for each case. */
function nextFolder(): string {
  return join(folder.path, String(laidOut++));
}

/** Rules that evidence alone can break; those of the judge need its answer. */
function idsOf(family: RuleFamily): string[] {
  const asked = Object.values(askedRules).map(({ id }) => id);
  return ruleCatalogue()
    .filter((rule) => rule.family === family && !asked.includes(rule.id))
    .map(({ id }) => id);
}

/** Findings of one rule, each as where it is. */
function placesOf(facts: readonly Fact[], rule: string): object[] {
  return facts.filter((fact) => fact.rule === rule).flatMap(({ locations }) => locations);
}

describe.each(onDisk)('rules about %s', (family) => {
  const cases = ruleCases(family);

  it('have hits and misses, and no other folder has', () => {
    expect(rulesWithCases(family)).toEqual(idsOf(family));
    const lacking = idsOf(family).filter(
      (id) => !['hit', 'miss'].every((kind) => cases.some((each) => each.rule === id && each.kind === kind)),
    );
    expect(lacking).toEqual([]);
  });

  it('are told where they must be found', () => {
    expect(cases.filter(({ kind, file }) => (kind === 'hit') !== (file !== undefined)).map(({ rule, name }) => `${rule} ${name}`)).toEqual(
      [],
    );
  });

  it.each(cases.map((each) => ({ ...each, title: `${each.rule} ${each.name}` })))('$title', async (each) => {
    const at = nextFolder();
    layOut(each, at);
    const facts = await judges[family](at);
    const { kind, rule, file, line, pointer, severity, secret } = each;
    if (secret !== undefined) expect(JSON.stringify(facts)).not.toContain(secret);
    if (kind === 'miss') expect(placesOf(facts, rule)).toEqual([]);
    else {
      const place = { path: file, ...(line !== undefined && { line }), ...(pointer !== undefined && { pointer }) };
      expect(placesOf(facts, rule)).toContainEqual(expect.objectContaining(place));
      if (severity !== undefined) expect(facts.filter((fact) => fact.rule === rule).map((fact) => fact.severity)).toContain(severity);
    }
  });
});

describe('rules about models', () => {
  const inMemory = Object.entries(modelCases).flatMap(([rule, kinds]) =>
    (['hit', 'miss'] as const).flatMap((kind) => Object.entries(kinds[kind]).map(([name, model]) => ({ rule, kind, name, model }))),
  );
  const signed = Object.entries(signatureCases).flatMap(([rule, kinds]) =>
    (['hit', 'miss'] as const).flatMap((kind) => Object.entries(kinds[kind]).map(([name, model]) => ({ rule, kind, name, model }))),
  );

  it('have hits and misses, and nothing else has', () => {
    expect([...Object.keys(modelCases), ...Object.keys(signatureCases)].sort()).toEqual(idsOf('models'));
    const empty = Object.entries({ ...modelCases, ...signatureCases }).filter(
      ([, { hit, miss }]) => Object.keys(hit).length === 0 || Object.keys(miss).length === 0,
    );
    expect(empty).toEqual([]);
  });

  it.each(inMemory)('$rule $kind/$name', ({ rule, kind, model }) => {
    const places = placesOf(judgeModel(model), rule);
    if (kind === 'miss') expect(places).toEqual([]);
    else expect(places).toContainEqual(expect.objectContaining({ path: model.path }));
  });

  it.each(signed)('$rule $kind/$name', async ({ rule, kind, model }) => {
    const places = placesOf(judgeModels(await signedModel(model, nextFolder())), rule);
    if (kind === 'miss') expect(places).toEqual([]);
    else expect(places).toContainEqual(expect.objectContaining({ path: 'models/m' }));
  });
});

describe('rules about images', () => {
  const all = Object.entries(imageCases).flatMap(([rule, kinds]) =>
    (['hit', 'miss'] as const).flatMap((kind) => Object.entries(kinds[kind]).map(([name, image]) => ({ rule, kind, name, image }))),
  );

  it('have hits and misses, and nothing else has', () => {
    expect(Object.keys(imageCases).sort()).toEqual(idsOf('images'));
    expect(Object.values(imageCases).filter(({ hit, miss }) => Object.keys(hit).length * Object.keys(miss).length === 0)).toEqual([]);
  });

  it.each(all)('$rule $kind/$name', async ({ rule, kind, image }) => {
    const { at, severity, secret, ...made } = image;
    const found = (await judgeImage(made)).filter((fact) => fact.rule === rule);
    if (secret !== undefined) expect(JSON.stringify(found)).not.toContain(secret);
    if (kind === 'miss') expect(placesOf(found, rule)).toEqual([]);
    else expect(placesOf(found, rule)).toContainEqual(expect.objectContaining({ path: at }));
    if (severity !== undefined) expect(found.map((fact) => fact.severity)).toContain(severity);
  });
});

it('no two rules share an id, in whatever family', () => {
  const ids = ruleCatalogue().map(({ id }) => id.toLowerCase());
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

it('every family has rules', () => {
  expect(ruleFamilies.filter((family) => idsOf(family).length === 0)).toEqual([]);
});
