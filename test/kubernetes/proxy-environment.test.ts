/**
 * Proxy of a server, from environment variables. The test cases follow golang.org/x/net/http/httpproxy and its tests.
 */
import { describe, expect, it } from '@jest/globals';
import { proxyOfEnvironment } from '../../kubernetes/proxy-environment.ts';

const PROXY = 'http://proxy:3128';
const noProxy = (list: string, server: string) =>
  proxyOfEnvironment(server, { HTTPS_PROXY: PROXY, HTTP_PROXY: PROXY, NO_PROXY: list });

describe('the proxy of the environment', () => {
  it.each<[string, Record<string, string>, string, string | undefined]>([
    ['none where none is set', {}, 'https://leaf.example', undefined],
    ['HTTPS_PROXY for https:// servers', { HTTPS_PROXY: PROXY }, 'https://leaf.example', PROXY],
    ['the lower case, too', { https_proxy: PROXY }, 'https://leaf.example', PROXY],
    [
      'the upper case where both are set',
      { https_proxy: 'http://other', HTTPS_PROXY: PROXY },
      'https://leaf.example',
      PROXY,
    ],
    [
      'the lower case where the upper case is empty',
      { https_proxy: PROXY, HTTPS_PROXY: '' },
      'https://leaf.example',
      PROXY,
    ],
    ['HTTP_PROXY for http:// servers alone', { HTTP_PROXY: PROXY }, 'http://leaf.example', PROXY],
    ['no HTTP_PROXY for https:// servers', { HTTP_PROXY: PROXY }, 'https://leaf.example', undefined],
    ['no HTTPS_PROXY for http:// servers', { HTTPS_PROXY: PROXY }, 'http://leaf.example', undefined],
    ['http:// where there is no scheme', { HTTPS_PROXY: 'proxy:3128' }, 'https://leaf.example', PROXY],
    ['http:// for an address without a port', { HTTPS_PROXY: '10.0.0.9' }, 'https://leaf.example', 'http://10.0.0.9'],
    ['https://', { HTTPS_PROXY: 'https://u:p@proxy' }, 'https://leaf.example', 'https://u:p@proxy'],
    ['SOCKS', { HTTPS_PROXY: 'socks5://proxy:1080' }, 'https://leaf.example', 'socks5://proxy:1080'],
    ['SOCKS by its other name', { HTTPS_PROXY: 'socks5h://proxy' }, 'https://leaf.example', 'socks5h://proxy'],
    ['no ALL_PROXY, as with kubectl', { ALL_PROXY: PROXY }, 'https://leaf.example', undefined],
  ])('is %s', (_what, env, server, proxy) => {
    expect(proxyOfEnvironment(server, env)).toBe(proxy);
  });

  it.each([
    'https://localhost:6443',
    'https://127.0.0.1:6443',
    'https://127.9.9.9',
    'https://[::1]:6443',
    'https://[::ffff:127.0.0.1]',
  ])('is never used for this machine: %s', server => {
    expect(noProxy('', server)).toBeUndefined();
  });

  it.each([
    ['ftp://proxy', 'HTTPS_PROXY'],
    ['socks4://proxy:1080', 'HTTPS_PROXY'],
    ['http://', 'HTTPS_PROXY'],
  ])('that cannot be used is an error that names the variable: %s', (value, variable) => {
    expect(() => proxyOfEnvironment('https://leaf.example', { HTTPS_PROXY: value })).toThrow(variable);
  });
});

describe('NO_PROXY', () => {
  it.each([
    ['*', 'https://leaf.example'],
    ['other, *', 'https://leaf.example'],
    ['leaf.example', 'https://leaf.example'],
    ['LEAF.example', 'https://leaf.EXAMPLE'],
    ['example', 'https://leaf.example'],
    ['.example', 'https://leaf.example'],
    ['*.example', 'https://leaf.example'],
    [' other.org , leaf.example ', 'https://leaf.example'],
    ['leaf.example:443', 'https://leaf.example'],
    ['leaf.example:6443', 'https://leaf.example:6443'],
    ['.example:6443', 'https://leaf.example:6443'],
    ['leaf.example:80', 'http://leaf.example'],
    ['10.0.0.1', 'https://10.0.0.1:6443'],
    ['10.0.0.1:6443', 'https://10.0.0.1:6443'],
    ['10.0.0.0/8', 'https://10.9.8.7:6443'],
    ['10.1.2.3/8', 'https://10.9.8.7:6443'],
    ['10.9.8.7/32', 'https://10.9.8.7'],
    ['0.0.0.0/0', 'https://10.9.8.7'],
    ['fd00::1', 'https://[fd00::1]:6443'],
    ['[fd00::1]:6443', 'https://[fd00::1]:6443'],
    ['FD00::/8', 'https://[fd12::1]:6443'],
    ['fd00:0:0::1', 'https://[fd00::1]'],
  ])('%s has %s reached directly', (list, server) => {
    expect(noProxy(list, server)).toBeUndefined();
  });

  it.each([
    ['', 'https://leaf.example'],
    [',,', 'https://leaf.example'],
    ['af.example', 'https://leaf.example'],
    ['.leaf.example', 'https://leaf.example'],
    ['*.leaf.example', 'https://leaf.example'],
    ['leaf.example.org', 'https://leaf.example'],
    ['leaf.example:6443', 'https://leaf.example'],
    ['leaf.example:443', 'https://leaf.example:6443'],
    [':443', 'https://leaf.example'],
    ['10.0.0.1', 'https://10.0.0.11'],
    ['10.0.0.1:443', 'https://10.0.0.1:6443'],
    ['10.0.0.0/8', 'https://11.0.0.1'],
    ['10.0.0.0/33', 'https://10.0.0.1'],
    ['0.0.1', 'https://10.0.0.1'],
    ['10.0.0.0/8', 'https://leaf.example'],
    ['fd00::/8', 'https://[fe00::1]'],
    ['leaf.example 10.0.0.1', 'https://leaf.example'],
  ])('%s leaves %s to the proxy', (list, server) => {
    expect(noProxy(list, server)).toBe(PROXY);
  });
});
