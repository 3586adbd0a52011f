type Kind<E> = abstract new (...args: never) => E;

/** The element of this id and kind, which the reporter wrote into the page. Throws RangeError where it did not. */
export function byId<E extends HTMLElement>(id: string, kind: Kind<E>): E {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new RangeError(`the page has no ${id}`);
  return found;
}

/** A new element with these properties and children; text is set as text, never as markup. */
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

/** Lets `/` lead to the search field, but where somebody types. */
export function searchBySlash(field: HTMLInputElement): void {
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    field.focus();
  });
}
