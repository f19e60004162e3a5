/**
 * Network options of requests to the service. After any change of a VS Code setting, they are read into a new object,
 * which may have the same values.
 */
export interface NetworkOptions {
  /** `host`: the extension host's own fetch, which applies proxies and certificates itself. */
  readonly transport: 'undici' | 'host';
  /** `false`: no proxy is used, neither from these options nor from the environment. */
  readonly useProxy: boolean;
  /** Proxy URL. `''`: taken from the environment. */
  readonly proxy: string;
  /** Hosts to reach without a proxy. Empty: taken from the environment. */
  readonly noProxy: readonly string[];
  /** Whole value of the Proxy-Authorization header, or `''`. */
  readonly proxyAuthorization: string;
  readonly strictSsl: boolean;
  /** Path to a PEM file with further certificate authorities, or `''`. */
  readonly ca: string;
  /** Paths to PEM files, or `''`. */
  readonly clientCertificate: string;
  readonly clientKey: string;
}

export const DIRECT: NetworkOptions = {
  transport: 'undici',
  useProxy: false,
  proxy: '',
  noProxy: [],
  proxyAuthorization: '',
  strictSsl: true,
  ca: '',
  clientCertificate: '',
  clientKey: '',
};

/** Returns the options from the values of settings by key. A value of the wrong type counts as not set. */
export function networkOptionsOf(read: (key: string) => unknown): NetworkOptions {
  const readText = (key: string): string => {
    const value = read(key);
    return typeof value === 'string' ? value.trim() : '';
  };
  const noProxy = read('http.noProxy');
  return {
    transport: read('botTags.network.transport') === 'host' ? 'host' : 'undici',
    useProxy: read('http.proxySupport') !== 'off',
    proxy: readText('http.proxy'),
    noProxy: Array.isArray(noProxy) ? noProxy.map(String) : [],
    proxyAuthorization: readText('http.proxyAuthorization'),
    strictSsl: read('http.proxyStrictSSL') !== false,
    ca: readText('botTags.network.ca'),
    clientCertificate: readText('botTags.network.clientCertificate'),
    clientKey: readText('botTags.network.clientKey'),
  };
}
