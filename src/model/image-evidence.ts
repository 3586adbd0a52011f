import type { ImageSystem } from './image.js';
import type { SecretSighting } from './secret.js';

/** One step of an image's making. */
export interface ImageStep {
  /** As a Dockerfile writes it; it may hold secrets. */
  instruction: string;
  /** The layer it made; absent: none, or it could not be told. */
  layer?: number;
}

/** A file or folder of an image with rights that few should have. */
export interface ImageFileMode {
  path: string;
  layer: number;
  kind: 'file' | 'folder';
  mode: number;
}

/** A secret in an image's configuration, by the place of the rule that judges it. */
export interface ImageSecret {
  place: 'env' | 'label' | 'history';
  /** `config.Env.NAME`, `config.Labels.name`, `history.3` */
  where: string;
  sighting: SecretSighting;
  layer?: number;
}

/** What rules judge of one image. Values in it may be secret; it lives only between collecting and detecting. */
export interface ImageEvidence {
  /** Identity of the image in reports. */
  reference: string;
  /** For `image` of locations. */
  image?: string;
  /** `USER` of the configuration: `app`, `0:0`, empty for none. */
  user: string;
  /** Names of users with the number 0. */
  rootNames: string[];
  hasHealthcheck: boolean;
  /** `22/tcp` */
  ports: string[];
  env: { name: string; value: string }[];
  steps: ImageStep[];
  /** The first so many steps made the base. Absent: it could not be told. */
  baseSteps?: number;
  /** Layers of the files that say what the system is, and of those with agents, skills and models, by path. */
  fileLayers?: ReadonlyMap<string, number>;
  /** setuid or setgid, and owned by no package of the system. */
  setuid: ImageFileMode[];
  /** Writable by all, in PATH, in `etc`, or a program. */
  worldWritable: ImageFileMode[];
  secrets: ImageSecret[];
  /** Names of the system's packages. */
  systemPackages: string[];
  /** Folders that package managers fill with what they fetched, that are not empty. */
  caches: { path: string; layer: number }[];
  system: ImageSystem | null;
  /** Base image by name, where the image says so. */
  baseName?: string;
  /** The day the scan judges by, `YYYY-MM-DD`. */
  today: string;
}
