/** Names that Keras resolves by itself when a configuration gives no module: layers, models, initializers, losses, optimizers and metrics. */
const CLASSES = `
Activation ActivityRegularization Add AdditiveAttention AlphaDropout Attention AugMix AutoContrast Average AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D BatchNormalization BatchNormalizationV1 BatchNormalizationV2 Bidirectional CategoryEncoding CenterCrop Concatenate
Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose ConvLSTM1D ConvLSTM2D ConvLSTM3D Convolution1D Convolution2D Convolution3D Cropping1D Cropping2D Cropping3D CuDNNGRU CuDNNLSTM CutMix Dense DenseFeatures DepthwiseConv1D DepthwiseConv2D Discretization Dot Dropout ELU EinsumDense Embedding Equalization Flatten
GRU GRUCell GRUV1 GaussianDropout GaussianNoise GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D GlobalAvgPool1D GlobalAvgPool2D GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D GroupNormalization GroupQueryAttention HashedCrossing Hashing Identity InputLayer InputSpec IntegerLookup
LSTM LSTMCell LSTMV1 LayerNormalization LeakyReLU LocallyConnected1D LocallyConnected2D Masking MaxNumBoundingBoxes MaxPool1D MaxPool2D MaxPool3D MaxPooling1D MaxPooling2D MaxPooling3D Maximum MelSpectrogram Minimum MixUp MultiHeadAttention Multiply Normalization PReLU Permute Pipeline RMSNormalization RNN RandAugment RandomBrightness RandomColorDegeneration RandomColorJitter RandomContrast RandomCrop RandomElasticTransform RandomErasing RandomFlip RandomGaussianBlur RandomGrayscale RandomHeight RandomHue RandomInvert RandomPerspective RandomPosterization RandomRotation RandomSaturation RandomSharpness RandomShear RandomTranslation RandomWidth RandomZoom
ReLU RepeatVector Rescaling Reshape Resizing SeparableConv1D SeparableConv2D SeparableConvolution1D SeparableConvolution2D SimpleRNN SimpleRNNCell Softmax Solarization SpatialDropout1D SpatialDropout2D SpatialDropout3D SpectralNormalization StackedRNNCells STFTSpectrogram StringLookup Subtract SyncBatchNormalization TextVectorization ThresholdedReLU TimeDistributed UnitNormalization UpSampling1D UpSampling2D UpSampling3D Wrapper ZeroPadding1D ZeroPadding2D ZeroPadding3D
Sequential Functional Model LinearModel WideDeepModel TensorFlowOpLayer TFOpLambda SlicingOpLambda ClassMethod InstanceMethod InstanceProperty AddMetric AddLoss Lambda __lambda__ __tensor__ __keras_tensor__ __numpy__ __tuple__ __ellipsis__ __dtype__ __bytes__ __typespec__ __slice__ __str__ TensorShape TypeSpec CompositeTensor Tensor slice tuple Tuple dict list
Zeros Ones Constant RandomNormal RandomUniform TruncatedNormal VarianceScaling Orthogonal OrthogonalInitializer IdentityInitializer GlorotNormal GlorotUniform HeNormal HeUniform LecunNormal LecunUniform STFTInitializer STFT L1 L2 L1L2 OrthogonalRegularizer MaxNorm NonNeg UnitNorm MinMaxNorm RadialConstraint
Adadelta Adafactor Adagrad Adam AdamW Adamax Ftrl Lamb Lion LossScaleOptimizer Muon Nadam Optimizer RMSprop SGD CosineDecay CosineDecayRestarts ExponentialDecay InverseTimeDecay PiecewiseConstantDecay PolynomialDecay
BinaryCrossentropy BinaryFocalCrossentropy CTC CategoricalCrossentropy CategoricalFocalCrossentropy CategoricalGeneralizedCrossEntropy CategoricalHinge Circle CosineSimilarity Dice Hinge Huber KLDivergence LogCosh MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredError MeanSquaredLogarithmicError Poisson SparseCategoricalCrossentropy SquaredHinge Tversky
AUC Accuracy BinaryAccuracy BinaryIoU CategoricalAccuracy ConcordanceCorrelation F1Score FBetaScore FalseNegatives FalsePositives IoU LogCoshError Mean MeanIoU MeanMetricWrapper MeanRelativeError MeanTensor Metric OneHotIoU OneHotMeanIoU PearsonCorrelation Precision PrecisionAtRecall R2Score Recall RecallAtPrecision RootMeanSquaredError SensitivityAtSpecificity SparseCategoricalAccuracy SparseTopKCategoricalAccuracy SpecificityAtSensitivity Sum TopKCategoricalAccuracy TrueNegatives TruePositives
Policy PolicyV1 DTypePolicy FloatDTypePolicy QuantizedDTypePolicy QuantizedFloat8DTypePolicy DTypePolicyMap CompileConfig SavedModel
`;

/** Whether Keras knows the class by its name alone. */
export const kerasClasses: ReadonlySet<string> = new Set(CLASSES.split(/\s+/).filter((word) => word !== ''));

/** Modules of Keras whose public classes only compute. */
export const kerasModules =
  /^(?:tensorflow\.(?:python\.)?|tf_|tf\.)?keras(?:\.src|\.api|\.engine)*\.(?:layers|initializers|regularizers|constraints|losses|metrics|optimizers|models|activations|dtype_policies|quantizers|engine|trainers|random|saving\.object_registration|mixed_precision|applications)(?:\.\w+)*$/;

/** Operations that Keras 3 puts into functional models: `keras.src.ops.numpy`. */
export const kerasOperations = /^(?:tf_)?keras(?:\.src)?\.ops(?:\.\w+)*$/;

/** Libraries by the makers of Keras whose layers register themselves. */
export const kerasCompanions = /^(?:keras_hub|keras_nlp|keras_cv|keras_tuner)(?:\.\w+)*$/;

/** Names that open a file, the network or a pickle, or switch the safe mode off, whatever Keras module gives them. */
export const kerasBypasses: Readonly<Record<string, 'critical' | 'high'>> = {
  get_file: 'critical',
  enable_unsafe_deserialization: 'critical',
  load_model: 'critical',
  load_weights: 'high',
  load_img: 'high',
  audio_dataset_from_directory: 'high',
  image_dataset_from_directory: 'high',
  text_dataset_from_directory: 'high',
  deserialize_keras_object: 'high',
  func_load: 'critical',
  TFSMLayer: 'high',
  TorchModuleWrapper: 'high',
  JaxLayer: 'high',
  FlaxLayer: 'high',
};
