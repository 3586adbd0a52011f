{{- define "castellan.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* Leaves room for what components and jobs add. */}}
{{- define "castellan.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains (include "castellan.name" .) .Release.Name }}
{{- .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "castellan.name" .) | trunc 40 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "castellan.selector" -}}
app.kubernetes.io/name: {{ include "castellan.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "castellan.labels" -}}
{{ include "castellan.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end }}

{{/* Takes {image, fallback}: repository@digest, else repository:tag. */}}
{{- define "castellan.image" -}}
{{- if .image.digest }}
{{- printf "%s@%s" .image.repository .image.digest }}
{{- else }}
{{- printf "%s:%s" .image.repository (default .fallback .image.tag) }}
{{- end }}
{{- end }}

{{/* Which database: internal, external or sqlite. */}}
{{- define "castellan.database" -}}
{{- if .Values.postgresql.enabled }}internal
{{- else if or .Values.externalDatabase.url .Values.externalDatabase.urlSecret.name }}external
{{- else }}sqlite
{{- end }}
{{- end }}

{{/* How many processes of the server there are. */}}
{{- define "castellan.processes" -}}
{{- if .Values.workers.separate }}{{ add .Values.api.replicas .Values.workers.replicas }}{{ else }}{{ .Values.api.replicas }}{{ end }}
{{- end }}

{{/* "true" where pods may overlap: nothing they need is on a volume for one node. */}}
{{- define "castellan.overlapping" -}}
{{- if ne (include "castellan.database" .) "sqlite" }}
{{- if or .Values.evidence.bucket (has "ReadWriteMany" .Values.persistence.accessModes) }}true{{ end }}
{{- end }}
{{- end }}

{{/* "true" where there is a claim. */}}
{{- define "castellan.claimed" -}}
{{- if and .Values.persistence.enabled (not (and .Values.evidence.bucket (ne (include "castellan.database" .) "sqlite"))) }}true{{ end }}
{{- end }}

{{- define "castellan.claim" -}}
{{- default (include "castellan.fullname" .) .Values.persistence.existingClaim }}
{{- end }}

{{/* Name of the Secret that a setting names, or of the one that the chart makes. Takes {root, secret}. */}}
{{- define "castellan.secretName" -}}
{{- default (include "castellan.fullname" .root) .secret.name }}
{{- end }}

{{- define "castellan.passwordsName" -}}
{{- default (printf "%s-postgresql" (include "castellan.fullname" .)) .Values.postgresql.passwords.name }}
{{- end }}

{{/* {"a": "b", "c": "d"} as a=b,c=d */}}
{{- define "castellan.pairs" -}}
{{- $pairs := list }}
{{- range $from, $to := . }}{{ $pairs = append $pairs (printf "%s=%s" $from $to) }}{{ end }}
{{- join "," $pairs }}
{{- end }}

{{/* "true" where a proxy before the server has a secret. */}}
{{- define "castellan.proxied" -}}
{{- if or .Values.gate.enabled .Values.identity.proxy.secret.name .Values.identity.proxy.peers }}true{{ end }}
{{- end }}

{{/* What can only be wrong together. */}}
{{- define "castellan.check" -}}
{{- $processes := int (include "castellan.processes" .) }}
{{- $database := include "castellan.database" . }}
{{- if and (gt $processes 1) (eq $database "sqlite") }}
{{- fail "several pods need PostgreSQL: set postgresql.enabled or externalDatabase, or api.replicas 1 and workers.separate false" }}
{{- end }}
{{- if and (gt $processes 1) (not (include "castellan.overlapping" .)) }}
{{- fail "several pods share evidence: set evidence.bucket, or give persistence.accessModes ReadWriteMany" }}
{{- end }}
{{- if and (not .Values.persistence.enabled) (not (and .Values.evidence.bucket (ne $database "sqlite"))) }}
{{- fail "persistence.enabled false needs PostgreSQL and evidence.bucket, or data is lost with the pod" }}
{{- end }}
{{- if and .Values.postgresql.enabled (or .Values.externalDatabase.url .Values.externalDatabase.urlSecret.name) }}
{{- fail "two databases: set postgresql.enabled false to use externalDatabase" }}
{{- end }}
{{- if regexMatch "^[a-z]+://[^/@]*:[^/@]*@" .Values.externalDatabase.url }}
{{- fail "externalDatabase.url has a password in it: name a Secret in externalDatabase.password or urlSecret" }}
{{- end }}
{{- if not (or .Values.bootstrap.tenant (include "castellan.proxied" .) .Values.identity.oidc.issuer .Values.identity.saml.entryPoint) }}
{{- fail "nobody could sign in: set bootstrap.tenant, gate, identity.oidc, identity.saml or identity.proxy.secret" }}
{{- end }}
{{- if and (or .Values.ingress.enabled .Values.httpRoute.enabled .Values.gate.enabled .Values.identity.saml.entryPoint .Values.identity.oidc.clientId) (not .Values.host) }}
{{- fail "host is needed: the one name under which people reach UI and API" }}
{{- end }}
{{- if and .Values.ingress.enabled .Values.httpRoute.enabled }}
{{- fail "two entrances: set ingress.enabled or httpRoute.enabled" }}
{{- end }}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) }}
{{- fail "httpRoute.parentRefs is needed: the gateway" }}
{{- end }}
{{- if .Values.gate.enabled }}
{{- range $name := list "issuer" "clientId" "tenant" }}
{{- if not (get $.Values.gate $name) }}{{ fail (printf "gate.%s is needed" $name) }}{{ end }}
{{- end }}
{{- if not .Values.gate.clientSecret.name }}{{ fail "gate.clientSecret.name is needed" }}{{ end }}
{{- if not (concat .Values.gate.roles.admin .Values.gate.roles.analyst .Values.gate.roles.viewer) }}
{{- fail "gate.roles is needed: without a group nobody may sign in" }}
{{- end }}
{{- if or .Values.identity.oidc.clientId .Values.identity.saml.entryPoint }}
{{- fail "two sign-ins: gate, or identity.oidc.clientId and identity.saml" }}
{{- end }}
{{- end }}
{{- range $name := keys .Values.settings }}
{{- if regexMatch "(PASSWORD|SECRET|TOKEN|KEY)$" $name }}
{{- fail (printf "settings.%s would write a secret into the release: use secretFiles with %s_FILE" $name $name) }}
{{- end }}
{{- end }}
{{- end }}
