/** The databases that the store speaks to. */
export type Dialect = 'sqlite' | 'postgres';
