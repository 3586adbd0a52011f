import type { Lexicon } from './concepts.js';

/** Names of programs, switches and turns of phrase that no language translates; they only tell which checks are worth a look. */
export const cues: Lexicon = {
  address: 'http://, https://',
  blind: 'without reading, without checking, without looking, without review*, without testing, without running',
  keep: 'keep, leave',
  grant: 'approve*, accept*, allow*, confirm*, grant*',
  homePath: '~/.*, $home/.*, %userprofile%\\.*, %appdata%*',
  contentOf: 'value of, values of, content of, contents of',
  download: 'download*',
  paste: 'copy*, paste*',
  eraser: 'rm, mkfs, mkfs.*, dd, vssadmin, wbadmin, bcdedit, diskpart, cipher',
  downloader: 'urlopen, urllib*, requests.get, curl, wget, fetch, iwr, irm, invoke-webrequest, new-object',
  socket: '/dev/tcp*, /dev/udp*, nc, ncat, netcat, mkfifo, socket.socket, reverse shell',
  decoder: 'atob, b64decode, base64, powershell*, pwsh*, xxd, openssl, rot13, rot-13',
  starter:
    'cron*, crontab*, launch agent*, launchagent*, launch daemon*, launchdaemon*, login item*, schtasks*, scheduled task*, hkcu*, hklm*, run key*, registry value*, registry key*, systemd*, autostart*, startup folder*, start-up folder*',
  bypass:
    '--dangerously*, --yolo, bypasspermissions, approval_policy, --allow-all-tools, --trust-all-tools, auto_approve*, autoapprove*, alwaysallow*, chat.tools.autoapprove, --no-sandbox-approval, --full-auto',
};
