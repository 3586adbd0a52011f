/** Longest text a property may grow to; a chain that doubles itself ends here. */
const MAX_LENGTH = 10_000;

/** Levels of properties within properties. */
const MAX_LEVELS = 100;

/**
 * Values of `${…}` in a model that has inherited all it will: `project.*` (or `pom.*`) first, then properties, then the names of
 * `project.*` alone (Maven's order). Each name is worked out once.
 */
export class Interpolation {
  private readonly values = new Map<string, string | undefined>();
  private level = 0;

  constructor(
    private readonly properties: ReadonlyMap<string, string>,
    /** By names without the prefix `project.`; empty texts count as undefined. */
    private readonly project: ReadonlyMap<string, string>,
  ) {}

  /** The text with all properties replaced; undefined when one is defined nowhere, or by itself. */
  resolve(text: string): string | undefined {
    if (!text.includes('${')) return text;
    let isKnown = true;
    const result = text.replace(/\$\{([^${}]*)\}/g, (_, name: string) => {
      const value = this.valueOf(name.trim());
      if (value === undefined) isKnown = false;
      return value ?? '';
    });
    return isKnown && !result.includes('${') && result.length <= MAX_LENGTH ? result : undefined;
  }

  private valueOf(name: string): string | undefined {
    if (this.values.has(name)) return this.values.get(name);
    // Seen as undefined while it is being worked out, so that loops end.
    this.values.set(name, undefined);
    const raw = this.rawOf(name);
    if (raw === undefined || this.level >= MAX_LEVELS) return undefined;
    this.level++;
    const value = this.resolve(raw);
    this.level--;
    this.values.set(name, value);
    return value;
  }

  private rawOf(name: string): string | undefined {
    const own = /^(?:project|pom)\.(.+)$/.exec(name)?.[1];
    const ofProject = own === undefined ? undefined : this.project.get(own);
    return ofProject || (this.properties.get(name) ?? (this.project.get(name) || undefined));
  }
}
