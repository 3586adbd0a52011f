import { isSecretName } from '../sensitive.js';
import { constant, isWhollyKnown, marked, nothing, type Value } from '../value.js';

/** The value of an environment variable, by its name. */
export function variable(name: string): Value {
  if (name === 'HOME' || name === 'USERPROFILE') return constant('~');
  if (name === 'CI' || name === 'GITHUB_ACTIONS') return marked('identity', 'CI');
  return isSecretName(name) ? marked('credential', name) : nothing;
}

/** The value of the variable that a value names: whoever goes through all names has all values. */
export function variableNamed(name: Value): Value {
  return wholeEnvironment(name) ?? variable(name.shape);
}

/** The environment where a value is one name of it after the other. */
export function wholeEnvironment(name: Value): Value | undefined {
  const whole = isWhollyKnown(name) ? undefined : name.marks.find(({ source }) => source === 'environment');
  return whole && marked('environment', whole.label);
}

/** Properties that are data sources: `os.environ`, `process.env.TOKEN`, `document.cookie`. */
export function memberSource(path: string, name: string): Value | undefined {
  if (path === 'os.environ' || path === 'process.env') return marked('environment', path);
  if (path.startsWith('process.env.') || path.startsWith('os.environ.'))
    return /^os\.environ\.(?:get|items|copy|pop|keys|values)$/.test(path) ? undefined : variable(name);
  if (/^flask\.request\.\w+$/.test(path)) return marked('argument', 'a request from the network');
  if (path === 'sys.executable') return constant('python3');
  if (/^(?:os\.sep|os\.path\.sep|path\.sep)$/.test(path)) return constant('/');
  if (path === 'process.execPath') return constant('node');
  if (path === 'document.cookie') return marked('browser', path);
  if (path === 'window.localStorage') return marked('browser', path);
  return undefined;
}
