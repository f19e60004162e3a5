/** Network options of requests to the service. The object is replaced only when an option changes. */
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

/** Returns the values that the user set, by key. Returns the same object until a value changes. */
type UserSettings = (keys: readonly string[]) => Readonly<Record<string, unknown>>;

const SETTING_KEYS = {
  transport: 'botTags.network.transport',
  proxySupport: 'http.proxySupport',
  proxy: 'http.proxy',
  noProxy: 'http.noProxy',
  proxyAuthorization: 'http.proxyAuthorization',
  strictSsl: 'http.proxyStrictSSL',
  ca: 'botTags.network.ca',
  clientCertificate: 'botTags.network.clientCertificate',
  clientKey: 'botTags.network.clientKey',
} as const;
const ALL_SETTING_KEYS = Object.values(SETTING_KEYS);

/** Returns a getter of the options from the settings. A value of the wrong type counts as not set. */
export function createOptionsGetter(settings: UserSettings): () => NetworkOptions {
  let lastValues: Readonly<Record<string, unknown>> | undefined;
  let options = DIRECT;
  return () => {
    const values = settings(ALL_SETTING_KEYS);
    if (values !== lastValues) options = optionsOf(values);
    lastValues = values;
    return options;
  };
}

function optionsOf(values: Readonly<Record<string, unknown>>): NetworkOptions {
  const text = (key: string): string => {
    const value = values[key];
    return typeof value === 'string' ? value.trim() : '';
  };
  const noProxy: unknown = values[SETTING_KEYS.noProxy];
  return {
    transport: values[SETTING_KEYS.transport] === 'host' ? 'host' : 'undici',
    useProxy: values[SETTING_KEYS.proxySupport] !== 'off',
    proxy: text(SETTING_KEYS.proxy),
    noProxy: Array.isArray(noProxy) ? noProxy.map(String) : [],
    proxyAuthorization: text(SETTING_KEYS.proxyAuthorization),
    strictSsl: values[SETTING_KEYS.strictSsl] !== false,
    ca: text(SETTING_KEYS.ca),
    clientCertificate: text(SETTING_KEYS.clientCertificate),
    clientKey: text(SETTING_KEYS.clientKey),
  };
}
