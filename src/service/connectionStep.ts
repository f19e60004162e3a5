/** A part of the way from here to the service, as "Check Connection" found it. */
export interface ConnectionStep {
  readonly name: 'dns' | 'proxy' | 'tls' | 'http' | 'authentication' | 'clock' | 'tokenStorage';
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** How long it took, ms. */
  readonly ms: number;
  /** English; nothing secret is in it. */
  readonly detail: string;
}
