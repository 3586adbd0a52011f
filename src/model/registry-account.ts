/** A registry of container images, and who reads it: names and paths, never a secret. */
export interface RegistryAccount {
  /** Host as references of images write it, with a port where it has one: `ghcr.io`, `registry.example.com:5000`. */
  host: string;
  user?: string | undefined;
  /** File with the password or token of `user`. */
  password_file?: string | undefined;
  /** `ecr-login`: the program `docker-credential-ecr-login` knows user and password. */
  credential_helper?: string | undefined;
  /** The registry speaks http without TLS. Registries on loopback may do so in any case. */
  plain_http?: boolean | undefined;
}

/** A place that is asked instead of a registry: `mirror.example:5000/hub`. */
export interface RegistryMirror {
  location: string;
  plain_http?: true;
  /** Asked for images that are named by a digest, or by a tag, alone. */
  only?: 'digest' | 'tag';
}

/** Where images are fetched whose names begin with `prefix`: `docker.io`, `ghcr.io/acme`, `*.example.com`. */
export interface MirroredRegistry {
  prefix: string;
  /** Asked in this order, before the registry itself. */
  mirrors: readonly RegistryMirror[];
  /** Where the registry itself is, if not where its name says. */
  location?: string;
  /** Nothing of it may be fetched. */
  blocked?: true;
}
