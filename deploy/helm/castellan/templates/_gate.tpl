{{/*
nginx before the server. Each request either states a credential of its own, which the server checks, or belongs to a user who signed in at
oauth2-proxy. All four headers of the trusted proxy are set here on every request, so that nothing of a client's gets through.
*/}}
{{- define "castellan.gateConfiguration" -}}
{{- $gate := .Values.gate -}}
pid /tmp/nginx.pid;
error_log stderr warn;
events { worker_connections 4096; }
http {
  access_log off;
  server_tokens off;
  client_body_temp_path /tmp/body;
  proxy_temp_path /tmp/proxy;
  fastcgi_temp_path /tmp/fastcgi;
  uwsgi_temp_path /tmp/uwsgi;
  scgi_temp_path /tmp/scgi;

  # A key or token of the client's own.
  map "$http_authorization$http_x_api_key" $has_credential { "" 0; default 1; }
  # Groups come with commas between. The first line that fits counts.
  map $groups $role {
    default "";
    {{- range $role := list "admin" "analyst" "viewer" }}
    {{- range index $gate.roles $role }}
    "~(^|,){{ . | regexQuoteMeta }}(,|$)" {{ $role }};
    {{- end }}
    {{- end }}
  }

  upstream castellan { server {{ include "castellan.fullname" . }}:8422; keepalive 16; }
  upstream sign_in { server 127.0.0.1:4180; }

  server {
    listen 8080;
    client_max_body_size {{ $gate.maxBodyMegabytes }}m;
    large_client_header_buffers 8 32k;

    # Each location needs them all: one proxy_set_header of its own would drop those of the server.
    location / {
      error_page 418 = @credential;
      error_page 401 = @sign_in;
      {{- include "castellan.gateUser" . | nindent 6 }}
    }
    # Programs are told, not led to a page.
    location ~ ^/(v1|scim)/ {
      error_page 418 = @credential;
      {{- include "castellan.gateUser" . | nindent 6 }}
    }
    location @credential {
      proxy_set_header X-Service-Subject "";
      proxy_set_header X-Service-Role "";
      proxy_set_header X-Service-Tenant "";
      {{- include "castellan.gateForwarding" . | nindent 6 }}
    }
    location @sign_in {
      rewrite ^ /oauth2/start? break;
      {{- include "castellan.gateSignIn" . | nindent 6 }}
      proxy_set_header X-Auth-Request-Redirect $request_uri;
    }
    location = /gate/user {
      internal;
      proxy_pass http://sign_in/oauth2/auth;
      proxy_pass_request_body off;
      proxy_set_header Content-Length "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-Uri $request_uri;
      proxy_set_header X-Auth-Request-Redirect $request_uri;
    }
    location = /oauth2/ready { proxy_pass http://sign_in/ready; }
    location = /oauth2/auth { return 404; }
    location /oauth2/ {
      {{- include "castellan.gateSignIn" . | nindent 6 }}
    }
  }
}
{{- end }}

{{- define "castellan.gateSignIn" -}}
proxy_pass http://sign_in;
proxy_set_header Host $host;
proxy_set_header X-Forwarded-Proto https;
proxy_set_header X-Forwarded-Host $host;
proxy_buffer_size 32k;
proxy_buffers 8 32k;
{{- end }}

{{- define "castellan.gateUser" -}}
if ($has_credential) { return 418; }
auth_request /gate/user;
auth_request_set $subject $upstream_http_x_auth_request_{{ .Values.gate.subject | replace "-" "_" }};
auth_request_set $groups $upstream_http_x_auth_request_groups;
proxy_set_header X-Service-Subject $subject;
proxy_set_header X-Service-Role $role;
proxy_set_header X-Service-Tenant {{ .Values.gate.tenant | quote }};
{{ include "castellan.gateForwarding" . }}
{{- end }}

{{- define "castellan.gateForwarding" -}}
# X-Service-Proxy-Secret; written when the pod starts.
include /tmp/proxy-secret.conf;
proxy_set_header Host $host;
proxy_set_header X-Forwarded-For $http_x_forwarded_for;
proxy_set_header X-Forwarded-Proto https;
proxy_set_header Connection "";
proxy_pass http://castellan;
proxy_http_version 1.1;
# Event streams beat every 15 seconds.
proxy_buffering off;
proxy_read_timeout 75s;
{{- end }}
