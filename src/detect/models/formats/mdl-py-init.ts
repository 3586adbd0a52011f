import type { ModelFile, ModelObservation } from '../../../model/ai-evidence.js';
import type { Rule } from '../../contract/rule.js';
import { factText, observedRule, type Ruling } from './observed.js';

/** Calls that start a process or run text as code. */
const EXECUTES =
  /^(os\.(system|popen\w*|exec[lv]p?e?|spawn[lv]p?e?|posix_spawnp?|startfile|fork|forkpty)|posix\.system|nt\.system|subprocess\.\w+|commands\.\w+|pty\.(spawn|fork)|(builtins\.)?(exec|eval|execfile)|runpy\.run_\w+|code\.Interact\w*\.?\w*|ctypes\.(CDLL|cdll\.\w+|windll\.\w+)|importlib\.util\.exec_module|asyncio\.create_subprocess_\w+|multiprocessing\.Process|marshal\.loads|_?pickle\.loads?|dill\.loads?|cloudpickle\.loads?|pip\.main|webbrowser\.open\w*)$/;
/** Calls that connect to the network. */
const CONNECTS =
  /^(socket\.(socket|create_connection)|urllib\.request\.\w+|urllib2?\.(urlopen|urlretrieve)|urllib3\.\w+(\(\)\.\w+)?|requests\.(get|post|put|request|head|delete|patch|Session)(\(\))?(\.\w+)?|httpx\.\w+(\(\)\.\w+)?|aiohttp\.\w+|http\.client\.\w+|ftplib\.\w+|smtplib\.\w+|telnetlib\.\w+|xmlrpc\.client\.\w+|paramiko\.\w+)$/;
/** Calls that delete or create files. */
const DESTROYS = /^(shutil\.(rmtree|move)|os\.(remove|unlink|rmdir|removedirs|chmod|symlink|setuid))$/;

/** Python shipped with a model. */
export const mdlPyInit: Rule<ModelFile> = observedRule(
  {
    id: 'MDL-PY-INIT',
    title: 'Python shipped with the model acts on import',
    severity: 'high',
    confidence: 'high',
    rationale:
      'Code at module level runs as soon as a loader imports the file: here it starts a process, opens the network or runs text as code.',
    fix: 'Do not load the model with its own code; read the file, and ask the publisher why it is there.',
    references: ['CWE-94', 'CWE-829', 'OWASP LLM03', 'OWASP ML06', 'MITRE ATLAS AML.T0010.003', 'MITRE ATLAS AML.T0011.000'],
  },
  {
    'python.call': judgeCall,
    'python.shipped': ({ evidence }) => ({ severity: 'low', evidence: `Python source ${evidence}` }),
  },
);

function judgeCall(observation: ModelObservation): Ruling | undefined {
  const callee = factText(observation, 'callee').replace(/^__builtins__\./, '');
  const module = factText(observation, 'level') === 'module';
  if (EXECUTES.test(callee)) return { severity: module ? 'high' : 'medium' };
  if (module && CONNECTS.test(callee)) return {};
  return module && DESTROYS.test(callee) ? { severity: 'medium' } : undefined;
}
