{{- define "fleetgraph.name" -}}
{{- if contains "fleetgraph" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-fleetgraph" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{- define "fleetgraph.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "fleetgraph.name" .) }}
{{- end -}}

{{/* Of one component: (dict "root" $ "component" "gateway"). */}}
{{- define "fleetgraph.selector" -}}
app.kubernetes.io/name: fleetgraph
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "fleetgraph.labels" -}}
{{ include "fleetgraph.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* "true" where gateways and collectors are apart. */}}
{{- define "fleetgraph.split" -}}
{{- if or .Values.redis.enabled (eq (dig "store" "type" "memory" .Values.config) "redis") }}true{{ end -}}
{{- end -}}

{{/* What goes into the ConfigMap. */}}
{{- define "fleetgraph.config" -}}
{{- $config := deepCopy .Values.config -}}
{{- if .Values.redis.enabled }}
{{- $_ := set $config "store" (dict "type" "redis" "url" (printf "redis://%s-redis:6379" (include "fleetgraph.name" .))) }}
{{- end }}
{{- toYaml $config }}
{{- end -}}

{{/* "true" where a source reads the cluster that fleetgraph runs in. */}}
{{- define "fleetgraph.readsHub" -}}
{{- range .Values.config.clusterSources }}{{ if and (ne .type "kubeconfig") (not .kubeconfig) }}true{{ end }}{{ end -}}
{{- end -}}

{{- define "fleetgraph.scheme" -}}
{{- if dig "server" "tls" "" .Values.config }}HTTPS{{ else }}HTTP{{ end -}}
{{- end -}}

{{- define "fleetgraph.port" -}}
{{ dig "server" "port" 4000 .Values.config }}
{{- end -}}

{{- define "fleetgraph.operationsPort" -}}
{{ dig "server" "operations" "port" 9464 .Values.config }}
{{- end -}}

{{/* The pods of a component: (dict "root" $ "component" "gateway" "values" .Values.gateway "roles" (list …)). */}}
{{- define "fleetgraph.pod" -}}
{{- $root := .root -}}
metadata:
  labels: {{- include "fleetgraph.labels" . | nindent 4 }}
  annotations:
    {{- /* serve takes clusters and sources of clusters as they change; the rest needs another process. */}}
    checksum/config: {{ omit (fromYaml (include "fleetgraph.config" $root)) "clusters" "clusterSources" | toYaml | sha256sum }}
    {{- with .values.podAnnotations }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  serviceAccountName: {{ include "fleetgraph.serviceAccount" $root }}
  automountServiceAccountToken: {{ if include "fleetgraph.readsHub" $root }}true{{ else }}false{{ end }}
  enableServiceLinks: false
  terminationGracePeriodSeconds: 30
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    seccompProfile: { type: RuntimeDefault }
  containers:
    - name: fleetgraph
      {{- with $root.Values.image }}
      image: "{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $root.Chart.AppVersion }}{{ end }}"
      imagePullPolicy: {{ .pullPolicy }}
      {{- end }}
      args: [serve, --config, /etc/fleetgraph/config/config.yaml]
      env:
        - { name: FLEETGRAPH_ROLES, value: {{ toJson .roles | squote }} }
        {{- with $root.Values.env }}{{ toYaml . | nindent 8 }}{{ end }}
      ports:
        {{- if has "gateway" .roles }}
        - { name: http, containerPort: {{ include "fleetgraph.port" $root }} }
        {{- end }}
        - { name: operations, containerPort: {{ include "fleetgraph.operationsPort" $root }} }
      livenessProbe:
        httpGet: { path: /livez, port: operations, scheme: {{ include "fleetgraph.scheme" $root }} }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: operations, scheme: {{ include "fleetgraph.scheme" $root }} }
        periodSeconds: 5
        timeoutSeconds: 3
      resources: {{- toYaml .values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: config, mountPath: /etc/fleetgraph/config, readOnly: true }
        - { name: tmp, mountPath: /tmp }
        {{- range $root.Values.secretMounts }}
        - { name: secret-{{ .name }}, mountPath: /etc/fleetgraph/secrets/{{ .name }}, readOnly: true }
        {{- end }}
  volumes:
    - name: config
      configMap: { name: {{ include "fleetgraph.name" $root }} }
    - name: tmp
      emptyDir: { sizeLimit: 64Mi }
    {{- range $root.Values.secretMounts }}
    - name: secret-{{ .name }}
      secret: { secretName: {{ .secretName }}, defaultMode: 288 }
    {{- end }}
  {{- with .values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  topologySpreadConstraints:
    {{- with .values.topologySpreadConstraints }}{{ toYaml . | nindent 4 }}{{ else }}
    {{- $selector := include "fleetgraph.selector" . }}
    {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels: {{- $selector | nindent 10 }}
    {{- end }}
    {{- end }}
{{- end -}}
