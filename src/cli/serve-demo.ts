import { resolve } from 'node:path';
import { optionName } from '../config/option-name.js';
import type { ServeOptions } from '../config/serve-options.js';
import { type SettingKey, type Settings, settings } from '../config/settings.js';
import { UsageError } from '../support/errors.js';
import { onNotice } from '../support/notice.js';
import { isLoopback } from '../system/address-list.js';
import { requireFreePort } from '../system/free-port.js';
import type { CommandContext, Invocation } from './command.js';
import { exitCodes } from './exit-codes.js';
import { openInBrowser } from './open-in-browser.js';
import { startProgress } from './terminal/progress.js';
import { untilAborted } from './until-aborted.js';
import { version } from './version.js';

interface DemoStart {
  values: Settings;
  options: ServeOptions;
  invocation: Invocation;
  context: CommandContext;
}

/** `castellan serve --demo`: the control plane of a made-up company, on this machine alone, until a signal ends it. */
export async function serveDemo({ values, options, invocation: { flags }, context }: DemoStart): Promise<number> {
  const { environment, signal, cwd, io } = context;
  if (!isLoopback(options.host)) throw new UsageError({ where: '--host', message: 'a demo is served on this machine alone' });
  refuseReal(flags);
  await requireFreePort(options);
  context.endsInOrder?.();
  onNotice(() => {});
  const demo = await prepared(values.data === undefined ? undefined : resolve(cwd, values.data), {
    values,
    options,
    context,
  });
  try {
    const { openControlPlane, serve } = await import('../control-plane/start/start.js');
    const { makeSignInLink } = await import('../control-plane/auth/sign-in-link.js');
    const plane = await openControlPlane(demo.options, { version, clock: Date.now, logTo: { write: (line) => io.err(line.trimEnd()) } });
    const serving = await serve(plane);
    const link = `${serving.url}${await makeSignInLink(plane, demo.user)}`;
    io.out(told(serving.url, link, { keys: demo.keys, dataFolder: values.data }));
    if (values.open) openInBrowser(link, environment);
    await untilAborted(signal);
    await serving.close();
  } finally {
    demo.drop();
  }
  return exitCodes.interrupted;
}

/** Options of a real service, which a demo would not use. */
const REAL: readonly SettingKey[] = ['auditKeyFile', 'scanRoots', 'bootstrapAdmin', 'db'];

function refuseReal(flags: Invocation['flags']): void {
  const [key] = REAL.filter((one) => flags[one] !== undefined);
  if (key === undefined) return;
  throw new UsageError({ where: optionName(settings[key]), message: 'means nothing with --demo, which has data and accounts of its own' });
}

async function prepared(dataFolder: string | undefined, { values, options, context }: Omit<DemoStart, 'invocation'>) {
  const { prepareDemo } = await import('../control-plane/demo/prepare-demo.js');
  const { signal, io } = context;
  const progress = startProgress(process.stderr, !values.quiet);
  let begun = false;
  const onDay = (day: number, days: number) => {
    if (!begun && !values.quiet) io.err('Making the estate of the demo: two weeks of scans, pushes and decisions. It takes some seconds.');
    begun = true;
    progress.update(`day ${day} of ${days}`);
  };
  try {
    return await prepareDemo({ options, version, dataFolder, onDay, signal });
  } finally {
    progress.stop();
  }
}

interface Told {
  keys: readonly { role: string; secret: string }[];
  dataFolder: string | undefined;
}

function told(url: string, link: string, { keys, dataFolder }: Told): string {
  const others = keys.map(({ role, secret }) => `  ${role.padEnd(8)} ${secret}\n`);
  const end = dataFolder === undefined ? 'Its data is removed when the server stops.' : 'Its data stays in the folder of --data.';
  return `castellan ${version} serves ${url}, the demo of a made-up company

Open this link in a browser of this machine. It signs you in as its administrator, once, within ten minutes:

  ${link}
${keys.length === 0 ? '' : `\nKeys to sign in with in other roles, shown this once:\n\n${others.join('')}`}
${end} Ctrl-C stops it; the next start shows a new link.
`;
}
