import type { Lexicon } from '../concepts.js';

/** Names of programs, switches and turns of phrase that no language translates; they only tell which checks are worth a look. */
export const cues: Lexicon = {
  address: 'http://, https://',
  blind: 'without reading, without checking, without looking, without review*, without testing, without running',
  keep: 'keep',
  grant: 'approve*, accept*, allow*, confirm*, grant*',
  contentOf: 'value of, values of, content of, contents of',
  download: 'download*',
  paste: 'copy*, paste*',
  eraser: 'rm, mkfs, mkfs.*, dd',
  downloader: 'curl, wget, fetch, iwr, irm, invoke-webrequest, new-object',
  socket: '/dev/tcp*, /dev/udp*, nc, ncat, netcat, mkfifo, socket.socket, reverse shell',
  decoder: 'base64, powershell*, pwsh*, xxd, openssl, rot13, rot-13',
  bypass:
    '--dangerously*, --yolo, bypasspermissions, approval_policy, --allow-all-tools, --trust-all-tools, auto_approve*, autoapprove*, alwaysallow*, chat.tools.autoapprove, --no-sandbox-approval, --full-auto',
};
