import { X } from 'lucide-preact';
import { Button } from './button.js';

export interface Filter<K extends string> {
  name: K;
  label: string;
  /** Without choices it is typed. */
  choices?: readonly { value: string; label: string }[];
}

interface Props<K extends string> {
  filters: readonly Filter<K>[];
  values: { readonly [name in K]?: string };
  onChange(change: { [name in K]?: string | undefined }): void;
}

/** The filters of a list, each with its value of the address. */
export function Filters<const K extends string>({ filters, values, onChange }: Props<K>) {
  const set = (name: K, value: string) => onChange({ [name]: value === '' ? undefined : value } as { [name in K]?: string });
  const none = Object.fromEntries(filters.map(({ name }) => [name, undefined])) as { [name in K]?: undefined };
  const isFiltered = filters.some(({ name }) => values[name] !== undefined);
  return (
    <fieldset class="filters">
      <legend class="hidden">Filters</legend>
      {filters.map(({ name, label, choices }) => (
        <div key={name} class={values[name] === undefined ? 'filter' : 'filter set'}>
          <label for={`filter-${name}`}>{label}</label>
          {choices ? (
            <select id={`filter-${name}`} value={values[name] ?? ''} onChange={(event) => set(name, event.currentTarget.value)}>
              <option value="">any</option>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </select>
          ) : (
            <input
              id={`filter-${name}`}
              value={values[name] ?? ''}
              placeholder="any"
              onChange={(event) => set(name, event.currentTarget.value.trim())}
            />
          )}
        </div>
      ))}
      {isFiltered && (
        <Button kind="quiet" onClick={() => onChange(none)}>
          <X size={14} aria-hidden="true" /> Clear
        </Button>
      )}
    </fieldset>
  );
}
