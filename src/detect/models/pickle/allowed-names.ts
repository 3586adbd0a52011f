/**
 * Imports that are harmless whatever the arguments: calling them with chosen arguments, setting chosen attributes on the result
 * and calling its `__setstate__` runs no code, opens nothing and imports nothing by name. One module a line, then its names.
 */
export const allowedNames = `
builtins: bool int float complex str bytes bytearray list tuple dict set frozenset object range slice long unicode basestring xrange Ellipsis NotImplemented NoneType
collections: OrderedDict defaultdict Counter deque ChainMap UserDict UserList
collections.abc: Mapping Sequence Iterable
copyreg: _reconstructor __newobj__ __newobj_ex__
_codecs: encode
codecs: encode
datetime: date time datetime timedelta timezone
zoneinfo: ZoneInfo
decimal: Decimal
fractions: Fraction
uuid: UUID SafeUUID
ipaddress: IPv4Address IPv4Interface IPv4Network IPv6Address IPv6Interface IPv6Network
pathlib: PurePath PurePosixPath PureWindowsPath Path PosixPath WindowsPath
pathlib._local: PurePath PurePosixPath PureWindowsPath Path PosixPath WindowsPath
array: array _array_reconstructor
argparse: Namespace
types: SimpleNamespace NoneType
enum: Enum IntEnum Flag IntFlag
re: _compile
operator: itemgetter
time: struct_time
random: Random
numpy: dtype ndarray matrix recarray record generic number integer floating inexact bool bool_ bool8 str_ bytes_ unicode_ string_ void object_ int_ intc intp uintc uintp uint byte ubyte short ushort longlong ulonglong float_ half single double longdouble complex_ csingle cdouble clongdouble int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 float96 float128 complex64 complex128 complex192 complex256 datetime64 timedelta64 log log1p log2 log10 exp expm1 exp2 sqrt cbrt square abs absolute sign sin cos tan sinh cosh tanh arcsin arccos arctan mean median sum prod min max std var add subtract multiply divide maximum minimum power nanmean nanmedian ravel reshape argmax argmin isnan where clip
numpy.core.multiarray: _reconstruct scalar
numpy._core.multiarray: _reconstruct scalar
numpy.core._multiarray_umath: log log1p exp expm1 sqrt square add multiply
numpy._core._multiarray_umath: log log1p exp expm1 sqrt square add multiply
numpy.core.numeric: _frombuffer
numpy._core.numeric: _frombuffer
numpy.core.records: recarray record
numpy._core.records: recarray record
numpy.matrixlib.defmatrix: matrix
numpy.random: Generator RandomState MT19937 PCG64 PCG64DXSM Philox SFC64 SeedSequence
numpy.random._pickle: __randomstate_ctor __generator_ctor __bit_generator_ctor
numpy.random._mt19937: MT19937
numpy.random._pcg64: PCG64 PCG64DXSM
numpy.random._philox: Philox
numpy.random._sfc64: SFC64
numpy.random.mtrand: RandomState __RandomState_ctor
numpy.random._generator: Generator
numpy.random.bit_generator: SeedSequence SeedlessSeedSequence __pyx_unpickle_SeedSequence
numpy.random._bit_generator: SeedSequence SeedlessSeedSequence __pyx_unpickle_SeedSequence
numpy.ma: MaskedArray
numpy.ma.core: _mareconstruct MaskedArray MaskedConstant
torch: Size device Tensor layout strided finfo iinfo dtype Generator Storage memory_format sparse_coo sparse_csr sparse_csc sparse_bsr sparse_bsc contiguous_format preserve_format channels_last channels_last_3d per_tensor_affine per_channel_affine per_tensor_symmetric per_channel_symmetric qint8 quint8 qint32 quint4x2 bool uint8 int8 int16 int32 int64 uint16 uint32 uint64 short int long half float double float16 float32 float64 bfloat16 complex32 complex64 complex128 cfloat cdouble chalf float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz float8_e8m0fnu
torch._C: Generator Size device dtype layout _TensorBase TensorBase
torch._utils: _rebuild_tensor _rebuild_tensor_v2 _rebuild_tensor_v3 _rebuild_parameter _rebuild_parameter_with_state _rebuild_parameter_v2 _rebuild_qtensor _rebuild_sparse_tensor _rebuild_sparse_csr_tensor _rebuild_meta_tensor_no_storage _rebuild_device_tensor_from_numpy _rebuild_device_tensor_from_cpu_tensor _rebuild_xla_tensor _rebuild_nested_tensor _rebuild_wrapper_subclass
torch._tensor: _rebuild_from_type_v2 Tensor
torch.tensor: _rebuild_from_type_v2 Tensor
torch.nn.parameter: Parameter Buffer UninitializedParameter UninitializedBuffer
torch.nn: Parameter Buffer
torch.serialization: _get_layout
torch.jit._pickle: build_intlist build_tensorlist build_doublelist build_boollist build_tensor_from_id restore_type_tag
torch.storage: UntypedStorage TypedStorage _load_from_bytes
torch.random: Generator
torch.distributed._shard.sharded_tensor.metadata: ShardedTensorMetadata TensorProperties
torch.cuda.amp.grad_scaler: GradScaler OptState
torch.amp.grad_scaler: GradScaler OptState
scipy.spatial._kdtree: KDTree
scipy.spatial._ckdtree: cKDTree cKDTreeNode
scipy.spatial.ckdtree: cKDTree
scipy.spatial.kdtree: KDTree
scipy.spatial.transform._rotation: Rotation
scipy.optimize._optimize: OptimizeResult
scipy.optimize.optimize: OptimizeResult
scipy.special._ufuncs: expit logit
scipy.stats._distn_infrastructure: rv_continuous_frozen rv_discrete_frozen rv_frozen rv_sample
sklearn.tree._tree: Tree
sklearn.neighbors._kd_tree: newObj
sklearn.neighbors._ball_tree: newObj
sklearn.neighbors.kd_tree: newObj
sklearn.neighbors.ball_tree: newObj
sklearn.metrics._dist_metrics: newObj
sklearn.neighbors._dist_metrics: newObj
sklearn.neighbors.dist_metrics: newObj
sklearn.linear_model._sgd_fast: __pyx_unpickle_LossFunction
xgboost.core: Booster DMatrix
lightgbm.basic: Booster Dataset
joblib.numpy_pickle: NumpyArrayWrapper NDArrayWrapper ZNDArrayWrapper
joblib.numpy_pickle_compat: NDArrayWrapper ZNDArrayWrapper
sklearn.externals.joblib.numpy_pickle: NumpyArrayWrapper NDArrayWrapper ZNDArrayWrapper
transformers.tokenization_utils_base: BatchEncoding AddedToken
transformers.trainer_callback: TrainerState TrainerControl
transformers.trainer_pt_utils: AcceleratorConfig
transformers.generation.configuration_utils: GenerationConfig
transformers.integrations.deepspeed: HfTrainerDeepSpeedConfig HfDeepSpeedConfig
transformers.deepspeed: HfTrainerDeepSpeedConfig HfDeepSpeedConfig
transformers.utils.quantization_config: BitsAndBytesConfig GPTQConfig AwqConfig QuantizationMethod
accelerate.state: PartialState AcceleratorState DistributedType
accelerate.utils.deepspeed: HfDeepSpeedConfig
peft.utils.peft_types: PeftType TaskType
peft.tuners.lora.config: LoraConfig LoraRuntimeConfig
pandas: DataFrame Series Index MultiIndex RangeIndex DatetimeIndex Timestamp Timedelta Categorical Interval Period NaT NA
pandas._libs.internals: _unpickle_block BlockManager
pandas._libs.arrays: __pyx_unpickle_NDArrayBacked
pandas._libs.tslibs.timestamps: _unpickle_timestamp Timestamp
pandas._libs.tslibs.timedeltas: _timedelta_unpickle Timedelta
pandas._libs.tslibs.period: _unpickle_period Period
pandas._libs.tslibs.nattype: _nat_unpickle
pandas._libs.tslibs.offsets: Day Hour Minute Second MonthEnd BusinessDay Week
pandas._libs.missing: NAType _pickle_NA
pandas._libs.interval: Interval
pandas.core.indexes.base: _new_Index Index
pandas.core.indexes.datetimes: _new_DatetimeIndex DatetimeIndex
pandas.core.indexes.period: _new_PeriodIndex PeriodIndex
pandas.core.internals.blocks: new_block
omegaconf.base: ContainerMetadata Metadata
pytorch_lightning.utilities.parsing: AttributeDict
lightning.pytorch.utilities.parsing: AttributeDict
lightning_fabric.utilities.data: AttributeDict
lightning.fabric.utilities.data: AttributeDict
`;
