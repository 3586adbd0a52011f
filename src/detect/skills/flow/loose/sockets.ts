import { UNKNOWN_PART } from '../value.js';
import { ADDRESS } from './dialects.js';

/** A connection to elsewhere. */
export const SOCKET =
  /\b(?:sockaddr_in|TcpStream::connect|net\.Dial\w*|fsockopen|TCPSocket\.(?:new|open)|IO::Socket::INET|socket\.tcp|Socket\.tcp)\b/;
const TIED = /\bfrom_raw_fd\b|\bdup2?\b|\.Stdin\b[^=\n]{0,60}=|\bproc_open\b|\.reopen\b|>&\s*\w|\bSTDIN\b/;

/** A shell whose input and output are a socket. */
export function tiedShell(text: string): { at: number; text: string } | undefined {
  const socket = SOCKET.exec(text);
  if (socket !== null && OBEYS.test(text)) return { at: socket.index, text: `commands from /dev/tcp/${hostAt(text, socket.index)}` };
  if (socket === null || !TIED.test(text) || !/["'`]\/?(?:bin\/)?(?:ba|z|da)?sh\b|cmd(?:\.exe)?["'`]/.test(text)) return undefined;
  return { at: socket.index, text: `/bin/sh on /dev/tcp/${hostAt(text, socket.index)}` };
}

/** What a line of the socket says is run as a command. */
const OBEYS =
  /\$?\b(\w+)\s*=\s*(?:\$?\w+(?:\.|->)(?:gets|readline|recv|read\w*)\b|fgets\s*\(\s*\$\w+|<\s*\$\w+\s*>)[\s\S]{0,300}\b(?:IO\.popen|Open3\.\w+|popen|shell_exec|passthru|system|exec|eval)\s*\(?\s*\$?\1\b/;

function hostAt(text: string, at: number): string {
  return ADDRESS.exec(text.slice(at, at + 300))?.[0] ?? UNKNOWN_PART;
}

const POWERSHELL_SOCKET = /\bnet\.sockets\.(?:tcpclient|socket|udpclient)\b|\bnet\.websockets\.clientwebsocket\b/i;

/** PowerShell that executes what a socket says. */
export function commandedBySocket(text: string): { at: number; text: string } | undefined {
  const socket = POWERSHELL_SOCKET.exec(text);
  if (
    socket === null ||
    !/\bgetstream\b|\breceive(?:async)?\b/i.test(text) ||
    !/\b(?:iex|invoke-expression|cmd(?:\.exe)? \/c|powershell(?:\.exe)? -c)/i.test(text)
  )
    return undefined;
  const behind = text.slice(socket.index, socket.index + 300);
  const host = ADDRESS.exec(behind)?.[0] ?? /["']([\w.-]{3,253})["']/.exec(behind)?.[1];
  return { at: socket.index, text: `powershell on /dev/tcp/${host ?? UNKNOWN_PART}` };
}
