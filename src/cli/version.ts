declare const __VERSION__: string | undefined;

/** Version of this program; `0.0.0-dev` when run from source. */
export const version: string = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0-dev';
