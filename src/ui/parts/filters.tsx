import { ChevronDown, X } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { legible } from '../words/legible.js';
import { Button } from './button.js';

/** Of the name of a choice: sources have names that somebody else may have given. */
const MOST_SHOWN = 120;

export interface Filter<K extends string> {
  name: K;
  label: string;
  /** Without choices it is typed. */
  choices?: readonly { value: string; label: string }[];
  /** Several choices at once, in the address separated by commas. */
  many?: boolean;
  /** What no choice means; `any` if nothing is said. */
  none?: string;
  /** Asked for seldom: behind "More filters" until it is set. */
  rare?: boolean;
  /** What is typed, for example. */
  example?: string;
}

interface Props<K extends string> {
  filters: readonly Filter<K>[];
  values: { readonly [name in K]?: string };
  onChange(change: { [name in K]?: string | undefined }): void;
}

/** The filters of a list, each with its value of the address. */
export function Filters<const K extends string>({ filters, values, onChange }: Props<K>) {
  const [all, setAll] = useState(false);
  const none = Object.fromEntries(filters.map(({ name }) => [name, undefined])) as { [name in K]?: undefined };
  const isFiltered = filters.some(({ name }) => values[name] !== undefined);
  const shown = filters.filter(({ name, rare }) => all || !rare || values[name] !== undefined);
  return (
    <fieldset class="filters">
      <legend class="hidden">Filters</legend>
      {shown.map((filter) => (
        <One
          key={filter.name}
          filter={filter}
          value={values[filter.name]}
          onSet={(value) => onChange({ [filter.name]: value === '' ? undefined : value } as { [name in K]?: string })}
        />
      ))}
      {(all || shown.length < filters.length) && (
        <Button kind="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Fewer filters' : 'More filters'}
        </Button>
      )}
      {isFiltered && (
        <Button kind="quiet" onClick={() => onChange(none)}>
          <X size={14} aria-hidden="true" /> Clear
        </Button>
      )}
    </fieldset>
  );
}

interface OneProps {
  filter: Filter<string>;
  value: string | undefined;
  onSet(value: string): void;
}

function One({ filter, value, onSet }: OneProps) {
  const { name, label, choices, many, none = 'any', example } = filter;
  const id = `filter-${name}`;
  if (choices && many) return <Several filter={filter} value={value} onSet={onSet} />;
  return (
    <div class={value === undefined ? 'filter' : 'filter set'}>
      <label for={id}>{label}</label>
      {choices ? (
        <select id={id} value={value ?? ''} onChange={(event) => onSet(event.currentTarget.value)}>
          <option value="">{none}</option>
          {withValue(choices, value).map((choice) => (
            <option key={choice.value} value={choice.value}>
              {legible(choice.label, MOST_SHOWN)}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} value={value ?? ''} placeholder={example ?? none} onChange={(event) => onSet(event.currentTarget.value.trim())} />
      )}
    </div>
  );
}

/** The value of the address can always be seen, also where it is none of the choices. */
function withValue(choices: readonly { value: string; label: string }[], value: string | undefined) {
  return value === undefined || choices.some((choice) => choice.value === value) ? choices : [...choices, { value, label: value }];
}

/** Boxes to tick in a panel that opens below; Esc and a click elsewhere close it. */
function Several({ filter: { name, label, choices = [], none = 'any' }, value, onSet }: OneProps) {
  const panel = useRef<HTMLDetailsElement>(null);
  const chosen = value?.split(',') ?? [];
  const words = choices.filter((choice) => chosen.includes(choice.value)).map((choice) => legible(choice.label, MOST_SHOWN));
  const close = () => {
    if (panel.current) panel.current.open = false;
  };
  useEffect(() => {
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !panel.current?.contains(target)) close();
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    return () => {
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, []);
  const tick = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    // In the order of the choices, so that one filter has one address.
    onSet(choices.flatMap((choice) => (next.includes(choice.value) ? [choice.value] : [])).join(','));
  };
  return (
    <div class={value === undefined ? 'filter' : 'filter set'}>
      <span id={`filter-${name}`}>{label}</span>
      <details
        ref={panel}
        class="several"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !panel.current?.open) return;
          event.preventDefault();
          close();
          panel.current.querySelector('summary')?.focus();
        }}
      >
        <summary aria-labelledby={`filter-${name} filter-${name}-said`}>
          <span id={`filter-${name}-said`}>{words.length > 2 ? `${words.length} chosen` : words.join(', ') || none}</span>
          <ChevronDown size={14} aria-hidden="true" />
        </summary>
        <div class="several-choices">
          {choices.map((choice) => (
            <label key={choice.value}>
              <input type="checkbox" checked={chosen.includes(choice.value)} onChange={() => tick(choice.value)} />{' '}
              {legible(choice.label, MOST_SHOWN)}
            </label>
          ))}
        </div>
      </details>
    </div>
  );
}
