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
