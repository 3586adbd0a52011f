import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { legible } from '../words/legible.js';

/** Of the name of a choice: credentials have names that somebody else may have given. */
const MOST_SHOWN = 200;

/** What an input needs to belong to its label, hint and problem. */
export interface FieldProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface Props {
  label: string;
  hint?: string | undefined;
  /** What is wrong with the value. */
  problem?: string | undefined;
  children(field: FieldProps): ComponentChildren;
}

/** A labelled field with its hint, or in place of it what is wrong with the value. */
export function Field({ label, hint, problem, children }: Props) {
  const id = useId();
  const said = problem ?? hint;
  return (
    <div class={problem === undefined ? 'field' : 'field wrong'}>
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': said === undefined ? undefined : `${id}-said`, 'aria-invalid': problem !== undefined })}
      {said !== undefined && (
        <p id={`${id}-said`} class="said" role={problem === undefined ? undefined : 'alert'}>
          {said}
        </p>
      )}
    </div>
  );
}

interface Choice {
  value: string;
  label: string;
}

interface ChoiceProps extends Omit<Props, 'children'> {
  name?: string;
  value?: string | undefined;
  choices: readonly Choice[];
  /** What the empty choice says; without it there is none. */
  none?: string;
  onChange?(value: string): void;
}

/** A choice out of a short list. */
export function ChoiceField({ name, value, choices, none, onChange, ...field }: ChoiceProps) {
  return (
    <Field {...field}>
      {(props) => (
        <select {...props} name={name} value={value ?? ''} onChange={(event) => onChange?.(event.currentTarget.value)}>
          {none !== undefined && <option value="">{none}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {legible(choice.label, MOST_SHOWN)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
