import type { IacResource, IacValue } from '../../../../model/iac.js';
import { entriesOf, isTrueWord, itemsOf, member, textOf } from '../../contract/values.js';
import type { AiContainer, Variable } from './ai-container.js';

/** Lists of blocks with a name and a value: of tasks of ECS, of Cloud Run, of Azure. */
const LISTED = ['environment', 'Environment', 'secrets', 'Secrets', 'env'];
/** Maps of names to values. */
const MAPPED = ['environment_variables', 'secure_environment_variables'];
const COMMANDS = ['entryPoint', 'EntryPoint', 'command', 'Command', 'commands', 'args'];

/** A container as a service of a cloud describes it, in the words in which AI programs are known. */
export function cloudContainer(resource: IacResource, body: IacValue): AiContainer {
  return {
    ...bareContainer(resource, [
      ...LISTED.flatMap((key) => listedIn(body, key)),
      ...MAPPED.flatMap((key) => variablesOf(member(body, key))),
    ]),
    name: textIn(body, 'name', 'Name') ?? resource.name,
    at: body.at,
    image: textIn(body, 'image', 'Image'),
    words: COMMANDS.flatMap((key) => itemsOf(member(body, key)).items).flatMap((item) => {
      const text = textOf(item);
      return text === undefined ? [] : [{ text, at: item.at }];
    }),
    labels: [...entriesOf(member(body, 'dockerLabels') ?? member(body, 'DockerLabels')).entries].map(([name]) => name),
    rights: [member(body, 'privileged'), member(body, 'Privileged')].flatMap((value) =>
      value?.kind === 'scalar' && isTrueWord(value.value) ? [{ at: value.at, evidence: 'privileged: true' }] : [],
    ),
  };
}

/**
 * All that one resource of a cloud runs.
 *
 * @param bodies Its containers.
 * @param variables A map of names to values that the resource itself has, as functions do.
 */
export function cloudContainers(resource: IacResource, bodies: readonly IacValue[], variables: IacValue | undefined): AiContainer[] {
  const own = variablesOf(variables);
  return [...bodies.map((body) => cloudContainer(resource, body)), ...(own.length > 0 ? [bareContainer(resource, own)] : [])];
}

function bareContainer(resource: IacResource, variables: readonly Variable[]): AiContainer {
  const { name, at } = resource;
  return { resource, name, at, image: undefined, words: [], variables, labels: [], publications: [], hostPaths: [], rights: [] };
}

function listedIn(body: IacValue, key: string): Variable[] {
  return itemsOf(member(body, key)).items.flatMap((item) => {
    const name = textIn(item, 'name', 'Name');
    return name === undefined ? [] : [{ name, at: item.at, value: member(item, 'value') ?? member(item, 'Value') }];
  });
}

function variablesOf(map: IacValue | undefined): Variable[] {
  return [...entriesOf(map).entries].map(([name, value]) => ({ name, at: value.at, value }));
}

function textIn(body: IacValue, ...keys: string[]): string | undefined {
  return keys.map((key) => textOf(member(body, key))).find((text) => text !== undefined);
}
