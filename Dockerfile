# To pin the base by digest: --build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:22-bookworm-slim

# Builds the program and its one native module, then keeps only what runs.
FROM ${NODE_IMAGE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="castellan" \
  org.opencontainers.image.description="Control plane and scanner for AI agents, MCP servers and the software under them" \
  org.opencontainers.image.source="https://github.com/castellan-security/castellan" \
  org.opencontainers.image.licenses="Apache-2.0"
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates git && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /data && chown node:node /data && ln -s /app/bin/castellan.cjs /usr/local/bin/castellan
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE /build/THIRD-PARTY-NOTICES.md /build/CHANGELOG.md ./
COPY --from=build /build/bin bin
COPY --from=build /build/dist dist
COPY --from=build /build/docs/schemas docs/schemas
COPY --from=build /build/fixtures fixtures
COPY --from=build /build/node_modules node_modules
# All that is written lies here: the root may be read-only.
ENV NODE_ENV=production SERVICE_HOME=/data SERVICE_HOST=0.0.0.0 SERVICE_PORT=8422
VOLUME /data
USER node
EXPOSE 8422
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SERVICE_PORT + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Scans start git, whose own children end as children of process 1: run with an init (docker run --init).
ENTRYPOINT ["castellan"]
CMD ["serve"]
