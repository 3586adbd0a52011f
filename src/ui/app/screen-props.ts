/** What a screen is called with: the named parts of its address. */
export interface ScreenProps {
  readonly [name: string]: string | undefined;
}
