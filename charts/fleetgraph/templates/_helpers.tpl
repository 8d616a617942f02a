{{/* The name of the product, in the label app.kubernetes.io/name. */}}
{{- define "fleetgraph.product" -}}
{{ .Values.nameOverride | default "fleetgraph" }}
{{- end -}}

{{/* Prefix of all object names. */}}
{{- define "fleetgraph.name" -}}
{{- $product := include "fleetgraph.product" . -}}
{{- if .Values.fullnameOverride }}{{ .Values.fullnameOverride }}
{{- else if contains $product .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else }}{{ printf "%s-%s" .Release.Name $product | trunc 40 | trimSuffix "-" }}{{ end -}}
{{- end -}}

{{- define "fleetgraph.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "fleetgraph.name" .) }}
{{- end -}}

{{/* Selector labels of a component. Call with (dict "root" $ "component" "gateway"). */}}
{{- define "fleetgraph.selector" -}}
app.kubernetes.io/name: {{ include "fleetgraph.product" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "fleetgraph.labels" -}}
{{ include "fleetgraph.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{/* "true" if gateways and collectors are separate Deployments. */}}
{{- define "fleetgraph.split" -}}
{{- if or .Values.redis.enabled (eq (dig "store" "type" "memory" .Values.config) "redis") }}true{{ end -}}
{{- end -}}

{{/* "true" if the configuration is in an existing ConfigMap or Secret. */}}
{{- define "fleetgraph.hasOwnConfig" -}}
{{- with .Values.existingConfig }}{{ if or .configMap .secret }}true{{ end }}{{ end -}}
{{- end -}}

{{/* Configuration that the chart writes into its ConfigMap. */}}
{{- define "fleetgraph.config" -}}
{{- $config := deepCopy .Values.config -}}
{{- if .Values.redis.enabled }}
{{- $_ := set $config "store" (dict "type" "redis" "url" (printf "redis://%s-redis:6379" (include "fleetgraph.name" .))) }}
{{- end }}
{{- toYaml $config }}
{{- end -}}

{{/* "true" if a source of clusters reads the cluster in which fleetgraph runs. */}}
{{- define "fleetgraph.readsHub" -}}
{{- range .Values.config.clusterSources }}{{ if and (ne .type "kubeconfig") (not .kubeconfig) }}true{{ end }}{{ end -}}
{{- end -}}

{{/* "true" if agents send reports of a cluster. */}}
{{- define "fleetgraph.takesReports" -}}
{{- range .Values.config.clusters }}{{ if .push }}true{{ end }}{{ end -}}
{{- end -}}

{{/* "true" if collectors have a Service for reports. If gateways collect, agents use the Service of the gateways. */}}
{{- define "fleetgraph.hasIngestService" -}}
{{- if and (include "fleetgraph.split" .) (include "fleetgraph.takesReports" .) }}true{{ end -}}
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

{{/*
Image of a component. The tag or digest of the component takes precedence over the tag and digest of .Values.image.
Call with (dict "root" $ "values" .Values.gateway).
*/}}
{{- define "fleetgraph.image" -}}
{{- $all := .root.Values.image -}}
{{- $own := .values.image | default dict -}}
{{- $version := $all -}}
{{- if or $own.tag $own.digest }}{{ $version = $own }}{{ end -}}
{{ $own.repository | default $all.repository }}{{ if $version.digest }}@{{ $version.digest }}{{ else }}:{{ $version.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end -}}

{{/* config.server.drainTime in seconds, rounded up. */}}
{{- define "fleetgraph.drainSeconds" -}}
{{- $time := dig "server" "drainTime" "5s" .Values.config -}}
{{- $factor := get (dict "ms" 0.001 "s" 1.0 "m" 60.0 "h" 3600.0) (regexFind "[a-z]+$" $time) | default 1.0 -}}
{{ mulf (regexFind "^[0-9.]+" $time | float64) $factor | ceil | int }}
{{- end -}}

{{/* Pod template. Call with (dict "root" $ "component" "gateway" "values" .Values.gateway "roles" (list …)). */}}
{{- define "fleetgraph.pod" -}}
{{- $root := .root -}}
metadata:
  labels:
    {{- include "fleetgraph.labels" . | nindent 4 }}
    {{- with .values.podLabels }}{{ toYaml . | nindent 4 }}{{ end }}
  annotations:
    {{- /* A running process applies changes of clusters and clusterSources. Other changes need new Pods. */}}
    checksum/config: {{ omit (fromYaml (include "fleetgraph.config" $root)) "clusters" "clusterSources" | toYaml | sha256sum }}
    {{- with .values.podAnnotations }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  serviceAccountName: {{ include "fleetgraph.serviceAccount" $root }}
  automountServiceAccountToken: {{ if include "fleetgraph.readsHub" $root }}true{{ else }}false{{ end }}
  enableServiceLinks: false
  {{- with .values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- /* The process drains, lets requests finish, ends streams and releases its leases. */}}
  terminationGracePeriodSeconds: {{ .values.terminationGracePeriodSeconds | default (add 25 (include "fleetgraph.drainSeconds" $root)) }}
  {{- with $root.Values.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  securityContext: {{- toYaml $root.Values.podSecurityContext | nindent 4 }}
  containers:
    - name: fleetgraph
      image: {{ include "fleetgraph.image" . | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      args: [serve, --config, /etc/fleetgraph/config/config.yaml]
      env:
        - { name: FLEETGRAPH_ROLES, value: {{ toJson .roles | squote }} }
        {{- with $root.Values.env }}{{ toYaml . | nindent 8 }}{{ end }}
      {{- with $root.Values.envFrom }}
      envFrom: {{- toYaml . | nindent 8 }}
      {{- end }}
      ports:
        {{- if or (has "gateway" .roles) (include "fleetgraph.takesReports" $root) }}
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
      {{- with .values.lifecycle }}
      lifecycle: {{- toYaml . | nindent 8 }}
      {{- end }}
      resources: {{- toYaml .values.resources | nindent 8 }}
      securityContext: {{- toYaml $root.Values.securityContext | nindent 8 }}
      volumeMounts:
        - { name: config, mountPath: /etc/fleetgraph/config, readOnly: true }
        - { name: tmp, mountPath: /tmp }
        {{- range $root.Values.secretMounts }}
        - { name: secret-{{ .name }}, mountPath: /etc/fleetgraph/secrets/{{ .name }}, readOnly: true }
        {{- end }}
        {{- with $root.Values.extraVolumeMounts }}{{ toYaml . | nindent 8 }}{{ end }}
    {{- with .values.extraContainers }}{{ toYaml . | nindent 4 }}{{ end }}
  volumes:
    - name: config
      {{- if $root.Values.existingConfig.secret }}
      secret: { secretName: {{ $root.Values.existingConfig.secret }}, defaultMode: 288 }
      {{- else }}
      configMap: { name: {{ $root.Values.existingConfig.configMap | default (include "fleetgraph.name" $root) }} }
      {{- end }}
    - name: tmp
      emptyDir: { sizeLimit: 64Mi }
    {{- range $root.Values.secretMounts }}
    - name: secret-{{ .name }}
      secret: { secretName: {{ .secretName }}, defaultMode: 288 }
    {{- end }}
    {{- with $root.Values.extraVolumes }}{{ toYaml . | nindent 4 }}{{ end }}
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
