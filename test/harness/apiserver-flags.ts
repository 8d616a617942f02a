/**
 * How the components of an API server are run: the files they share and the flags each gets. All of it stays in one directory and, but for
 * the one port, off the network. The flags are upstream's, so they fit any recent release.
 */
import { join } from 'node:path';
import type { Component } from './apiserver-executables.ts';

export interface ApiServerFiles {
  etcdData: string;
  etcdSocket: string;
  peerSocket: string;
  /** Folder in which kube-apiserver keeps the serving certificate that it signs itself. */
  certificates: string;
  tokens: string;
  serviceAccountsKey: string;
  controllersKubeconfig: string;
}

export function filesIn(directory: string): ApiServerFiles {
  return {
    etcdData: join(directory, 'etcd'),
    etcdSocket: join(directory, 'etcd.sock'),
    peerSocket: join(directory, 'peer.sock'),
    certificates: join(directory, 'certificates'),
    tokens: join(directory, 'tokens.csv'),
    serviceAccountsKey: join(directory, 'service-accounts.key'),
    controllersKubeconfig: join(directory, 'controllers.kubeconfig'),
  };
}

export function flagsOf(component: Component, files: ApiServerFiles, port: number): string[] {
  switch (component) {
    case 'etcd':
      return etcdFlags(files);
    case 'kube-apiserver':
      return apiserverFlags(files, port);
    case 'kube-controller-manager':
      return controllerManagerFlags(files);
  }
}

function etcdFlags(files: ApiServerFiles): string[] {
  // An advertised address must be host:port, though the only member of a cluster never dials it: nothing listens on port 1.
  const advertised = 'http://127.0.0.1:1';
  return [
    `--data-dir=${files.etcdData}`,
    `--listen-client-urls=unix://${files.etcdSocket}`,
    `--advertise-client-urls=${advertised}`,
    `--listen-peer-urls=unix://${files.peerSocket}`,
    `--initial-advertise-peer-urls=${advertised}`,
    `--initial-cluster=default=${advertised}`,
    '--unsafe-no-fsync', // the data lives as long as the test
    '--log-level=warn',
  ];
}

function apiserverFlags(files: ApiServerFiles, port: number): string[] {
  return [
    `--etcd-servers=unix://${files.etcdSocket}`,
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    // Without these two the server looks for a network interface, which a sandbox may not have, and registers it as an endpoint.
    '--advertise-address=127.0.0.1',
    '--endpoint-reconciler-type=none',
    '--service-cluster-ip-range=10.0.0.0/24',
    `--cert-dir=${files.certificates}`,
    '--authorization-mode=RBAC',
    `--token-auth-file=${files.tokens}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-signing-key-file=${files.serviceAccountsKey}`,
    `--service-account-key-file=${files.serviceAccountsKey}`,
    '--disable-admission-plugins=ServiceAccount', // pods need no ServiceAccount, so the controllers are optional
  ];
}

function controllerManagerFlags(files: ApiServerFiles): string[] {
  return [
    `--kubeconfig=${files.controllersKubeconfig}`,
    '--controllers=clusterrole-aggregation-controller,namespace-controller,garbage-collector-controller,serviceaccount-controller',
    '--leader-elect=false',
    '--secure-port=0',
    '--kube-api-qps=200',
    '--kube-api-burst=400',
  ];
}
