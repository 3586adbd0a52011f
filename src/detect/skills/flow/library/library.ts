/** The effect of a library function on its arguments, as far as data flow needs it. */
export type LibraryEffect =
  | 'home'
  | 'expand'
  | 'join-path'
  | 'environment'
  | 'variable'
  | 'argument'
  | 'identity'
  | 'read'
  | 'read-self'
  | 'list-files'
  | 'copy'
  | 'write'
  | 'write-self'
  | 'open'
  | 'open-self'
  | 'pipe-self'
  | 'put-self'
  | 'dump'
  | 'join-self'
  | 'archive'
  | 'delete'
  | 'delete-self'
  | 'send'
  | 'send-self'
  | 'connect'
  | 'connect-self'
  | 'receive-self'
  | 'hear-self'
  | 'accept'
  | 'wrap'
  | 'dns'
  | 'mail'
  | 'shell'
  | 'shell-args'
  | 'eval'
  | 'import'
  | 'decode'
  | 'encode'
  | 'unescape'
  | 'chr'
  | 'fill'
  | 'join'
  | 'reverse'
  | 'map'
  | 'getattr'
  | 'clipboard'
  | 'screen'
  | 'keychain'
  | 'date'
  | 'print'
  | 'download'
  | 'duplicate'
  | 'serialise'
  | 'parse'
  | 'archived'
  | 'archive-add'
  | 'all-of'
  | 'entries'
  | 'keys'
  | 'load-module'
  | 'invoke-self'
  | 'partial'
  | 'communicate'
  | 'client'
  | 'record'
  | 'namespace'
  | 'buffer'
  | 'constant';

const PYTHON: Readonly<Partial<Record<LibraryEffect, string>>> = {
  home: 'pathlib.Path.home Path.home',
  'all-of': 'asyncio.gather asyncio.run list tuple iter set sorted dict copy.deepcopy asyncio.to_thread asyncio.wait',
  expand: 'os.path.expanduser os.path.expandvars pathlib.Path Path pathlib.PurePath str os.fspath os.path.abspath os.path.realpath bytes',
  'join-path': 'os.path.join',
  variable: 'os.getenv os.environ.get os.environ.pop',
  argument: 'input sys.stdin.read sys.stdin.readline argparse.ArgumentParser().parse_args click.prompt',
  identity: 'socket.gethostname getpass.getuser platform.node os.uname platform.platform uuid.getnode os.getlogin',
  read: 'sqlite3.connect open().read codecs.open io.open configparser.ConfigParser().read configparser.RawConfigParser().read configparser.SafeConfigParser().read dotenv.dotenv_values netrc.netrc',
  'list-files': 'glob.glob glob.iglob os.walk os.listdir os.scandir',
  copy: 'shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.move',
  archive: 'shutil.make_archive',
  archived: 'zipfile.ZipFile tarfile.open tarfile.TarFile ZipFile',
  'archive-add': 'archive.add',
  open: 'open io.open codecs.open os.open os.fdopen',
  delete: 'shutil.rmtree os.remove os.unlink os.rmdir os.removedirs send2trash.send2trash',
  send: 'urllib.request.urlopen urllib.request.Request urlopen Request urllib2.urlopen',
  connect:
    'http.client.HTTPSConnection http.client.HTTPConnection HTTPSConnection HTTPConnection socket.create_connection websocket.create_connection websockets.connect websockets.sync.client.connect telnetlib.Telnet asyncio.open_connection pysftp.Connection paramiko.Transport paramiko.SFTPClient.from_transport ftplib.FTP ftplib.FTP_TLS smtplib.SMTP smtplib.SMTP_SSL',
  accept: 'socket.socket().accept socket.create_server().accept',
  'receive-self': 'socket.accepted.recv socket.accepted.makefile socket.accepted.recv_into socket.socket().recvfrom',
  dns: 'socket.gethostbyname socket.getaddrinfo socket.gethostbyname_ex dns.resolver.resolve dns.resolver.query',
  shell: 'os.system os.popen subprocess.getoutput subprocess.getstatusoutput commands.getoutput pty.spawn os.startfile',
  'shell-args':
    'subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen asyncio.create_subprocess_exec asyncio.create_subprocess_shell os.execv os.execvp os.execl os.spawnl os.spawnv',
  eval: 'eval exec compile builtins.eval builtins.exec marshal.loads pickle.loads runpy.run_path',
  import:
    '__import__ importlib.import_module importlib.util.spec_from_file_location importlib.machinery.SourceFileLoader imp.load_source ctypes.CDLL ctypes.cdll.LoadLibrary',
  decode:
    'base64.b64decode base64.urlsafe_b64decode base64.b32decode base64.b85decode base64.b16decode bytes.fromhex bytearray.fromhex binascii.unhexlify binascii.a2b_base64 zlib.decompress gzip.decompress codecs.decode',
  encode:
    'base64.b64encode base64.urlsafe_b64encode base64.b32encode base64.b16encode base64.b85encode binascii.hexlify binascii.b2a_base64 urllib.parse.quote',
  chr: 'chr',
  map: 'map',
  getattr: 'getattr',
  reverse: 'reversed',
  clipboard: 'pyperclip.paste tkinter.Tk().clipboard_get win32clipboard.GetClipboardData',
  screen: 'pyautogui.screenshot PIL.ImageGrab.grab ImageGrab.grab mss.mss().grab mss.mss().shot',
  keychain:
    'keyring.get_password keyring.get_credential browser_cookie3.load browser_cookie3.chrome browser_cookie3.firefox win32crypt.CryptUnprotectData',
  date: 'datetime.date.today datetime.datetime.now datetime.datetime.today datetime.datetime.utcnow date.today datetime.now time.time time.localtime datetime.now().hour',
  print: 'print sys.stdout.write logging.info logging.debug logging.warning logging.error logger.info logger.debug',
  download: 'urllib.request.urlretrieve urlretrieve wget.download',
  duplicate: 'os.dup2',
  dump: 'json.dump plistlib.dump yaml.dump yaml.safe_dump tomli_w.dump toml.dump pickle.dump',
  communicate: 'subprocess.Popen().communicate',
  parse: 'json.loads json.load yaml.safe_load yaml.load',
  partial: 'functools.partial partial',
  client: 'httpx.Client httpx.AsyncClient aiohttp.ClientSession requests_toolbelt.sessions.BaseUrlSession',
  record: 'collections.namedtuple namedtuple',
  namespace: 'types.SimpleNamespace SimpleNamespace argparse.Namespace',
  buffer: 'io.BytesIO io.StringIO BytesIO StringIO tempfile.SpooledTemporaryFile',
  serialise: 'json.dumps plistlib.dumps tomli_w.dumps toml.dumps pickle.dumps',
  constant: 'len bool isinstance hash hashlib.sha256 hashlib.md5 any all range enumerate().__len__',
};

const JAVASCRIPT: Readonly<Partial<Record<LibraryEffect, string>>> = {
  home: 'os.homedir',
  client: 'axios.create got.extend ky.create ky.extend',
  expand: 'path.resolve path.normalize String decodeURIComponent untildify URL',
  'join-path': 'path.join',
  argument: 'readline.question prompt',
  identity: 'os.hostname os.userInfo os.networkInterfaces os.arch',
  read: 'fs.readFileSync fs.readFile fs.promises.readFile fs/promises.readFile fs.createReadStream Bun.file Deno.readTextFile Deno.readTextFileSync Deno.readFile better-sqlite3',
  'list-files':
    'fs.readdirSync fs.readdir fs.promises.readdir fs/promises.readdir glob.sync glob.globSync fast-glob fast-glob.sync glob glob.glob globby',
  copy: 'fs.copyFileSync fs.copyFile fs.cpSync fs.cp fs.promises.copyFile fs.renameSync',
  write:
    'fs.writeFileSync fs.writeFile fs.promises.writeFile fs/promises.writeFile fs.appendFileSync fs.appendFile fs.promises.appendFile fs/promises.appendFile Deno.writeTextFile Deno.writeTextFileSync Bun.write',
  open: 'fs.createWriteStream',
  delete:
    'fs.truncateSync fs.truncate fs.promises.truncate fs.rmSync fs.rm fs.unlinkSync fs.unlink fs.rmdirSync fs.promises.rm fs.promises.unlink fs/promises.rm rimraf rimraf.sync fs-extra.remove fs-extra.removeSync Deno.remove',
  send: 'fetch globalThis.fetch axios axios.post axios.put axios.get axios.request got got.post got.get node-fetch undici.fetch undici.request https.get http.get request request.post superagent.post navigator.sendBeacon needle.post ky.post Request',
  connect: 'https.request http.request net.connect net.createConnection tls.connect WebSocket ws net.Socket XMLHttpRequest',
  dns: ['dns', 'dns.promises', 'dns/promises']
    .flatMap((from) =>
      'lookup resolve resolve4 resolve6 resolveTxt resolveAny resolveMx resolveNs resolveCname'.split(' ').map((name) => `${from}.${name}`),
    )
    .join(' '),
  parse: 'JSON.parse yaml.parse yaml.load',
  'all-of':
    'Promise.all Promise.allSettled Promise.resolve Promise.any Promise.race Object.values Array.from structuredClone Object.freeze util.promisify',
  entries: 'Object.entries',
  keys: 'Object.keys',
  serialise: 'JSON.stringify yaml.stringify yaml.dump',
  mail: 'nodemailer.createTransport().sendMail',
  shell: 'child_process.exec child_process.execSync shelljs.exec execa.command execaCommand bun.$ zx.$ execa.$ dax.$ Bun.$',
  'shell-args':
    'child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync execa execa.execa Bun.spawn Deno.Command Bun.spawnSync',
  eval: 'eval Function vm.runInNewContext vm.runInThisContext vm.runInContext globalThis.eval setTimeout.eval module._compile module()._compile vm.Script',
  import: 'require import process.dlopen module.require module.createRequire process.mainModule.require process.getBuiltinModule',
  decode: 'atob base64.decode Buffer.from',
  getattr: 'Reflect.get',
  chr: 'String.fromCharCode String.fromCodePoint',
  clipboard: 'clipboardy.read clipboardy.readSync navigator.clipboard.readText',
  screen: 'screenshot-desktop',
  keychain: 'keytar.getPassword keytar.findCredentials',
  date: 'Date Date.now',
  print: 'console.log console.info console.error process.stdout.write console.debug',
  constant: 'Boolean parseInt Number crypto.createHash Array.isArray Object.is',
};

/** Methods with the same meaning on any object. */
const METHODS: Readonly<Partial<Record<LibraryEffect, string>>> = {
  'read-self': 'read_text read_bytes',
  'write-self': 'write_text write_bytes',
  'open-self': 'open',
  'pipe-self': 'pipe',
  'join-self': 'joinpath',
  'delete-self': 'unlink rmdir',
  'list-files': 'glob rglob iterdir',
  expand:
    'expanduser resolve absolute as_posix encode decode toString strip trim text json read readlines splitlines toLowerCase lower upper rstrip lstrip hexdigest fetchall then buffer',
  fill: 'format',
  join: 'join',
  reverse: 'reverse toReversed',
  map: 'map flatMap forEach',
  'invoke-self': 'call apply bind',
  wrap: 'wrap_socket',
};

/** HTTP clients: a request method of an object created by one of these sends data. */
const CLIENT =
  /^(?:requests|httpx|aiohttp|urllib3|axios|got|ky|superagent|needle|request|undici|http|https|http\.client|node-fetch|treq|pycurl|niquests)(?:$|[.(])/;
const VERB = /^(?:post|put|patch|get|delete|request|send|head|urlopen|post_data|upload|del)$/;
const CONNECTION = /^(?:write|end|send|sendall|sendto|request|putrequest|storbinary|stor|sendmail|send_message|emit)$/;

/** Methods of a connection that give what the other side says, or whose callback is given that. */
const RECEIVES =
  /^(?:recv|recvfrom|recvmsg|recv_into|receive|receive_json|receive_text|makefile|read|readline|readlines|readuntil|readexactly|read_until|read_all|read_some|getresponse)$/;
const HEARS = /^(?:on|once|addListener|addEventListener|prependListener)$/;

/** Objects that are made before they are told where to connect to. */
const UNCONNECTED =
  /^(?:XMLHttpRequest\(\)\.open$|(?:socket\.socket|net\.Socket|tls\.TLSSocket|ssl\.wrap_socket|[^(]{0,60}\.wrap_socket)\(\)\.connect(?:_ex)?$)/;

/** Methods of a connection that send the file of a path. */
const FILES = /^(?:put|putfo|upload|put_r)$/;

/** Objects whose members are the names that every script has. */
const GLOBAL = /^(?:globalThis|window|global|self|builtins|__builtins__)\.(?=.)/;

const TABLES = { python: tableOf(PYTHON), javascript: tableOf(JAVASCRIPT) };
const METHOD_TABLE = tableOf(METHODS);

function tableOf(effects: Readonly<Partial<Record<LibraryEffect, string>>>): ReadonlyMap<string, LibraryEffect> {
  const table = new Map<string, LibraryEffect>();
  for (const [effect, names] of Object.entries(effects))
    for (const name of names.split(' ')) if (!table.has(name) && isEffect(effect)) table.set(name, effect);
  return table;
}

function isEffect(name: string): name is LibraryEffect {
  return name.length > 0;
}

/** Languages with a grammar. */
export type Language = keyof typeof TABLES;

/** Effect of a function by its dotted path; `target` is true when its object is an open connection. */
export function effectOf(path: string, language: Language, target: boolean): LibraryEffect | undefined {
  const plain = path
    .replace(/^node:/, '')
    .replace(/\.default(?=\.|$)/, '')
    .replace(GLOBAL, '');
  const known = TABLES[language].get(plain);
  if (known !== undefined) return known;
  const dot = plain.lastIndexOf('.');
  const method = plain.slice(dot + 1);
  if (target && CONNECTION.test(method)) return 'send-self';
  if (target && FILES.test(method)) return 'put-self';
  if (target && RECEIVES.test(method)) return 'receive-self';
  if (target && HEARS.test(method)) return 'hear-self';
  if (UNCONNECTED.test(plain)) return 'connect-self';
  if (dot > 0 && VERB.test(method) && CLIENT.test(plain)) return 'send';
  return dot === -1 ? undefined : METHOD_TABLE.get(method);
}
