/** How requests leave this machine. The object is replaced only when an option changes. */
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
  /** `false`: certificates are not checked. */
  readonly strictSsl: boolean;
  /** Paths to PEM files, or `''`. */
  readonly ca: string;
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

/** Returns the values that the user set, by key. Returns the same object until a value changes. */
type UserSettings = (keys: readonly string[]) => Readonly<Record<string, unknown>>;

const KEYS = {
  transport: 'botTags.network.transport',
  support: 'http.proxySupport',
  proxy: 'http.proxy',
  noProxy: 'http.noProxy',
  authorization: 'http.proxyAuthorization',
  strictSsl: 'http.proxyStrictSSL',
  ca: 'botTags.network.ca',
  clientCertificate: 'botTags.network.clientCertificate',
  clientKey: 'botTags.network.clientKey',
} as const;
const ALL_KEYS = Object.values(KEYS);

/** Returns a getter of the options from the settings. A value of the wrong type counts as not set. */
export function networkOf(settings: UserSettings): () => NetworkOptions {
  let read: Readonly<Record<string, unknown>> | undefined;
  let options = DIRECT;
  return () => {
    const values = settings(ALL_KEYS);
    if (values !== read) options = optionsOf(values);
    read = values;
    return options;
  };
}

function optionsOf(values: Readonly<Record<string, unknown>>): NetworkOptions {
  const text = (key: string): string => {
    const value = values[key];
    return typeof value === 'string' ? value.trim() : '';
  };
  const noProxy: unknown = values[KEYS.noProxy];
  return {
    transport: values[KEYS.transport] === 'host' ? 'host' : 'undici',
    useProxy: values[KEYS.support] !== 'off',
    proxy: text(KEYS.proxy),
    noProxy: Array.isArray(noProxy) ? noProxy.map(String) : [],
    proxyAuthorization: text(KEYS.authorization),
    strictSsl: values[KEYS.strictSsl] !== false,
    ca: text(KEYS.ca),
    clientCertificate: text(KEYS.clientCertificate),
    clientKey: text(KEYS.clientKey),
  };
}
