type Kind<E> = abstract new (...args: never) => E;

/**
 * The element with this id and type, which the reporter wrote into the page. Throws RangeError when it is missing or of
 * another type.
 */
export function byId<E extends HTMLElement>(id: string, kind: Kind<E>): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new RangeError(`the page has no ${id}`);
  return found;
}

/** Creates an element with these properties and children; text is set as text, never as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The severities that are ticked. */
export function tickedSeverities(): Set<string> {
  return new Set([...document.querySelectorAll<HTMLInputElement>('[name=severity]:checked')].map((box) => box.value));
}

/** The words of the search field, in lower case. */
export function searchWords(field: HTMLInputElement): string[] {
  return field.value.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Makes the key `/` focus the search field, except while the reader types in a field. */
export function searchBySlash(field: HTMLInputElement): void {
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    field.focus();
  });
}
