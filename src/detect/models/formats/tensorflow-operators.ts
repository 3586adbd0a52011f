/** Operators of the standard TensorFlow runtime that compute, hold state or feed data within the process. Names end families with `*`. */
const KNOWN = `
Abs Acos Acosh Add AddN AddV2 AddSparseToTensorsMap AddManySparseToTensorsMap AdjustContrast* AdjustHue AdjustSaturation All AllCandidateSampler AnonymousIterator*
AnonymousHashTable AnonymousMutableHashTable AnonymousMutableDenseHashTable AnonymousMutableHashTableOfTensors AnonymousMultiDeviceIterator* AnonymousRandomSeedGenerator AnonymousSeedGenerator Angle Any Apply* ApproximateEqual
ApproxTopK ArgMax ArgMin AsString Asin Asinh Assert AssertNextDataset AssertCardinalityDataset Assign* Atan Atan2 Atanh AudioSpectrogram AudioSummary* AutoShardDataset AvgPool*
Barrier* Batch BatchCholesky* BatchDataset* BatchFFT* BatchFunction BatchIFFT* BatchMatMul* BatchMatrix* BatchNorm* BatchSelfAdjointEig* BatchSvd BatchToSpace*
Bessel* Betainc BiasAdd* Bincount Bitcast BitwiseAnd BitwiseOr BitwiseXor BlockLSTM* Boosted* BroadcastArgs BroadcastGradientArgs BroadcastTo Bucketize BytesProducedStatsDataset
CTCBeamSearchDecoder CTCGreedyDecoder CTCLoss* CacheDataset* Case Cast Ceil CheckNumerics* Cholesky CholeskyGrad ChooseFastestDataset ClipByValue CloseSummaryWriter CollateTPUEmbeddingMemory Collective* CombinedNonMaxSuppression Complex ComplexAbs
CompositeTensorVariant* CompressElement ComputeAccidentalHits ComputeBatchSize Concat ConcatOffset ConcatV2 ConcatenateDataset ConditionalAccumulator ConfigureDistributedTPU Conj ConjugateTranspose Const ConsumeMutexLock
ControlTrigger Conv Conv2D* Conv3D* Copy CopyHost Cos Cosh CountUpTo CropAndResize* Cross CrossReplicaSum Cudnn* Cumprod Cumsum CumulativeLogsumexp
DataFormat* DatasetCardinality DatasetFromGraph DatasetToGraph* DatasetToSingleElement Dawsn DebugGradient* DebugIdentity* DebugNanCount DebugNumericSummary* DecodeAndCropJpeg DecodeBase64 DecodeBmp DecodeCSV DecodeCompressed
DecodeGif DecodeImage DecodeJSONExample DecodeJpeg DecodePaddedRaw DecodePng DecodeProto* DecodeRaw DecodeWav DecodeWebP DeepCopy DeleteIterator DeleteMemoryCache DeleteMultiDeviceIterator DeleteRandomSeedGenerator DeleteSeedGenerator DeleteSessionTensor DenseBincount DenseCountSparseOutput
DenseToCSRSparseMatrix DenseToDenseSetOperation DenseToSparseBatchDataset DenseToSparseSetOperation DepthToSpace DepthwiseConv2dNative* Dequantize DeserializeIterator DeserializeManySparse DeserializeSparse DestroyResourceOp
DestroyTemporaryVariable DeviceIndex Diag DiagPart Digamma Dilation2D* DirectedInterleaveDataset DisableCopyOnRead Div DivNoNan DrawBoundingBoxes* DummyIterationCounter DummyMemoryCache DummySeedGenerator DynamicPartition DynamicStitch DynamicEnqueueTPUEmbeddingArbitraryTensorBatch
EditDistance Eig Einsum Elu EluGrad Empty EmptyTensorList EmptyTensorMap EncodeBase64 EncodeJpeg* EncodePng EncodeProto EncodeWav EnqueueTPU* EnsureShape Enter Equal Erf Erfc Erfinv EuclideanNorm
Exit Exp ExpandDims ExperimentalAssertNextDataset ExperimentalAutoShardDataset ExperimentalBytesProducedStatsDataset ExperimentalChooseFastestDataset ExperimentalDatasetCardinality ExperimentalDenseToSparseBatchDataset ExperimentalDirectedInterleaveDataset ExperimentalGroupByReducerDataset ExperimentalGroupByWindowDataset ExperimentalIgnoreErrorsDataset ExperimentalLatencyStatsDataset ExperimentalMapAndBatchDataset ExperimentalMapDataset ExperimentalMaxIntraOpParallelismDataset ExperimentalNonSerializableDataset ExperimentalParallelInterleaveDataset ExperimentalParseExampleDataset ExperimentalPrivateThreadPoolDataset ExperimentalRandomDataset ExperimentalRebatchDataset ExperimentalScanDataset ExperimentalSetStatsAggregatorDataset ExperimentalSleepDataset ExperimentalSlidingWindowDataset ExperimentalStatsAggregator* ExperimentalTakeWhileDataset ExperimentalThreadPool* ExperimentalUnbatchDataset ExperimentalUniqueDataset Expint Expm1 ExtractGlimpse* ExtractImagePatches ExtractJpegShape ExtractVolumePatches
FFT FFT2D FFT3D FFTND FIFOQueue* Fact FakeParam FakeQuant* FakeQueue Fill FilterDataset FilterByLastComponentDataset FinalizeDataset Fingerprint FixedUnigramCandidateSampler FlatMapDataset Floor FloorDiv FloorMod FlushSummaryWriter For FractionalAvgPool*
FractionalMaxPool* FresnelCos FresnelSin FusedBatchNorm* FusedPadConv2D FusedResizeAndPadConv2D Gather GatherNd GatherV2 GenerateBoundingBoxProposals GenerateVocabRemapping GeneratorDataset GetElementAtIndex GetMinibatchesInCsrWithPhysicalReplica GetOptions GetSessionHandle* GetSessionTensor
Greater GreaterEqual GroupByReducerDataset GroupByWindowDataset GRUBlockCell* GuaranteeConst HSVToRGB HashTable HashTableV2 HistogramFixedWidth HistogramSummary HostConst IFFT IFFT2D IFFT3D IFFTND IRFFT IRFFT2D IRFFT3D IRFFTND Identity IdentityN If Igamma* IgnoreErrorsDataset
Imag ImageProjectiveTransformV* ImageSummary ImmutableConst ImportEvent InTopK InTopKV2 InfeedDequeue* InfeedEnqueue* InitializeTable InitializeTableFromDataset InitializeTableV2 InitializeTableFromTextFile* IdentityReader* InplaceAdd InplaceSub InplaceUpdate InterleaveDataset Inv InvGrad Invert InvertPermutation IsBoostedTrees* IsFinite IsInf IsNan IsTPUEmbeddingInitialized IsVariableInitialized IsotonicRegression
Iterator IteratorFromStringHandle* IteratorGetDevice IteratorGetNext* IteratorToStringHandle IteratorV2 KMC2ChainInitialization KmeansPlusPlusInitialization KthOrderStatistic L2Loss LMDBDataset LRN LRNGrad LSTMBlockCell* LatencyStatsDataset LeakyRelu LeakyReluGrad LearnedUnigramCandidateSampler LeftShift LegacyParallelInterleaveDatasetV2 Less LessEqual Lgamma LinSpace ListDataset ListDiff ListSnapshotChunksDataset LoadAndRemapMatrix LoadTPUEmbedding* Log Log1p LogMatrixDeterminant LogSoftmax LogUniformCandidateSampler LogicalAnd LogicalNot LogicalOr LookupTableExport* LookupTableFind* LookupTableImport* LookupTableInsert* LookupTableRemove* LookupTableSize* LoopCond LowerBound Lu
MakeIterator MakeUnique MapAndBatchDataset MapClear MapDataset MapDefun MapIncompleteSize MapPeek MapSize MapStage MapUnstage MapUnstageNoKey MatMul MatrixBandPart MatrixDeterminant MatrixDiag* MatrixExponential MatrixInverse MatrixLogarithm MatrixSetDiag* MatrixSolve* MatrixSquareRoot MatrixTriangularSolve Max MaxIntraOpParallelismDataset MaxPool* Maximum Mean Merge MergeDedupData MergeSummary MergeV2Checkpoints Mfcc Min Minimum MirrorPad MirrorPadGrad MlirPassthroughOp Mod ModelDataset Mul MulNoNan MultiDeviceIterator* Multinomial MutableDenseHashTable* MutableHashTable* MutexLock MutexV2
NcclAllReduce NcclBroadcast NcclReduce Ndtri NearestNeighbors Neg NegTrain NextAfter NextIteration NoOp NonDeterministicInts NonMaxSuppression* NonSerializableDataset NotEqual NthElement OneHot OneShotIterator OnesLike OptimizeDataset* OptionalFromValue OptionalGetValue OptionalHasValue OptionalNone OptionsDataset OrderedMap* OutfeedDequeue* OutfeedEnqueue*
Pack Pad PadV2 PaddedBatchDataset* PaddingFIFOQueue* ParallelBatchDataset ParallelConcat ParallelDynamicStitch ParallelFilterDataset ParallelInterleaveDataset* ParallelMapDataset* ParameterizedTruncatedNormal ParseExample* ParseSequenceExample* ParseSingleExample ParseSingleSequenceExample ParseTensor PartitionedCall Placeholder PlaceholderV2 PlaceholderWithDefault Polygamma PopulationCount Pow PrefetchDataset Prelinearize* PreventGradient Print PrintV2 PriorityQueue* PrivateThreadPoolDataset Prod
Qr Quantize* Quantized* QueueClose* QueueDequeue* QueueEnqueue* QueueIsClosed* QueueSize* RFFT RFFT2D RFFT3D RFFTND RGBToHSV RaggedBincount RaggedCountSparseOutput RaggedCross RaggedFillEmptyRows* RaggedGather RaggedRange RaggedTensor* RandomCrop RandomDataset* RandomGamma* RandomIndexShuffle RandomPoisson* RandomShuffle* RandomStandardNormal RandomUniform* Range RangeDataset Rank ReaderNumRecordsProduced* ReaderNumWorkUnitsCompleted* ReaderRead* ReaderReset* ReaderRestoreState* ReaderSerializeState* ReadVariableOp ReadVariableXlaSplitND Real RealDiv RebatchDataset* Reciprocal ReciprocalGrad RecordInput Recv RecvTPUEmbeddingActivations ReduceDataset ReduceJoin RefEnter RefExit RefIdentity RefMerge RefNextIteration RefSelect RefSwitch RegexFullMatch RegexReplace RegisterDataset* Relayout* Relu Relu6 Relu6Grad ReluGrad RemoteCall RepeatDataset RequantizationRange* Requantize* Reshape ResizeArea ResizeBicubic* ResizeBilinear* ResizeNearestNeighbor*
ResourceAccumulator* ResourceApply* ResourceConditionalAccumulator ResourceCountUpTo ResourceGather ResourceGatherNd ResourceScatter* ResourceSparseApply* ResourceStridedSliceAssign Restore RestoreSlice RestoreV2 RetrieveTPUEmbedding* Reverse ReverseSequence ReverseV2 RewriteDataset RightShift Rint RiscAbs RiscAdd RngReadAndSkip RngSkip Roll Round Rpc Rsqrt RsqrtGrad
SampleDistortedBoundingBox* SamplingDataset Save SaveSlices SaveV2 ScalarSummary ScaleAndTranslate* ScanDataset Scatter* SdcaFprint SdcaOptimizer* SdcaShrinkL1 SegmentMax* SegmentMean* SegmentMin* SegmentProd* SegmentSum* Select SelectV2 SelfAdjointEig* Selu SeluGrad Send SendTPUEmbeddingGradients SerializeIterator SerializeManySparse SerializeSparse SerializeTensor SetSize SetStatsAggregatorDataset Shape ShapeN ShardDataset ShardedFilename ShardedFilespec ShuffleAndRepeatDataset* ShuffleDataset* ShutdownDistributedTPU Sigmoid SigmoidGrad Sign Sin Sinh Size SkipDataset Skipgram SleepDataset Slice SlidingWindowDataset Snapshot SnapshotChunkDataset SnapshotDatasetReader SnapshotNestedDatasetReader SobolSample Softmax SoftmaxCrossEntropyWithLogits Softplus SoftplusGrad Softsign SoftsignGrad SpaceToBatch* SpaceToDepth
Sparse* Spence Split SplitDedupData SplitV Sqrt SqrtGrad Square SquaredDifference Squeeze Stack StackClose* StackPop* StackPush* StackV2 Stage StageClear StagePeek StageSize Stateful* Stateless* StaticRegexFullMatch StaticRegexReplace StatsAggregator* StochasticCastToInt StopGradient StoreMinibatchStatisticsInFdo StridedSlice StridedSliceAssign StridedSliceGrad StringFormat StringJoin StringLength StringLower StringNGrams StringSplit StringSplitV2 StringStrip StringToHashBucket* StringToNumber StringUpper Sub Substr Sum SummaryWriter Svd Switch SymbolicGradient SyncDevice
TPUCompilationResult TPUCompile* TPUEmbeddingActivations TPUExecute* TPUOrdinalSelector TPUPartitionedCall TPUPartitionedInput* TPUPartitionedOutput* TPUReplicate* TakeDataset TakeManySparseFromTensorsMap TakeWhileDataset Tan Tanh TanhGrad TemporaryVariable TensorArray* TensorDataset TensorForest* TensorList* TensorMap* TensorScatter* TensorSliceDataset TensorStridedSliceUpdate TensorSummary* ThreadPoolDataset ThreadPoolHandle ThreadUnsafeUnigramCandidateSampler Tile TileGrad Timestamp ToBool TopK TopKUnique TopKV2 TopKWithUnique TpuHandleToProtoKey Transpose TridiagonalMatMul TridiagonalSolve TruncateDiv TruncateMod TruncatedNormal Unbatch UnbatchDataset UnbatchGrad UncompressElement UnicodeDecode* UnicodeEncode UnicodeScript UnicodeTranscode Uniform* UniformCandidateSampler Unique UniqueDataset UniqueV2 UniqueWithCounts* Unpack UnravelIndex UnsortedSegment* Unstack Unstage UnwrapDatasetVariant UpperBound
VarHandleOp VarIsInitializedOp Variable VariableShape VariableV2 Where While WindowDataset WindowOp WorkerHeartbeat WrapDatasetVariant WriteAudioSummary WriteGraphSummary WriteHistogramSummary WriteImageSummary WriteRawProtoSummary WriteScalarSummary WriteSummary Xdivy Xla* Xlog1py Xlogy ZerosLike Zeta ZipDataset
_Arg _Retval _DeviceArg _DeviceRetval _FusedBatchNormEx _FusedConv2D _FusedMatMul _HostRecv _HostSend _Recv _Send _ListToArray _ArrayToList _MklAddN _ParallelConcat* _SwitchN _TPUCompileMlir _UnaryOpsComposition _Mkl* _OneDnn* _XlaHostComputeMlir
_ScopedAllocator* _ReadVariablesOp _VarHandlesOp _ShapeN _EagerConst _InternalTestMustExecuteTrap_ _Fused*
`;

/** Operators that run Python or native code, read or write any file, or open the network. */
const DANGEROUS: Readonly<Record<string, 'high' | 'medium'>> = {
  PyFunc: 'high',
  PyFuncStateless: 'high',
  EagerPyFunc: 'high',
  _PyFunc: 'high',
  ReadFile: 'high',
  WriteFile: 'high',
  LoadLibrary: 'high',
  LoadDataset: 'high',
  SaveDataset: 'high',
  SaveDatasetV2: 'high',
  DebugFileDump: 'high',
  CreateSummaryDbWriter: 'medium',
  CreateSummaryFileWriter: 'medium',
  MatchingFiles: 'medium',
  MatchingFilesDataset: 'medium',
  WholeFileReader: 'medium',
  WholeFileReaderV2: 'medium',
  FixedLengthRecordReader: 'medium',
  FixedLengthRecordReaderV2: 'medium',
  FixedLengthRecordDataset: 'medium',
  FixedLengthRecordDatasetV2: 'medium',
  TextLineReader: 'medium',
  TextLineReaderV2: 'medium',
  TextLineDataset: 'medium',
  TFRecordReader: 'medium',
  TFRecordReaderV2: 'medium',
  TFRecordDataset: 'medium',
  TFRecordDatasetV2: 'medium',
  LMDBReader: 'medium',
  SqlDataset: 'medium',
  CSVDataset: 'medium',
  CSVDatasetV2: 'medium',
  SnapshotDataset: 'medium',
  SnapshotDatasetV2: 'medium',
  DatasetToTFRecord: 'high',
  ExperimentalSqlDataset: 'medium',
  ExperimentalCSVDataset: 'medium',
  ExperimentalLMDBDataset: 'medium',
  ExperimentalMatchingFilesDataset: 'medium',
  ExperimentalDatasetToTFRecord: 'high',
  RpcClient: 'high',
  RpcServer: 'high',
  RpcCall: 'high',
  RpcServerRegister: 'high',
  RpcServerStart: 'high',
  DistributedSave: 'medium',
  DataServiceDataset: 'medium',
  DataServiceDatasetV2: 'medium',
  DataServiceDatasetV3: 'medium',
  DataServiceDatasetV4: 'medium',
  KafkaDataset: 'medium',
  BigtableClient: 'medium',
  GcsConfigureCredentials: 'medium',
  GcsConfigureBlockCache: 'medium',
  ExecuteTPUEmbeddingPartitioner: 'medium',
};

const words = KNOWN.split(/\s+/).filter((word) => word !== '');
const exact = new Set(words.filter((word) => !word.endsWith('*')));
const prefixes = words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));

/** What an operator of a TensorFlow graph can do: harm of two grades, nothing, or what a library not at hand decides. */
export function judgeTensorflowOperator(name: string): 'high' | 'medium' | 'known' | 'unknown' {
  if (Object.hasOwn(DANGEROUS, name)) return DANGEROUS[name] ?? 'high';
  if (exact.has(name)) return 'known';
  return !name.includes('>') && prefixes.some((prefix) => name.startsWith(prefix)) ? 'known' : 'unknown';
}
