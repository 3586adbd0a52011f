/** One layer of an image, lowest first. */
export interface ImageLayer {
  /** Digest of the uncompressed layer. */
  diff_id: string;
  /** Digest of the layer as it is stored; absent in docker archives. */
  digest?: string;
  /** Bytes, as stored. */
  size: number;
  /** The instruction of the Dockerfile that made it, where the history says so. */
  created_by?: string;
  /** Null: it could not be told. */
  in_base: boolean | null;
}

/** The distribution in an image. */
export interface ImageSystem {
  id: string;
  /** Null: a distribution without releases. */
  version: string | null;
  codename?: string;
  /** Date on which support without a contract ended or ends, `YYYY-MM-DD`; absent where nobody says. */
  eol?: string;
  /** What can be bought for the time after. `until` is a date, `YYYY-MM-DD`. */
  extended_support?: { name: string; until: string };
}

/** What reading an image told. */
export interface ImageContents {
  name: string;
  /** Sorted. */
  tags: string[];
  /** Of the manifest; absent in docker archives. */
  digest?: string;
  config_digest: string;
  /** `linux/amd64`, `linux/arm/v7`. */
  platform: string;
  created?: string;
  /** Null: the image holds no distribution. */
  os: ImageSystem | null;
  /** The image it was built on. Absent: nobody says. */
  base?: { name?: string; digest?: string; layers: number };
  layers: ImageLayer[];
  /** Names of labels with their values; values that are secret are hidden. */
  labels: Readonly<Record<string, string>>;
}

/** A container image: one that was read, one that something of the inventory runs, or both. */
export interface ContainerImage extends Partial<ImageContents> {
  /** Id of its node in the graph: `image:docker.io/library/alpine:3.20`, or the resource of a registry that was read. */
  ref?: string;
  /** As it is written where it is used or was named: the identity of an image in reports and graph. */
  reference: string;
  /** Refs of what runs it, sorted. */
  used_by: string[];
}

/** Ceilings of one image; what lies beyond one is said. */
export interface ImageLimits {
  /** Uncompressed bytes of all layers. */
  imageBytes: number;
  /** Uncompressed bytes of one layer. */
  layerBytes: number;
  /** Entries of all layers. */
  entries: number;
  /** Bytes of wanted files in memory. */
  memory: number;
  /** Bytes of wanted files in the scratch file. */
  scratch: number;
}
