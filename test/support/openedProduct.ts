import { Workbench } from './e2e.ts';
import { packagedVsix } from './packagedVsix.ts';
import { SharedProduct } from './sharedProduct.ts';
import { startVscode, type WebVscode, type VscodeOptions } from './webVscode.ts';

/** The packaged product with a window. */
export interface OpenedProduct {
  readonly product: WebVscode;
  readonly workbench: Workbench;
  /** Closes the window and the server. Shared ones are reset for the next test file instead. */
  close(): Promise<void>;
}

type Options = Omit<VscodeOptions, 'vsix'>;

/** Options with which a test file can use a shared window. */
const SHAREABLE: ReadonlySet<string> = new Set([
  'workspace',
  'settings',
] satisfies (keyof Options)[]);

/** Product that test files share. Closed after all tests. */
export const sharedProduct = new SharedProduct(({ workspace, settings }) =>
  openOwnProduct({ ...(workspace !== undefined && { workspace }), ...(settings && { settings }) }),
);

/**
 * Opens the packaged product.
 * @param options with only a folder and settings, the window is shared with earlier files if they left it clean
 */
export function openProduct(options: Options = {}): Promise<OpenedProduct> {
  const isShared = Object.keys(options).every((name) => SHAREABLE.has(name));
  return isShared ? sharedProduct.take(options) : openOwnProduct(options);
}

/** Opens a product that is not shared with other test files. */
export async function openOwnProduct(options: Options = {}): Promise<OpenedProduct> {
  const product = await startVscode({ vsix: packagedVsix(), isLean: true, ...options });
  try {
    const workbench = await Workbench.open(product);
    const close = async (): Promise<void> => {
      await workbench.close();
      await product.stop();
    };
    return { product, workbench, close };
  } catch (error) {
    await product.stop();
    throw error;
  }
}
