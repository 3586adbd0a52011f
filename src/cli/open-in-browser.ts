import { spawn } from 'node:child_process';

/** The program that opens an address, and its arguments before the address. Windows' `start` is a word of its shell, this a program. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address of ours in the user's browser. Where there is none, nothing happens: the address is on the screen. */
export function openInBrowser(address: string, environment: NodeJS.ProcessEnv): void {
  const [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...words, address], { env: environment, stdio: 'ignore', detached: true, shell: false });
  child.once('error', () => {});
  child.unref();
}
