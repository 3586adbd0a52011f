/** Words of an identifier in lower case: `GITHUB_TOKEN`, `x-api-key` and `accessToken` alike. */
export function wordsOfName(name: string): string[] {
  return name
    .slice(0, 400)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}
