/**
 * Packages all of whose callables run code, start processes, open files or sockets, or reach those: the package itself and
 * everything below it. Leading underscores of a package's name are taken off before the look-up.
 */
export const deniedPackages: ReadonlySet<string> = new Set(
  (
    'os posix nt ntpath posixpath subprocess posixsubprocess commands popen2 pty sys shutil socket ssl socketserver asyncio ' +
    'multiprocessing concurrent signal ctypes cffi importlib frozen_importlib frozen_importlib_external imp zipimport pkgutil runpy ' +
    'codeop code pdb bdb trace profile cProfile lsprof timeit doctest unittest test idlelib lib2to3 pydoc inspect gc site ' +
    'webbrowser antigravity http httplib urllib urllib2 urllib3 ftplib smtplib imaplib poplib nntplib telnetlib xmlrpc xmlrpclib ' +
    'requests httpx aiohttp paramiko pexpect fabric invoke plumbum sh pip ensurepip venv virtualenv setuptools distutils ' +
    'easy_install pickle cPickle shelve dbm jsonpickle sqlite3 tempfile fileinput linecache mmap pipes mailcap crypt readline ' +
    'rlcompleter py_compile compileall zipapp zipfile tarfile osx_support aix_support pyrepl threading thread sched atexit faulthandler ' +
    'tracemalloc resource fcntl tty termios winreg msvcrt winapi turtle turtledemo tkinter curses cgi cgitb wsgiref glob ' +
    'huggingface_hub mlflow IPython ipykernel jinja2 mako numexpr streamlit gradio boto3 botocore psutil docker kubernetes ' +
    'torch.hub torch.package torch.utils torch._dynamo torch._inductor torch.fx torch.ops torch._ops torch.classes torch._classes ' +
    'torch.distributed torch.multiprocessing torch.jit.unsupported_tensor_ops torch._C._distributed_c10d torch.export torch._export ' +
    'torch.onnx torch.testing torch.profiler torch.cpp_extension torch.utils.cpp_extension torch.backends ' +
    'numpy.f2py numpy.testing numpy.distutils numpy.ctypeslib numpy.lib.npyio numpy.lib._npyio_impl numpy.lib.format ' +
    'pandas.io pandas.compat pandas.core.computation scipy.io scipy.weave sklearn.datasets sklearn.externals ' +
    'transformers.dynamic_module_utils transformers.utils.hub sympy.parsing joblib.externals joblib.parallel joblib.memory'
  ).split(' '),
);

/** Callables of packages that are otherwise of use, by `package: names`; `*` at an end stands for the rest of a word. */
export const deniedNames = `
builtins: eval exec execfile compile open file __import__ getattr setattr delattr vars globals locals dir input raw_input breakpoint map filter reduce apply type super reload help exit quit memoryview property classmethod staticmethod dict.get __build_class__
io: open FileIO open_code BufferedReader BufferedWriter TextIOWrapper
operator: attrgetter methodcaller mul imul call getitem setitem delitem concat iconcat
functools: partial reduce partialmethod cached_property singledispatch
itertools: starmap
yaml: load load_all unsafe_load unsafe_load_all full_load full_load_all
joblib: load dump Parallel Memory delayed
joblib.numpy_pickle: load dump load_temporary_memmap
platform: popen _syscmd_*
logging: FileHandler
logging.config: *
logging.handlers: *
typing: get_type_hints ForwardRef
dataclasses: make_dataclass
string: Formatter Formatter.*
uuid: _* getnode uuid1
_uuid: *
codecs: open decode lookup register
_codecs: decode lookup register
copyreg: add_extension pickle constructor
torch: load save compile jit.load hub.load
torch.serialization: load save _load _legacy_load
torch.jit: load save script trace
torch.jit._serialization: load save
numpy: load loadtxt genfromtxt fromfile memmap save savez savez_compressed savetxt fromregex DataSource
numpy.core.memmap: memmap
numpy.lib.utils: *
numpy.core: _ufunc_reconstruct
numpy._core: _ufunc_reconstruct
pandas: read_* eval
sympy: sympify parse_expr lambdify
sympy.core.sympify: *
keras: *load_model
tensorflow: load_library load_op_library py_func numpy_function saved_model.load io.*
scipy: LowLevelCallable
scipy._lib._ccallback: LowLevelCallable
`;

/** Method names that load or fetch by what they are called with, whoever the class is. */
export const deniedMethods: ReadonlySet<string> = new Set(
  'from_pretrained load_model load_weights get_file py_func read_pickle load_library resolve_name import_module run_cmd'.split(' '),
);

/** Makers of code objects, functions and modules from bytes: no sandbox separates them from execution. */
export const codeMakers = `
types: CodeType FunctionType ModuleType MethodType LambdaType coroutine
new: code function module instancemethod
marshal: *
_marshal: *
`;

/** Picklers whose functions rebuild code objects and functions, in whichever of their modules they stand. */
export const codePackages: ReadonlySet<string> = new Set(
  'dill cloudpickle joblib.externals.cloudpickle ray.cloudpickle pyspark.cloudpickle'.split(' '),
);
