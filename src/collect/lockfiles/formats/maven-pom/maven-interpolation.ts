/** Limit for the text that a property expands to; it ends chains that double themselves. */
const MAX_LENGTH = 10_000;

/** Limit for properties within properties. */
const MAX_LEVELS = 100;

/**
 * Values of `${…}` in a model after inheritance, in Maven's order: `project.*` (or `pom.*`), then properties, then the
 * names of `project.*` without prefix. Each name is resolved once.
 */
export class Interpolation {
  private readonly values = new Map<string, string | undefined>();
  private level = 0;

  constructor(
    private readonly properties: ReadonlyMap<string, string>,
    /** By names without the prefix `project.`; empty texts count as undefined. */
    private readonly project: ReadonlyMap<string, string>,
  ) {}

  /** The text with all properties replaced; undefined when one has no definition, or is defined by itself. */
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
    // Undefined while it is being resolved, so that cycles end.
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
