{{/* Who comes in from outside of the release. Takes {policy, port}. */}}
{{- define "castellan.entrance" -}}
- ports: [{ port: {{ .port }} }]
  {{- if .policy.entranceFrom }}
  from: {{ toYaml .policy.entranceFrom | nindent 4 }}
  {{- else }}
  from: [{ namespaceSelector: {} }]
  {{- end }}
{{- end }}

{{- define "castellan.toServer" -}}
- ports: [{ port: 8422 }]
  to:
    - podSelector:
        matchLabels:
          {{- include "castellan.selector" . | nindent 10 }}
          app.kubernetes.io/component: api
{{- end }}

{{- define "castellan.toDatabase" -}}
{{- if .Values.postgresql.enabled }}
- ports: [{ port: 5432 }]
  to:
    - podSelector:
        matchLabels:
          {{- include "castellan.selector" . | nindent 10 }}
          app.kubernetes.io/component: postgresql
{{- else if eq (include "castellan.database" .) "external" }}
- ports: [{ port: {{ .Values.networkPolicy.databasePort }} }]
{{- end }}
{{- end }}

{{/* Addresses outside but not those of the node itself. Takes networkPolicy. */}}
{{- define "castellan.toOutside" -}}
- ports: {{ range .egressPorts }}
    - port: {{ . }}
    {{- end }}
  to:
    - ipBlock: { cidr: 0.0.0.0/0, except: [169.254.0.0/16] }
    - ipBlock: { cidr: "::/0", except: ["fe80::/10", "fd00:ec2::/32"] }
{{- if .metadata }}
- ports: [{ port: 80 }, { port: 988 }]
  to:
    - ipBlock: { cidr: 169.254.169.252/32 }
    - ipBlock: { cidr: 169.254.169.254/32 }
    - ipBlock: { cidr: 169.254.170.23/32 }
    - ipBlock: { cidr: "fd00:ec2::23/128" }
{{- end }}
{{- end }}
