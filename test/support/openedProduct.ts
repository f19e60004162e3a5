import { Workbench } from './e2e.ts';
import { packagedVsix } from './packagedVsix.ts';
import { startProduct, type Product, type ProductOptions } from './webVscode.ts';

/** The packaged product, and a window of it. */
export interface OpenedProduct {
  readonly product: Product;
  readonly workbench: Workbench;
  /** Ends both. */
  close(): Promise<void>;
}

export async function openProduct(
  options: Omit<ProductOptions, 'vsix'> = {},
): Promise<OpenedProduct> {
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
