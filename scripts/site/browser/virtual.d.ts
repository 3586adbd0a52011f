/** Put in by the build: what is searched, of every page. */
declare module 'virtual:texts' {
  const texts: import('./search-text.js').SearchText[];
  export default texts;
}
