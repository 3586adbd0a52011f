import { variableOf } from '../../config/environment.js';
import { optionName } from '../../config/option-name.js';
import { type ProjectFile, parseProjectFile } from '../../config/project-file.js';
import { resolveSettings } from '../../config/resolve.js';
import type { Setting } from '../../config/setting.js';
import { type SettingKey, type Settings, settings as table } from '../../config/settings.js';
import { describe, UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { redact } from '../../support/redact.js';
import { makeClock } from '../../system/clock.js';
import { lazyHttp } from '../../system/lazy-http.js';
import { believedAuthorities } from '../authorities.js';
import type { CommandContext, Invocation } from '../command.js';
import { pathsOf } from '../open-context.js';
import { findProjectConfig } from '../project-config.js';
import type { DoctorGround, GivenSetting, WrongSetting } from './check.js';

/** Reads what is configured. A wrong value is noted and left out; a wrong flag throws UsageError, as for every command. */
export function doctorGround({ flags }: Invocation, context: CommandContext): Omit<DoctorGround, 'signal'> {
  const named =
    typeof flags.config === 'string' ? flags.config : context.environment.SERVICE_CONFIG || context.environment.CASTELLAN_CONFIG;
  const { configuration, file } = projectFile(named, context.cwd);
  const { settings, wrong, sources } = tolerant({ flags, environment: context.environment, file });
  return {
    context,
    flags,
    settings,
    wrong,
    given: givenIn(sources),
    configuration,
    paths: pathsOf(settings, context.environment),
    now: makeClock(context.environment.SOURCE_DATE_EPOCH)(),
    http: settings.offline ? undefined : lazyHttp(context.environment, undefined, authoritiesOf(settings, context)),
  };
}

/** The check of the file says what is wrong with it. */
function authoritiesOf({ caFile }: Settings, context: CommandContext): string[] | undefined {
  try {
    return caFile === undefined ? undefined : believedAuthorities(caFile, context);
  } catch {
    return undefined;
  }
}

function projectFile(
  named: string | undefined,
  cwd: string,
): { configuration: DoctorGround['configuration']; file: ProjectFile['values'] } {
  try {
    const found = findProjectConfig(named, [], cwd);
    if (found === undefined) return { configuration: {}, file: {} };
    try {
      return { configuration: { path: found.path }, file: parseProjectFile(found.text, found.path).values };
    } catch (error) {
      return { configuration: { path: found.path, problem: describe(error) }, file: {} };
    }
  } catch (error) {
    return { configuration: { problem: describe(error) }, file: {} };
  }
}

interface Sources {
  flags: Invocation['flags'];
  environment: NodeJS.ProcessEnv;
  file: ProjectFile['values'];
}

/** The settings without the values that make no sense. Each turn leaves one of them out. */
function tolerant(all: Sources): { settings: Settings; wrong: WrongSetting[]; sources: Sources } {
  const wrong: WrongSetting[] = [];
  let sources = all;
  for (;;) {
    try {
      return { settings: resolveSettings(sources), wrong, sources };
    } catch (error) {
      const where = error instanceof UsageError ? error.where : undefined;
      const rest = where === undefined ? undefined : without(sources, where);
      if (where === undefined || rest === undefined) throw error;
      wrong.push({ line: describe(error), where });
      sources = rest;
    }
  }
}

/** Undefined for a flag: who typed it is to be told. */
function without({ flags, environment, file }: Sources, where: string): Sources | undefined {
  if (environment[where] !== undefined) return { flags, file, environment: { ...environment, [where]: undefined } };
  const kept = Object.entries(file).filter(([, value]) => value.where !== where);
  return kept.length === Object.keys(file).length ? undefined : { flags, environment, file: Object.fromEntries(kept) };
}

function givenIn({ flags, environment, file }: Sources): GivenSetting[] {
  return (Object.entries(table) as [SettingKey, Setting][]).flatMap(([key, setting]) => {
    const variable = setting.env === undefined ? undefined : variableOf(environment, setting.env);
    const value = flags[key] ?? (variable === undefined ? undefined : environment[variable] || undefined);
    const inFile = file[key];
    if (value !== undefined)
      return [{ key, where: flags[key] === undefined ? (variable ?? '') : optionName(setting), shown: shownOf(setting, value) }];
    return inFile === undefined ? [] : [{ key, where: inFile.where, shown: shownOf(setting, inFile.value) }];
  });
}

/** A secret's value never shows, nor the user part of an address. */
function shownOf({ isSecret }: Setting, value: unknown): string {
  if (isSecret) return '(set)';
  const text = Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return quote(redact(text.replace(/(:\/\/)[^/@\s,]*@/g, '$1…@')), 200);
}
