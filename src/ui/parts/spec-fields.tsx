import { Field } from './form.js';

/** How one field of a body is asked for. */
export interface FieldSpec {
  label: string;
  hint?: string;
  placeholder?: string;
  /** It may stay empty, and is then left out. */
  optional?: boolean;
  /** Several values, one a line. */
  lines?: boolean;
  /** Yes or no; no is left out. */
  flag?: boolean;
  choices?: readonly { value: string; label: string }[];
}

/** One spec for each field of a body: a changed schema breaks the compile. */
export type Specs<Body> = { readonly [Name in keyof Body]-?: FieldSpec };

type Texts = Readonly<Record<string, string>>;

interface Props {
  specs: Readonly<Record<string, FieldSpec>>;
  texts: Texts;
  onChange(texts: Texts): void;
  /** What is wrong with a field, by its name. */
  problems: ReadonlyMap<string, string>;
}

/** The fields of a body, one below the other. */
export function SpecFields({ specs, texts, onChange, problems }: Props) {
  return (
    <>
      {Object.entries(specs).map(([name, { label, hint, placeholder, optional, lines, flag, choices }]) => (
        <Field key={name} label={optional && !flag ? `${label} (optional)` : label} hint={hint} problem={problems.get(name)}>
          {(field) => {
            const props = { ...field, name, required: !optional, value: texts[name] ?? '', placeholder };
            const set = (value: string) => onChange({ ...texts, [name]: value });
            if (flag)
              return (
                <input
                  {...field}
                  name={name}
                  type="checkbox"
                  checked={texts[name] === YES}
                  onChange={(event) => set(event.currentTarget.checked ? YES : '')}
                />
              );
            if (choices)
              return (
                <select
                  {...field}
                  name={name}
                  value={texts[name] ?? ''}
                  required={!optional}
                  onChange={(event) => set(event.currentTarget.value)}
                >
                  <option value="">{optional ? 'none' : 'choose …'}</option>
                  {choices.map(({ value, label: words }) => (
                    <option key={value} value={value}>
                      {words}
                    </option>
                  ))}
                </select>
              );
            if (lines) return <textarea {...props} rows={3} spellcheck={false} onInput={(event) => set(event.currentTarget.value)} />;
            return <input {...props} autocomplete="off" spellcheck={false} onInput={(event) => set(event.currentTarget.value)} />;
          }}
        </Field>
      ))}
    </>
  );
}

const YES = 'true';

/** The body that the texts make: empty ones are left out, those of several lines are lists. */
export function bodyOf(specs: Readonly<Record<string, FieldSpec>>, texts: Texts): Record<string, unknown> {
  const entries = Object.entries(specs).flatMap(([name, { lines, flag }]): [string, unknown][] => {
    const text = (texts[name] ?? '').trim();
    if (text === '') return [];
    if (flag) return [[name, true]];
    return [[name, lines ? text.split('\n').flatMap((line) => line.trim() || []) : text]];
  });
  return Object.fromEntries(entries);
}

/** The texts of a stored body, to be edited. */
export function textsOf(specs: Readonly<Record<string, FieldSpec>>, body: Readonly<Record<string, unknown>>): Texts {
  const entries = Object.keys(specs).map((name) => [name, body[name]] as const);
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      value === undefined || value === null || value === false ? [] : [[name, Array.isArray(value) ? value.join('\n') : String(value)]],
    ),
  );
}
