/** What the build of the guide uses of its generator, which brings no types. */
declare module '@11ty/eleventy' {
  interface PageOfTransform {
    page: { url: string; inputPath: string };
  }

  export interface Configuration {
    amendLibrary(name: 'md', change: (markdown: never) => void): void;
    addTemplate(path: string, content: string, data: Readonly<Record<string, unknown>>): void;
    addGlobalData(name: string, value: unknown): void;
    addPreprocessor(name: string, endings: string, change: (data: { page: { inputPath: string } }, content: string) => string): void;
    addTransform(name: string, change: (this: PageOfTransform, content: string) => string): void;
    setUseGitIgnore(use: boolean): void;
    setTemplateFormats(formats: readonly string[]): void;
  }

  export default class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { quietMode: boolean; configPath: string; config(configuration: Configuration): void },
    );
    toJSON(): Promise<{ url: string; inputPath: string; content: string }[]>;
  }
}
