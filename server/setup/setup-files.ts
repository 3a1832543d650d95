import * as v from 'valibot';
import { uuid } from '#schemas/primitives.ts';
import { type Setup, type SetupProduct } from './setup-schema.ts';

/**
 * The pictures and documents in a setup folder by name, such as `pictures/drill.webp`. The value is the file's id, or a
 * sentence that describes the problem with the file.
 */
export const folderFiles = v.record(
  v.string(),
  v.union([v.object({ uuid }), v.object({ problem: v.string() })]),
);
export type FolderFiles = v.InferOutput<typeof folderFiles>;

/**
 * Replaces the names of the files in a setup.
 * @param replace returns the new value for a file's name; its second argument is the dotted path of the field
 */
export function mapFiles(setup: Setup, replace: (file: string, path: string) => string): Setup {
  const { shop, news, product_guide: guide, ...others } = setup;
  const replaceOne = (picture: string | null, path: string) =>
    picture === null ? null : replace(picture, path);
  const replaceAll = (pictures: readonly string[], path: string) =>
    pictures.map((picture, index) => replace(picture, `${path}.${index}`));
  /**
   * Replaces the picture names in `picture_texts`, whose keys are the names of the pictures that its texts describe.
   * `getPath` returns the path of the field that uses a picture.
   */
  const replaceKeys = (
    { picture_texts: texts }: Pick<SetupProduct, 'picture_texts'>,
    getPath: (picture: string) => string,
  ) =>
    texts && {
      picture_texts: Object.fromEntries(
        Object.entries(texts).map(([picture, text]) => [replace(picture, getPath(picture)), text]),
      ),
    };
  return {
    ...others,
    ...(shop && {
      shop: {
        categories: shop.categories.map((category, index) => ({
          ...category,
          picture: replaceOne(category.picture, `shop.categories.${index}.picture`),
        })),
        products: shop.products.map((product, index) => {
          const path = `shop.products.${index}`;
          return {
            ...product,
            pictures: replaceAll(product.pictures, `${path}.pictures`),
            ...replaceKeys(
              product,
              (picture) => `${path}.pictures.${product.pictures.indexOf(picture)}`,
            ),
          };
        }),
      },
    }),
    ...(news && {
      news: news.map((item, index) => ({
        ...item,
        picture: replaceOne(item.picture, `news.${index}.picture`),
        other_pictures: replaceAll(item.other_pictures, `news.${index}.other_pictures`),
        ...replaceKeys(item, (picture) =>
          picture === item.picture
            ? `news.${index}.picture`
            : `news.${index}.other_pictures.${item.other_pictures.indexOf(picture)}`,
        ),
      })),
    }),
    ...(guide && {
      product_guide: {
        ...guide,
        documents: guide.documents.map((document, index) => ({
          ...document,
          file: replace(document.file, `product_guide.documents.${index}.file`),
        })),
      },
    }),
  };
}

/** Lists the names of a setup's files, without repetitions. */
export function listFiles(setup: Setup): string[] {
  const files = new Set<string>();
  mapFiles(setup, (file) => {
    files.add(file);
    return file;
  });
  return [...files];
}

/** Returns a file's id. Throws if the file isn't valid. `findConflicts` has already reported such files. */
export function fileId(name: string, files: FolderFiles): string {
  const file = files[name];
  if (file === undefined || 'problem' in file) throw new Error(`${name} isn’t valid.`);
  return file.uuid;
}
