import type { SourcePlace } from '../../../model/iac.js';
import type { IacFailure } from '../contract/iac-rule.js';
import { iacRule } from '../contract/iac-rule.js';
import { hidden, literalSecret } from '../contract/literal-secret.js';
import { textOf } from '../contract/values.js';
import { type DockerInstruction, dockerStages } from '../views/dockerfile.js';

/** A name with a literal, where there is a name. */
interface Literal {
  name?: string;
  text: string;
  at: SourcePlace;
}

export const literalSecretInBuild = iacRule({
  id: 'dockerfile-literal-secret',
  formats: ['dockerfile'],
  title: 'Literal secret in ENV, ARG or RUN',
  severity: 'high',
  confidence: 'high',
  rationale: 'The layers and the history of the image keep the value for ever, and whoever can pull the image can read it.',
  fix: 'Revoke the value. Mount secrets for the step that needs them (`RUN --mount=type=secret,id=KEY …`), and give them at run time otherwise.',
  references: ['CWE-798', 'CWE-522', 'https://docs.docker.com/build/building/secrets/'],
  swallowedBy: ['ai-provider-key-literal'],
  view: dockerStages,
  *check(stage) {
    for (const instruction of stage.all('ENV', 'ARG', 'LABEL', 'RUN', 'CMD', 'ENTRYPOINT')) {
      for (const literal of literalsOf(instruction)) {
        const found = failureOf(literal);
        if (found) yield found;
      }
    }
  },
});

function failureOf({ name, text, at }: Literal): IacFailure | undefined {
  const kind = literalSecret(name, text);
  if (kind === undefined) return undefined;
  const evidence = name === undefined ? 'a value with the shape of a secret' : hidden(name);
  return { verdict: 'fail', at, evidence, part: String(at.line), ...(kind === 'default' && { severity: 'low' }) };
}

function literalsOf(instruction: DockerInstruction): Literal[] {
  const pairs = instruction.pairs.flatMap(({ name, value, at }): Literal[] => {
    const text = textOf(value);
    return text === undefined ? [] : [{ name, text, at }];
  });
  const calls = instruction.calls.flatMap(({ program, args, assignments, at }): Literal[] => {
    const given = assignments.map(({ name, value }) => ({ name, text: value.text, at }));
    const words = args.map(({ text }) => ({ ...namedWord(text, program), at }));
    const flags = flagged(
      program,
      args.map(({ text }) => text),
    ).map((literal) => ({ ...literal, at }));
    return [...given, ...words, ...flags];
  });
  return [...pairs, ...(pairs.length > 0 ? [] : calls)];
}

/** `export KEY=x` and `--password=x`; other words are judged by their shape alone. */
function namedWord(word: string, program: string): Omit<Literal, 'at'> {
  const named = /^(?:--([\w-]+)|([A-Za-z_]\w*))=([\s\S]+)$/.exec(word);
  const name = named?.[1] ?? (program === 'export' || program === 'set' || program === 'setx' ? named?.[2] : undefined);
  return name === undefined ? { text: word } : { name, text: named?.[3] ?? '' };
}

/** Short options that take a password, and how their value holds it. */
const PASSWORD_OPTIONS: Readonly<Record<string, { option: RegExp; password: RegExp }>> = {
  curl: { option: /^(?:-u|--user|--proxy-user|-U)$/, password: /^[^:]+:(.+)$/ },
  sshpass: { option: /^-p$/, password: /^(.+)$/ },
  docker: { option: /^-p$/, password: /^(.+)$/ },
  podman: { option: /^-p$/, password: /^(.+)$/ },
  'redis-cli': { option: /^-a$/, password: /^(.+)$/ },
};

/** Programs that take a password in the same word as its option: `-psecret`. */
const JOINED_OPTION: Readonly<Record<string, RegExp>> = {
  mysql: /^-p(.{4,})$/,
  mysqladmin: /^-p(.{4,})$/,
  mysqldump: /^-p(.{4,})$/,
  mariadb: /^-p(.{4,})$/,
  'mariadb-admin': /^-p(.{4,})$/,
  sshpass: /^-p(.{4,})$/,
};

/** `--password x`, and `-u name:x` of programs that take a password so. */
function flagged(program: string, words: readonly string[]): Omit<Literal, 'at'>[] {
  const own =
    program === 'docker' || program === 'podman'
      ? words.includes('login')
        ? PASSWORD_OPTIONS[program]
        : undefined
      : PASSWORD_OPTIONS[program];
  return words.flatMap((word, at) => {
    const joined = JOINED_OPTION[program]?.exec(word)?.[1];
    if (joined !== undefined) return [{ name: 'password', text: joined }];
    const next = words[at + 1];
    if (next === undefined || next.startsWith('-')) return [];
    const password = own?.option.test(word) ? own.password.exec(next)?.[1] : undefined;
    if (password !== undefined) return [{ name: 'password', text: password }];
    const name = /^--([\w-]+)$/.exec(word)?.[1];
    return name === undefined ? [] : [{ name, text: next }];
  });
}
