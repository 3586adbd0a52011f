/** Limit for the values that one property or text may have, depending on conditions; further ones are dropped. */
const MAX_VALUES = 16;

/** Limit for the length of a value; it ends properties that double themselves. */
const MAX_LENGTH = 4096;

/**
 * Properties of a project during evaluation. Names are case-insensitive, and values are expanded when they are assigned
 * (MSBuild, "Evaluation phase"). A property assigned under conditions has several possible values.
 */
export class Properties {
  private readonly values = new Map<string, readonly string[]>();
  private readonly settled = new Set<string>();

  /**
   * Assigns the value; a conditional assignment adds one more possible value. A value with unknown parts makes the
   * property unknown.
   */
  assign(name: string, value: string, conditional: boolean): void {
    const key = name.toLowerCase();
    const values = this.expand(value);
    const known = conditional ? (this.values.get(key) ?? []) : [];
    if (!conditional) this.settled.add(key);
    if (values.length > 0) this.values.set(key, [...new Set([...known, ...values])].slice(0, MAX_VALUES));
    else if (!conditional) this.values.delete(key);
  }

  /** Whether the property has been assigned: unconditionally, only under conditions, or not at all. */
  stateOf(name: string): 'set' | 'maybe' | 'unset' {
    const key = name.toLowerCase();
    if (this.settled.has(key)) return 'set';
    return this.values.has(key) ? 'maybe' : 'unset';
  }

  /**
   * Every text that a text with properties may expand to. Empty when a part of it is unknown: an undefined property,
   * which the command line or an SDK may set, a property function, an item list or item metadata.
   */
  expand(text: string): string[] {
    if (/[@%]\(|\$\([^)]*[^)\w.-]/.test(text)) return [];
    let results = [''];
    for (const part of text.split(/(\$\([\w.-]*\))/)) {
      const name = /^\$\(([\w-]+)\)$/.exec(part)?.[1];
      if (name === undefined && part.startsWith('$(')) return [];
      const values = name === undefined ? [part] : (this.values.get(name.toLowerCase()) ?? []);
      results = results.flatMap((start) => values.map((value) => start + value)).slice(0, MAX_VALUES);
      if (results.some((result) => result.length > MAX_LENGTH)) return [];
    }
    return results.map((result) => result.trim());
  }

  /** The only expansion of a text; undefined when there is none or more than one. */
  single(text: string): string | undefined {
    const values = this.expand(text);
    return values.length === 1 ? values[0] : undefined;
  }
}
