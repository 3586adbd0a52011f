import type { IacValue, SourcePlace } from '../../../model/iac.js';
import type { IacFailure } from '../contract/iac-rule.js';
import { iacRule } from '../contract/iac-rule.js';
import { hidden, literalSecret } from '../contract/literal-secret.js';
import { entriesOf, itemsOf, member, textOf } from '../contract/values.js';
import { type ComposeService, composeServices } from '../views/compose.js';

const EXAMPLE = /example|sample|template|\.dist$/i;

export const literalSecretInCompose = iacRule({
  id: 'compose-literal-secret',
  formats: ['compose'],
  title: 'Literal secret in environment or command',
  severity: 'high',
  confidence: 'high',
  rationale: 'Files of compose are committed, and whoever can inspect the container reads the value.',
  fix: 'Revoke the value. Give it by `secrets:` and a `*_FILE` variable, or by `${NAME:?}` from the environment.',
  references: ['CWE-798', 'https://docs.docker.com/compose/how-tos/use-secrets/'],
  swallowedBy: ['ai-provider-key-literal'],
  view: composeServices,
  *check(service) {
    for (const { name, value } of literalsOf(service)) {
      const found = failureOf(name, value);
      if (found) yield found;
    }
  },
});

interface Literal {
  name?: string;
  value: IacValue;
}

function failureOf(name: string | undefined, value: IacValue): IacFailure | undefined {
  const text = textOf(value);
  const kind = text === undefined ? undefined : literalSecret(name, text);
  if (kind === undefined) return undefined;
  const evidence = name === undefined ? 'a value with the shape of a secret' : hidden(name);
  const at: SourcePlace = value.at;
  return { verdict: 'fail', at, evidence, part: `${at.path}:${at.line}`, ...(kind === 'default' && { severity: 'low' }) };
}

function literalsOf(service: ComposeService): Literal[] {
  const named = [['environment'], ['labels'], ['build', 'args']].flatMap((path) =>
    entriesOf(service.get(...path)).entries.map(([name, value]) => ({ name, value })),
  );
  const words = ['command', 'entrypoint'].flatMap((key) => itemsOf(service.get(key)).items.flatMap(wordsOf));
  const files = itemsOf(service.get('env_file')).items.flatMap((file) => {
    const path = textOf(member(file, 'path')) ?? '';
    const pairs = EXAMPLE.test(path) ? [] : entriesOf(member(file, 'pairs')).entries;
    return pairs.map(([name, value]) => ({ name, value }));
  });
  return [...named, ...words, ...files];
}

/** Words of a command: `--password=x`, `--password x`, and others by their shape alone. */
function wordsOf(item: IacValue): Literal[] {
  const text = textOf(item);
  if (text === undefined) return [];
  const words = text.split(/\s+/);
  return words.map((word, at): Literal => {
    const [, name, given] = /^--?([\w-]+)=(.+)$/.exec(word) ?? /^([A-Za-z_]\w*)=(.+)$/.exec(word) ?? [];
    const flag = /^--([\w-]+)$/.exec(words[at - 1] ?? '')?.[1];
    if (name !== undefined) return { name, value: { kind: 'scalar', at: item.at, value: given ?? '' } };
    return { ...(flag !== undefined && !word.startsWith('-') && { name: flag }), value: { kind: 'scalar', at: item.at, value: word } };
  });
}
