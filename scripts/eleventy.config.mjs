// What the generator of the guide takes only from a file; the rest is in scripts/site. The pages tell of templates in many languages, and
// none is one.
export const config = { markdownTemplateEngine: false, htmlTemplateEngine: false };

export default () => {};
