import { Workbench } from './e2e.ts';
import { packagedVsix } from './packagedVsix.ts';
import { SharedProduct } from './sharedProduct.ts';
import { startProduct, type Product, type ProductOptions } from './webVscode.ts';

/** The packaged product, and a window of it. */
export interface OpenedProduct {
  readonly product: Product;
  readonly workbench: Workbench;
  /** Ends both, or leaves them as new to the next who wants nothing but a folder and settings. */
  close(): Promise<void>;
}

type Options = Omit<ProductOptions, 'vsix'>;

/** What a window that others had can have, too. */
const SHARED: ReadonlySet<string> = new Set(['workspace', 'settings'] satisfies (keyof Options)[]);

/** To be closed after all tests. */
export const sharedProduct = new SharedProduct(({ workspace, settings }) =>
  openOwnProduct({ ...(workspace !== undefined && { workspace }), ...(settings && { settings }) }),
);

/** @param options with nothing but a folder and settings: a window that others had before, if they left it as it was */
export function openProduct(options: Options = {}): Promise<OpenedProduct> {
  const isShared = Object.keys(options).every((name) => SHARED.has(name));
  return isShared ? sharedProduct.take(options) : openOwnProduct(options);
}

/** One that nobody had before and nobody gets after. */
export async function openOwnProduct(options: Options = {}): Promise<OpenedProduct> {
  const product = await startProduct({ vsix: packagedVsix(), isLean: true, ...options });
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
