/**
 * What each loader of skops builds, from skops' own sources (`skops/io`, NODE_TYPE_MAPPING and the functions that write
 * the states, protocols 0 to 2). A pattern is matched against `module name`.
 */
export interface SkopsLoader {
  /** Names that it builds. Absent: any name in the file, as for objects, functions and types. */
  fits?: RegExp;
  /** True when it also writes subclasses defined elsewhere. */
  open?: true;
}

const BIT_GENERATORS = /^numpy\.random (?:MT19937|PCG64|PCG64DXSM|Philox|SFC64)$/;

export const skopsLoaders: Readonly<Record<string, SkopsLoader>> = {
  ObjectNode: {},
  ConstructorFromReduceNode: {},
  FunctionNode: {},
  TypeNode: {},
  MethodNode: {},
  CachedNode: {},
  DictNode: { fits: /^builtins dict$|^collections (?:OrderedDict|defaultdict|Counter)$|^sklearn\.utils(?:\._bunch)? Bunch$/, open: true },
  ListNode: { fits: /^builtins list$/, open: true },
  SetNode: { fits: /^builtins set$/, open: true },
  TupleNode: { fits: /^builtins tuple$/, open: true },
  DefaultDictNode: { fits: /^collections defaultdict$/ },
  JsonNode: { fits: /^builtins (?:str|int|float|bool|NoneType)$|^ None$/ },
  BytesNode: { fits: /^builtins bytes$/ },
  BytearrayNode: { fits: /^builtins bytearray$/ },
  SliceNode: { fits: /^builtins slice$/ },
  PartialNode: { fits: /^functools partial$/ },
  OperatorFuncNode: { fits: /^_?operator (?:attrgetter|itemgetter|methodcaller)$/ },
  NdArrayNode: {
    fits: /^numpy(?:\.matrixlib\.defmatrix|\.rec|\.(?:_?core)\.\w+)? (?:ndarray|matrix|recarray|record|chararray|void|object_|bool_?|(?:str|bytes|unicode|string)_|u?int\w*|u?(?:byte|short|longlong|long)|(?:c?(?:long)?double|half|c?single)|float\w+|complex\w+|datetime64|timedelta64)$/,
  },
  MaskedArrayNode: { fits: /^numpy\.ma(?:\.core)? MaskedArray$/ },
  DTypeNode: { fits: /^numpy(?:\.dtypes)? (?:dtype|\w+DType)$/ },
  RandomStateNode: { fits: /^numpy\.random(?:\.mtrand)? RandomState$/ },
  RandomGeneratorNode: { fits: /^numpy\.random(?:\._generator)? Generator$/ },
  /** Not a loader of the format, but the name that the loader of generators looks up separately. */
  'RandomGeneratorNode.bit_generator': { fits: BIT_GENERATORS },
  SparseMatrixNode: { fits: /^scipy\.sparse(?:\.\w+)* \w+_(?:matrix|array)$/ },
  TreeNode: { fits: /^sklearn\.tree\._tree Tree$/ },
  LossNode: { fits: /^(?:sklearn\.linear_model\._sgd_fast|sklearn\._loss(?:\._?loss)?|_loss) [A-Z]\w+$/ },
  QuantileForestNode: { fits: /^quantile_forest\._quantile_forest_fast QuantileForest$/ },
  _DictWithDeprecatedKeysNode: { fits: /^sklearn\.covariance\._graph_lasso _DictWithDeprecatedKeys$/ },
  PandasIndexNode: { fits: /^pandas \w*Index$/ },
  PandasRangeIndexNode: { fits: /^pandas RangeIndex$/ },
  PandasMultiIndexNode: { fits: /^pandas MultiIndex$/ },
  PandasSeriesNode: { fits: /^pandas Series$/ },
  PandasDataFrameNode: { fits: /^pandas DataFrame$/ },
  PandasNumpyBackedArrayNode: { fits: /^pandas\.arrays \w+Array$/ },
  PandasMaskedArrayNode: { fits: /^pandas\.arrays \w+Array$/ },
  PandasCategoricalNode: { fits: /^pandas(?:\.arrays)? Categorical$/ },
  PandasPeriodArrayNode: { fits: /^pandas\.arrays PeriodArray$/ },
  PandasIntervalArrayNode: { fits: /^pandas\.arrays IntervalArray$/ },
  PandasExtensionArrayNode: { fits: /^pandas(?:\.\w+)* \w+Array$/ },
  PandasExtensionDtypeNode: { fits: /^pandas(?:\.\w+)* \w+Dtype$/ },
  PandasDatetimeTZDtypeNode: { fits: /^pandas DatetimeTZDtype$/ },
  PandasIntervalDtypeNode: { fits: /^pandas IntervalDtype$/ },
  PandasCategoricalDtypeNode: { fits: /^pandas CategoricalDtype$/ },
  PandasSparseDtypeNode: { fits: /^pandas SparseDtype$/ },
};

/** Loaders that call or fill the named class, so a class with a loader of its own must not use them. */
const GENERAL = new Set(['ObjectNode', 'ConstructorFromReduceNode', 'FunctionNode']);
/** Loaders of text and of plain numbers do not determine which other loader may build such a class. */
const OWN = Object.entries(skopsLoaders).flatMap(([loader, { fits }]) => (fits === undefined || loader.includes('.') ? [] : [fits]));

/** True when a class with a skops loader of its own is given to a general one; no writer makes such a file. */
export function isGivenAway(loader: string, type: string): boolean {
  return GENERAL.has(loader) && OWN.some((fits) => fits.test(type));
}
