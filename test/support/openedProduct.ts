import { Workbench } from './e2e.ts';
import { packagedVsix } from './packagedVsix.ts';
import { SharedProduct } from './sharedProduct.ts';
import { startProduct, type Product, type ProductOptions } from './webVscode.ts';

/** The packaged product, and a window of it. */
export interface OpenedProduct {
  readonly product: Product;
  readonly workbench: Workbench;
  /** Ends both, or leaves them as new to the next who wants nothing special. */
  close(): Promise<void>;
}

/** To be closed after all tests. */
export const sharedProduct = new SharedProduct(() => openOwnProduct());

/** @param options none: one that others had before, if they left it as it was when it was opened */
export function openProduct(options?: Omit<ProductOptions, 'vsix'>): Promise<OpenedProduct> {
  return options === undefined ? sharedProduct.take() : openOwnProduct(options);
}

async function openOwnProduct(options: Omit<ProductOptions, 'vsix'> = {}): Promise<OpenedProduct> {
  const product = await startProduct({ vsix: packagedVsix(), ...options });
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
