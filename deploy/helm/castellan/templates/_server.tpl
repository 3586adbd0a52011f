{{/* Variables of the server. Takes {root, processes}. */}}
{{- define "castellan.environment" -}}
{{- $values := .root.Values }}
{{- $identity := $values.identity }}
- { name: SERVICE_HOME, value: /data }
- { name: SERVICE_HOST, value: 0.0.0.0 }
- { name: SERVICE_PORT, value: "8422" }
- { name: SERVICE_WORKERS, value: {{ .processes | quote }} }
- { name: SERVICE_AUDIT_KEY_FILE, value: /run/castellan/audit.key }
- { name: SERVICE_METRICS_TOKEN_FILE, value: /run/castellan/metrics-token }
{{- if $values.hstsPreload }}
- { name: SERVICE_HSTS_PRELOAD, value: "1" }
{{- end }}
{{- if $values.host }}
- { name: SERVICE_PUBLIC_URL, value: {{ printf "https://%s" $values.host | quote }} }
{{- end }}
{{- if include "castellan.proxied" .root }}
- { name: SERVICE_PROXY_SECRET_FILE, value: /run/castellan/proxy-secret }
{{- end }}
{{- with $identity.proxy.peers }}
- { name: SERVICE_PROXY_PEERS, value: {{ join "," . | quote }} }
{{- end }}
{{- if $identity.tenantsOnFirstUse }}
- { name: SERVICE_TENANTS_ON_FIRST_USE, value: "1" }
{{- end }}
{{- with $values.evidence.bucket }}
- { name: SERVICE_EVIDENCE_BUCKET, value: {{ . | quote }} }
{{- end }}
{{- include "castellan.databaseEnvironment" .root }}
{{- include "castellan.oidcEnvironment" $identity.oidc }}
{{- include "castellan.samlEnvironment" $identity.saml }}
{{- range $name, $value := $values.settings }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- range $name, $secret := $values.secretFiles }}
- { name: {{ $name }}, value: {{ printf "/run/castellan/files/%s" $name }} }
{{- end }}
{{- with $values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "castellan.databaseEnvironment" -}}
{{- $kind := include "castellan.database" . }}
{{- $external := .Values.externalDatabase }}
{{- if eq $kind "internal" }}
- { name: SERVICE_DATABASE_URL, value: "postgres://castellan@{{ include "castellan.fullname" . }}-postgresql:5432/castellan" }
- { name: SERVICE_DATABASE_PASSWORD_FILE, value: /run/castellan/database-password }
{{- else if and (eq $kind "external") $external.urlSecret.name }}
- name: SERVICE_DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ $external.urlSecret.name }}, key: {{ $external.urlSecret.key }} } }
{{- else if eq $kind "external" }}
- { name: SERVICE_DATABASE_URL, value: {{ $external.url | quote }} }
{{- end }}
{{- if and (eq $kind "external") $external.password.name }}
- { name: SERVICE_DATABASE_PASSWORD_FILE, value: /run/castellan/database-password }
{{- end }}
{{- end }}

{{- define "castellan.oidcEnvironment" -}}
{{- if .issuer }}
- { name: SERVICE_OIDC_ISSUER, value: {{ .issuer | quote }} }
- { name: SERVICE_OIDC_AUDIENCE, value: {{ .audience | default .clientId | quote }} }
- { name: SERVICE_OIDC_TENANT_CLAIM, value: {{ .tenantClaim | quote }} }
- { name: SERVICE_OIDC_ROLE_CLAIM, value: {{ .roleClaim | quote }} }
- { name: SERVICE_OIDC_ROLES, value: {{ include "castellan.pairs" .roles | quote }} }
{{- with .clientId }}
- { name: SERVICE_OIDC_CLIENT_ID, value: {{ . | quote }} }
{{- end }}
{{- if .clientSecret.name }}
- { name: SERVICE_OIDC_CLIENT_SECRET_FILE, value: /run/castellan/oidc-client-secret }
{{- end }}
{{- with .tenants }}
- { name: SERVICE_OIDC_TENANTS, value: {{ include "castellan.pairs" . | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "castellan.samlEnvironment" -}}
{{- if .entryPoint }}
- { name: SERVICE_SAML_ENTRY_POINT, value: {{ .entryPoint | quote }} }
- { name: SERVICE_SAML_ISSUER, value: {{ .issuer | quote }} }
- { name: SERVICE_SAML_CERT_FILE, value: /run/castellan/saml.pem }
- { name: SERVICE_SAML_TENANT_CLAIM, value: {{ .tenantClaim | quote }} }
- { name: SERVICE_SAML_ROLE_CLAIM, value: {{ .roleClaim | quote }} }
- { name: SERVICE_SAML_ROLES, value: {{ include "castellan.pairs" .roles | quote }} }
{{- with .audience }}
- { name: SERVICE_SAML_AUDIENCE, value: {{ . | quote }} }
{{- end }}
{{- with .tenants }}
- { name: SERVICE_SAML_TENANTS, value: {{ include "castellan.pairs" . | quote }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "castellan.mounts" -}}
- { name: data, mountPath: /data }
{{- if and (include "castellan.claimed" .) (gt (int (include "castellan.processes" .)) 1) }}
- { name: claim, mountPath: /data/evidence, subPath: evidence }
{{- end }}
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/castellan, readOnly: true }
{{- end }}

{{/* One pod keeps its data folder on the claim; several share only the folder of evidence. */}}
{{- define "castellan.volumes" -}}
{{- $several := gt (int (include "castellan.processes" .)) 1 }}
{{- $claimed := include "castellan.claimed" . }}
{{- if and $claimed (not $several) }}
- name: data
  persistentVolumeClaim: { claimName: {{ include "castellan.claim" . }} }
{{- else }}
- name: data
  emptyDir: { sizeLimit: {{ .Values.scratch.size }} }
{{- end }}
{{- if and $claimed $several }}
- name: claim
  persistentVolumeClaim: { claimName: {{ include "castellan.claim" . }} }
{{- end }}
- name: tmp
  emptyDir: { sizeLimit: {{ .Values.scratch.size }} }
{{ include "castellan.secretsVolume" . }}
{{- end }}

{{- define "castellan.secretsVolume" -}}
- name: secrets
  projected:
    # The group of the pod reads them: files of secrets belong to root.
    defaultMode: 0440
    sources:
      {{- include "castellan.secretFile" (dict "name" (include "castellan.secretName" (dict "root" . "secret" .Values.auditKey.secret)) "key" .Values.auditKey.secret.key "path" "audit.key") | nindent 6 }}
      {{- if include "castellan.proxied" . }}
      {{- include "castellan.secretFile" (dict "name" (include "castellan.secretName" (dict "root" . "secret" .Values.identity.proxy.secret)) "key" .Values.identity.proxy.secret.key "path" "proxy-secret") | nindent 6 }}
      {{- end }}
      {{- include "castellan.secretFile" (dict "name" (include "castellan.secretName" (dict "root" . "secret" .Values.metrics.token)) "key" .Values.metrics.token.key "path" "metrics-token") | nindent 6 }}
      {{- if eq (include "castellan.database" .) "internal" }}
      {{- include "castellan.secretFile" (dict "name" (include "castellan.passwordsName" .) "key" "castellan-password" "path" "database-password") | nindent 6 }}
      {{- else if .Values.externalDatabase.password.name }}
      {{- include "castellan.secretFile" (dict "name" .Values.externalDatabase.password.name "key" .Values.externalDatabase.password.key "path" "database-password") | nindent 6 }}
      {{- end }}
      {{- with .Values.identity.oidc }}
      {{- if and .issuer .clientSecret.name }}
      {{- include "castellan.secretFile" (dict "name" .clientSecret.name "key" .clientSecret.key "path" "oidc-client-secret") | nindent 6 }}
      {{- end }}
      {{- end }}
      {{- with .Values.identity.saml }}
      {{- if .entryPoint }}
      {{- include "castellan.secretFile" (dict "name" (required "identity.saml.certificates.name is needed" .certificates.name) "key" .certificates.key "path" "saml.pem") | nindent 6 }}
      {{- end }}
      {{- end }}
      {{- range $name, $secret := .Values.secretFiles }}
      {{- include "castellan.secretFile" (dict "name" $secret.name "key" $secret.key "path" (printf "files/%s" $name)) | nindent 6 }}
      {{- end }}
{{- end }}

{{- define "castellan.secretFile" -}}
- secret: { name: {{ .name | quote }}, items: [{ key: {{ .key | quote }}, path: {{ .path | quote }} }] }
{{- end }}

{{/* A Deployment of the server. Takes {root, component, replicas, processes, resources}. */}}
{{- define "castellan.deployment" -}}
{{- $root := .root }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "castellan.fullname" $root }}{{ if ne .component "api" }}-{{ .component }}{{ end }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "castellan.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  replicas: {{ .replicas }}
  revisionHistoryLimit: 5
  {{- if include "castellan.overlapping" $root }}
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  {{- else }}
  # The volume is for one node, and on SQLite only one process may have the data.
  strategy: { type: Recreate }
  {{- end }}
  selector:
    matchLabels:
      {{- include "castellan.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
  template:
    metadata:
      labels:
        {{- include "castellan.podLabels" (dict "root" $root "component" .component) | nindent 8 }}
        {{- include "castellan.identityLabels" $root.Values.workloadIdentity | nindent 8 }}
      {{- with $root.Values.podAnnotations }}
      annotations: {{ toYaml . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "castellan.podDefaults" (dict "root" $root "user" 1000) | nindent 6 }}
      {{- include "castellan.spread" (dict "root" $root "component" .component) | nindent 6 }}
      serviceAccountName: {{ include "castellan.fullname" $root }}
      terminationGracePeriodSeconds: 30
      {{- if and $root.Values.bootstrap.tenant (eq (include "castellan.database" $root) "sqlite") }}
      initContainers:
        # With PostgreSQL a job does this. Nothing is made where the tenant has an admin key.
        - name: bootstrap
          image: {{ include "castellan.image" (dict "image" $root.Values.image "fallback" $root.Chart.AppVersion) }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          command: [sh, -c]
          args: ['castellan serve --bootstrap-admin "$TENANT" --key-file /data/admin.key || true']
          {{- include "castellan.containerSecurity" $root | nindent 10 }}
          env:
            - { name: TENANT, value: {{ $root.Values.bootstrap.tenant | quote }} }
            {{- include "castellan.environment" (dict "root" $root "processes" 0) | nindent 12 }}
          resources: {{ toYaml .resources | nindent 12 }}
          volumeMounts: {{ include "castellan.mounts" $root | nindent 12 }}
      {{- end }}
      containers:
        - name: castellan
          image: {{ include "castellan.image" (dict "image" $root.Values.image "fallback" $root.Chart.AppVersion) }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: [serve]
          ports: [{ name: http, containerPort: 8422 }]
          {{- include "castellan.containerSecurity" $root | nindent 10 }}
          env: {{ include "castellan.environment" (dict "root" $root "processes" .processes) | nindent 12 }}
          # The first start migrates the database; while it does, nothing listens.
          startupProbe: { httpGet: { path: /healthz, port: http }, periodSeconds: 2, failureThreshold: 150 }
          livenessProbe: { httpGet: { path: /healthz, port: http }, periodSeconds: 15, timeoutSeconds: 5 }
          readinessProbe: { httpGet: { path: /readyz, port: http }, periodSeconds: 5, timeoutSeconds: 3 }
          # Until every node knows that the pod goes.
          lifecycle: { preStop: { exec: { command: [sleep, "5"] } } }
          resources: {{ toYaml .resources | nindent 12 }}
          volumeMounts: {{ include "castellan.mounts" $root | nindent 12 }}
        {{- if and $root.Values.advisories.enabled (gt (int .processes) 0) }}
        - name: advisories
          image: {{ include "castellan.image" (dict "image" $root.Values.image "fallback" $root.Chart.AppVersion) }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          command: [sh, -c]
          args:
            - |
              trap 'exit 0' TERM
              while :; do
                wait=$((EVERY_HOURS * 3600))
                castellan db update --quiet ${FROM:+--from "$FROM"} || wait=600
                sleep "$wait" & wait $!
              done
          {{- include "castellan.containerSecurity" $root | nindent 10 }}
          env:
            - { name: SERVICE_HOME, value: /data }
            - { name: EVERY_HOURS, value: {{ $root.Values.advisories.everyHours | quote }} }
            - { name: FROM, value: {{ $root.Values.advisories.from | quote }} }
            {{- with $root.Values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          resources: {{ toYaml $root.Values.advisories.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
        {{- end }}
      volumes: {{ include "castellan.volumes" $root | nindent 8 }}
{{- end }}
