/** A section of a page as the search knows it. */
export interface SearchText {
  /** Its address in the site. */
  at: string;
  /** Title of the page, or id of the rule. */
  title: string;
  /** Heading of the section, or title of the rule; empty for what stands above the first heading. */
  section: string;
  text: string;
}

/** A hit, with the words around the first match. */
export interface Found {
  at: string;
  title: string;
  section: string;
  excerpt: string;
}

declare global {
  /** Set by the script of the search, which is loaded with the first search. */
  var guideSearch: ((query: string) => Found[]) | undefined;
}
