/** How requests leave this machine. The same object as long as nothing changed. */
export interface NetworkOptions {
  /** `host`: the extension host's own fetch, which does everything below itself. */
  readonly transport: 'undici' | 'host';
  /** `false`: no proxy, neither from here nor from the environment. */
  readonly useProxy: boolean;
  /** `''`: the environment decides. */
  readonly proxy: string;
  /** Hosts to reach without a proxy; empty: the environment decides. */
  readonly noProxy: readonly string[];
  /** The whole value of Proxy-Authorization, or `''`. */
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

/** What the person set, by key; a key that is not set has no value. The same object until something changes. */
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

/** The options by VS Code's settings and ours; a value of the wrong type counts as not set. */
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
