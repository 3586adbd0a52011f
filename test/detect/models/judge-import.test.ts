import { describe, expect, it } from 'vitest';
import { judgeImport } from '../../../src/detect/models/pickle/judge-import.js';

const classes = (imports: string) => imports.split(', ').map((text) => judgeImport(...(text.split(' ') as [string, string])));
const all = (imports: string, verdict: string) => expect(classes(imports)).toEqual(imports.split(', ').map(() => verdict));

describe('judging imports', () => {
  it('knows the state of the common libraries as harmless', () => {
    all('collections OrderedDict, builtins set, numpy.core.multiarray _reconstruct, numpy._core.multiarray scalar, numpy dtype', 'safe');
    all(
      'torch._utils _rebuild_tensor_v2, torch FloatStorage, torch.cuda HalfStorage, torch.nn.modules.conv Conv2d, torch.optim.adamw AdamW',
      'safe',
    );
    all(
      'sklearn.ensemble._forest RandomForestClassifier, sklearn.tree._tree Tree, sklearn._loss.link LogitLink, scipy.sparse._csr csr_matrix',
      'safe',
    );
    all(
      'pandas.core.frame DataFrame, pandas._libs.internals _unpickle_block, xgboost.core Booster, lightgbm.sklearn LGBMClassifier',
      'safe',
    );
    all(
      'transformers.training_args TrainingArguments, transformers.models.bert.configuration_bert BertConfig, tokenizers AddedToken',
      'safe',
    );
  });

  it('reads the names of Python 2', () => {
    all('__builtin__ set, copy_reg _reconstructor', 'safe');
    all('__builtin__ eval, commands getoutput, cPickle loads, itertools imap, urllib2 urlopen, __builtin__ reduce', 'dangerous');
  });

  it('holds packages with all below them and their private twins for dangerous', () => {
    all(
      'os system, posix system, nt system, _posixsubprocess fork_exec, subprocess Popen, asyncio.subprocess create_subprocess_shell',
      'dangerous',
    );
    all(
      'torch.utils.collect_env run, numpy.f2py.crackfortran getlincoef, idlelib.run Executive.runcode, _pyrepl.pager pipe_pager',
      'dangerous',
    );
    all(
      'builtins eval, builtins getattr, _io FileIO, _operator attrgetter, functools partial, numpy load, pandas.io.pickle read_pickle',
      'dangerous',
    );
  });

  it('follows attribute walks out of harmless modules', () => {
    all(
      'torch os.system, random _os.system, collections _sys.modules, sklearn os.popen, transformers AutoModel.from_pretrained',
      'dangerous',
    );
    all('sklearn.base Outer.Inner', 'unknown');
  });

  it('holds what reads another file or session back for dangerous, by class', () => {
    all(
      'dill load_session, dill.session load_session, dill load_module, cloudpickle load, hickle load, klepto.archives load, srsly read_gpickle',
      'dangerous',
    );
    all(
      'spacy load, gensim.utils unpickle, fastai.learner load_learner, networkx.readwrite.gpickle read_gpickle, polars read_ipc, h5py open_file',
      'dangerous',
    );
    all(
      'acme.state load_session, acme.io read_pickle_file, acme SafeUnpickler, acme restore_checkpoint, orbax.checkpoint restore, skops.io load',
      'dangerous',
    );
    all('torch.storage _load_from_bytes, pandas._libs.tslibs.timestamps _unpickle_timestamp', 'safe');
    all('acme.nets loader, torch.nn.modules.module load_state_dict, json loads, sklearn.utils reader, spacy.tokens Doc', 'unknown');
  });

  it('tells makers of code apart', () => {
    all(
      'types CodeType, marshal loads, dill.source getsource, dill._dill _create_function, cloudpickle.cloudpickle _make_function',
      'code',
    );
  });

  it('leaves everything else unknown, also lower-case names of known packages', () => {
    all(
      'acme.nets Net, __main__ Net, sklearn.utils helper, torch.nn.modules.linear helper, sklearn.utils.parallel Parallel, os_utils run',
      'unknown',
    );
    all('sklearn.ensemble._forest Parallel, constructor prototype, toString __proto__', 'unknown');
  });
});
