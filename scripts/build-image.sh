#!/usr/bin/env bash
# Builds the image of the Dockerfile where neither Docker nor a registry of images is to be had: buildah reads the Dockerfile, and stand-ins
# for its two bases are made from Debian's packages and from npm's registry, which has Node.js. For trying, not for shipping.
#   apt-get install buildah mmdebstrap
#   scripts/build-image.sh /tmp/image
# The folder is one of the form `dir`, which buildah, podman and skopeo read. As root; npm's own settings (registry, authority) hold inside, too.
set -euo pipefail
image=$(realpath -m "${1:?the folder for the image is missing}")
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

builder() { buildah --root "$scratch/store" --runroot "$scratch/run" --storage-driver "${STORAGE_DRIVER:-overlay}" "$@"; }
# chroot: a container in a container may have no namespaces of its own.
build() { builder bud --isolation chroot "$@"; }

echo '== bases' >&2
mkdir "$scratch/bases"
excluded=()
for name in doc info locale man; do excluded+=(--dpkgopt="path-exclude=/usr/share/$name/*"); done
mmdebstrap --quiet --variant=minbase --include=ca-certificates "${excluded[@]}" bookworm "$scratch/bases/debian.tar"
case $(uname -m) in x86_64) architecture=x64 ;; aarch64) architecture=arm64 ;; *) echo 'no Node.js for this machine' >&2 && exit 1 ;; esac
for package in "node-linux-$architecture@22" npm@10; do
  packed=$(cd "$scratch/bases" && npm pack --silent "$package")
  mkdir "$scratch/bases/${package%%[-@]*}"
  tar -xzf "$scratch/bases/$packed" --strip-components 1 -C "$scratch/bases/${package%%[-@]*}"
done
printf 'FROM scratch\nADD debian.tar /\n' > "$scratch/bases/debian.file"
cat > "$scratch/bases/node.file" <<'END'
FROM localhost/debian:bookworm-slim
COPY node/bin/node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN for name in npm npx; do chmod 755 /usr/local/lib/node_modules/npm/bin/$name-cli.js \
  && ln -s ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done
END
build --quiet --file "$scratch/bases/debian.file" --tag localhost/debian:bookworm-slim "$scratch/bases"
build --quiet --file "$scratch/bases/node.file" --tag localhost/node:22-bookworm-slim "$scratch/bases"

echo '== the Dockerfile' >&2
# npm's settings may lie in several files of this machine.
settings=$(npm config get userconfig)
{ if [ -f "$settings" ]; then cat "$settings"; fi; printf '\nregistry=%s\n' "$(npm config get registry)"; } > "$scratch/npmrc"
mounted=(--volume "$scratch/npmrc:/root/.npmrc:ro")
authorities=$(npm config get cafile)
if [ -f "$authorities" ]; then
  echo "cafile=$authorities" >> "$scratch/npmrc"
  mounted+=(--volume "$authorities:$authorities:ro")
fi
build "${mounted[@]}" --format docker --tag localhost/castellan --build-arg NODE_IMAGE=localhost/node:22-bookworm-slim \
  --build-arg BASE_IMAGE=localhost/debian:bookworm-slim . >&2
rm -rf "$image"
builder push --quiet localhost/castellan "dir:$image"
