# To pin the bases by digest: --build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:… --build-arg BASE_IMAGE=debian:bookworm-slim@sha256:…
ARG NODE_IMAGE=node:22-bookworm-slim
ARG BASE_IMAGE=debian:bookworm-slim

# Of the image's own platform. Names of functions that only debuggers read are a seventh of Node.
FROM ${NODE_IMAGE} AS node
RUN apt-get update && apt-get install -y --no-install-recommends binutils && rm -rf /var/lib/apt/lists/* \
  && strip --strip-unneeded --output-file=/node /usr/local/bin/node

# Builds the package as the registry has it, once for all platforms, but without the spare driver of SQLite: Node 22 has its own.
FROM --platform=${BUILDPLATFORM} ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && mkdir /app && npm pack --ignore-scripts --silent --pack-destination /tmp \
  && tar --extract --gzip --no-same-owner --strip-components 1 --exclude package/native --directory /app --file /tmp/castellan-*.tgz

FROM ${BASE_IMAGE}
LABEL org.opencontainers.image.title="castellan" \
  org.opencontainers.image.description="Control plane and scanner for AI agents, MCP servers and the software under them" \
  org.opencontainers.image.source="https://github.com/castellan-security/castellan" \
  org.opencontainers.image.licenses="Apache-2.0"
# git clones what sources name, and its servers are left out; tini ends the children that it leaves behind.
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git libstdc++6 tini \
  && apt-get clean && rm -rf /var/lib/apt/lists/* \
  && cd /usr/lib/git-core && rm git-daemon git-http-backend git-http-push git-imap-send git-shell scalar /usr/bin/git-shell /usr/bin/scalar \
  && groupadd --gid 1000 castellan && useradd --uid 1000 --gid 1000 --create-home castellan \
  && install --directory --mode 700 --owner 1000 --group 1000 /data \
  && ln --symbolic /app/bin/castellan.cjs /usr/local/bin/castellan
# Without npm, which nothing here needs.
COPY --from=node /node /usr/local/bin/node
COPY --from=build /app /app
# All that is written lies in /data: the root may be read-only.
ENV NODE_ENV=production SERVICE_HOME=/data SERVICE_HOST=0.0.0.0 SERVICE_PORT=8422
WORKDIR /data
VOLUME /data
# By number, so that Kubernetes can tell that it is not root.
USER 1000:1000
EXPOSE 8422
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SERVICE_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "-s", "--", "castellan"]
CMD ["serve"]
