import { safeText } from '../../../../support/terminal.js';

/** One line that tells the agent something: `##vso[task.logissue type=error;]text`. Properties without a value are left out. */
export function loggingCommand(name: string, properties: Readonly<Record<string, string | number | undefined>>, text: string): string {
  const given = Object.entries(properties).filter(([, value]) => value !== undefined && value !== '');
  const written = given.map(([key, value]) => `${key}=${property(String(value))};`).join('');
  return `##vso[${name}${written === '' ? '' : ` ${written}`}]${data(text)}\n`;
}

/** Escapes of the agent: `%` first, as `%AZP25`. */
function data(text: string): string {
  return safeText(text).replaceAll('%', '%AZP25');
}

function property(text: string): string {
  return data(text).replaceAll(';', '%3B').replaceAll(']', '%5D');
}
