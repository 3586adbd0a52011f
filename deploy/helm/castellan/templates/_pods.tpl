{{/* What every pod of the release has. Takes {root, user}. */}}
{{- define "castellan.podDefaults" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "castellan.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  privileged: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Labels of a pod. Takes {root, component}. */}}
{{- define "castellan.podLabels" -}}
{{ include "castellan.selector" .root }}
app.kubernetes.io/component: {{ .component }}
{{- with .root.Values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Spreads pods of a component over nodes. Takes {root, component}. */}}
{{- define "castellan.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "castellan.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* The label that Azure's webhook looks for. Takes a workloadIdentity. */}}
{{- define "castellan.identityLabels" -}}
{{- if (.azure).clientId }}
azure.workload.identity/use: "true"
{{- end }}
{{- end }}

{{- define "castellan.identityAnnotations" -}}
{{- with (.aws).roleArn }}
eks.amazonaws.com/role-arn: {{ . | quote }}
{{- end }}
{{- with (.azure).clientId }}
azure.workload.identity/client-id: {{ . | quote }}
{{- end }}
{{- with (.azure).tenantId }}
azure.workload.identity/tenant-id: {{ . | quote }}
{{- end }}
{{- with (.gcp).serviceAccount }}
iam.gke.io/gcp-service-account: {{ . | quote }}
{{- end }}
{{- end }}
